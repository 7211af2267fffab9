// Who answers the page's questions: the server that it came from, or an engine in the browser. A page that was
// built as a static site names the engine's module in its head; only such a page can do without a server.

import { createPool } from './pool.js';
import { askServer, Gone } from './server.js';

/** @typedef {'server'|'browser'} Kind */

/** A refusal in the engine's words, with the field it is about. */
export class Refused extends Error {
  /** @param {string} reason @param {string} code @param {string} [field] */
  constructor(reason, code, field) {
    super(reason);
    this.code = code;
    this.field = field;
  }
}

const head = globalThis.document?.querySelector('meta[name="engine"]') ?? null;
const address = head && new URL(head.getAttribute('content') ?? '', document.baseURI);
/** @type {Kind} */
let kind = head && head.getAttribute('data-use') !== 'server' ? 'browser' : 'server';
/** @type {(words: string) => void} */
let tell = () => {};
/** @type {Promise<WebAssembly.Module>|null} */
let loading = null;
const pool = createPool(startThread);
show();

/** Calls when the page has had to change its engine. @param {(words: string) => void} listener */
export function whenEngineChanges(listener) {
  tell = listener;
}

/** Loads what the page needs to go on without its server, while it has one: the module, and the code of a thread. */
export function prepare() {
  if (address) pool.warm();
}

/** Says on the root element who answers: for styles and tests. */
function show() {
  if (globalThis.document) document.documentElement.dataset['engine'] = kind;
}

function load() {
  loading ??= fetch(/** @type {URL} */ (address)).then(async (response) => {
    if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  return loading;
}

async function startThread() {
  const module = await load().catch((error) => {
    loading = null;
    throw new Refused(`The engine of the page cannot be loaded (${error.message}).`, 'offline');
  });
  const thread = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'engine' });
  thread.postMessage({ module });
  return thread;
}

/**
 * Asks the engine; a refusal is thrown in its words.
 * @param {string} path @param {unknown} [question] @param {AbortSignal} [signal] @returns {Promise<any>}
 */
export async function ask(path, question, signal) {
  const body = question === undefined ? undefined : JSON.stringify(question);
  for (let attempt = 0; ; attempt++) {
    const { status, body: text, wait } = await reply(path, body, signal);
    if (status >= 200 && status < 300) return JSON.parse(text);
    const trouble = parsed(text) ?? { reason: `the server said ${status}`, code: 'broken' };
    if (trouble.code !== 'busy' || attempt >= 4) throw new Refused(trouble.reason, trouble.code, trouble.field);
    await new Promise((wake) => setTimeout(wake, 1000 * wait));
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} path @param {string|undefined} body @param {AbortSignal} [signal] */
async function reply(path, body, signal) {
  if (kind === 'server') {
    try {
      return await askServer(path, body, signal);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      if (!address) throw new Refused(error.message, 'offline');
      if (kind === 'server') goOnAlone();
    }
  }
  return { ...(await pool.ask(path, body ?? '', signal)), wait: 1 };
}

function goOnAlone() {
  kind = 'browser';
  show();
  tell('The server does not answer. The page goes on by itself: your browser computes now.');
}
