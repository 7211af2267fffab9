// Who answers the page's questions: the server that it came from, or an engine in the browser. A page that was
// built as a static site names the engine's modules in its head; only such a page can do without a server. There are
// two of them: one for a first game, which is small, and one for everything, which is loaded when it is needed.

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
/** Where the modules are, if the page has any. */
const addresses = head && { whole: address('content'), first: address('data-first') };
/** @type {Kind} */
let kind = head && head.getAttribute('data-use') !== 'server' ? 'browser' : 'server';
/** @type {(words: string) => void} */
let tell = () => {};
/** @type {Partial<Record<'first'|'whole', Promise<WebAssembly.Module>>>} */
const loading = {};
const pool = createPool(startThread, complete);
show();

/** @param {string} attribute */
function address(attribute) {
  return new URL(head?.getAttribute(attribute) ?? '', document.baseURI);
}

/** Calls when the page has had to change its engine. @param {(words: string) => void} listener */
export function whenEngineChanges(listener) {
  tell = listener;
}

/** Loads what the page needs to go on without its server, while it has one: the modules, and the code of a thread. */
export function prepare() {
  if (!addresses) return;
  pool.warm();
  if (kind === 'server') void load('whole').catch(() => {});
}

/** Says on the root element who answers: for styles and tests. */
function show() {
  if (globalThis.document) document.documentElement.dataset['engine'] = kind;
}

/**
 * A file of this version: from the host, or as the service worker has stored it, when the host is gone or has a newer
 * version. On a first visit the page is not the service worker's yet.
 * @param {URL} url @returns {Promise<Response>}
 */
async function stored(url) {
  const response = await fetch(url).catch((error) => error);
  if (response.ok) return response;
  const copy = await globalThis.caches?.match(url);
  if (copy) return copy;
  if (response instanceof Error) throw response;
  return response;
}

/** @param {'first'|'whole'} which @returns {Promise<WebAssembly.Module>} */
function load(which) {
  const fetched = async () => {
    const response = await stored(/** @type {NonNullable<typeof addresses>} */ (addresses)[which]);
    if (!response.ok) throw new Error(String(response.status));
    return WebAssembly.compile(await response.arrayBuffer());
  };
  return (loading[which] ??= fetched().catch((error) => {
    delete loading[which];
    throw new Refused(`The engine of the page cannot be loaded (${error.message}).`, 'offline');
  }));
}

async function startThread() {
  const module = await load(loading.whole ? 'whole' : 'first');
  const thread = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'engine' });
  thread.postMessage({ module });
  return thread;
}

/** @param {Worker} thread */
async function complete(thread) {
  thread.postMessage({ module: await load('whole') });
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
    const trouble = parsed(text) ?? { reason: `the engine said ${status}`, code: 'broken' };
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
      if (!addresses) throw new Refused(error.message, 'offline');
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
