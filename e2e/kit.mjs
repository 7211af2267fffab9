// What the browser tests share: a page of the program, helpers that act as a person does, and the
// check of every word between page and server against the OpenAPI document.

import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contract } from './contract.mjs';
import { browser, serve } from './server.mjs';
import { serveStatic } from './static.mjs';
import { watchThreads } from './threads.mjs';

/** LIVE=1 serves the files of the tree, LIVE=/some/where/ those of another directory. */
const files = process.env.LIVE?.endsWith('/') ? process.env.LIVE : fileURLToPath(new URL('../page/', import.meta.url));
const KINDS = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Who answers the page: the program's server, or (ENGINE=browser) the browser itself, on a static site. */
export const ENGINE = process.env.ENGINE ?? 'server';

/** Whatever serves the page to that engine. */
export const host = () => (ENGINE === 'browser' ? serveStatic() : serve());

/** Milliseconds after which what has not come is not awaited any more: more than a busy machine needs. */
const PATIENCE = 60_000;

/** The judge of every exchange; it compiles what it has to know once. */
const check = contract();

/** A server and a browser for the tests of one file: the function that it returns opens a page of theirs. */
export function stage() {
  let server, chrome;
  before(async () => {
    server = await host();
    chrome = await browser();
  });
  after(async () => {
    // Whatever could not be started is not there.
    await chrome?.close();
    if (server) assert.equal(await server.stop(), 0, 'the server closes in good order');
  });
  return (options) => open(chrome, server.address, options);
}

/** A page whose errors fail the test and whose traffic is held against the contract. */
export async function open(chrome, address, { path = '/', ...options } = {}) {
  const context = await chrome.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.troubles = [];
  page.checks = [];
  /** Called with path, question and answer of everything that is answered. */
  page.heard = () => {};
  page.asked = new Map();
  page.on('pageerror', (error) => page.troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 4\d\d/.test(message.text()))
      page.troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    page.asked.set(request, new Promise((done) => (request.ended = done)));
    if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url()))
      page.troubles.push(`asked elsewhere: ${request.url()}`);
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/v1/')) page.checks.push(check.exchange(request, (...all) => page.heard(...all)));
    request.ended();
  });
  page.on('requestfailed', (request) => request.ended());
  page.threads = await watchThreads(page, check);
  // While the page is being written its files come from the tree, not from the program.
  if (process.env.LIVE) {
    await page.route(
      (url) => !url.pathname.startsWith('/api/'),
      (route) => {
        const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
        return route.fulfill({ body: readFileSync(files + name), contentType: KINDS[name.split('.').pop()] });
      },
    );
  }
  await page.goto(address + path);
  await ready(page);
  return page;
}

/** Asks the engine that answers the page. */
export const ask = (page, path, question) => page.evaluate(asked, [path, question && JSON.stringify(question)]);

/** Runs in the page. */
async function asked([path, body]) {
  if (document.documentElement.dataset.engine === 'server') {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    return (await fetch(`api/v1${path}`, body ? post : {})).json();
  }
  const module = await fetch(document.querySelector('meta[name="engine"]').content);
  const main = document.querySelector('script[type="module"]').src;
  const thread = new Worker(new URL('engine/worker.js', main), { type: 'module' });
  thread.postMessage({ module: await WebAssembly.compile(await module.arrayBuffer()) });
  const answer = await new Promise((done) => {
    thread.addEventListener('message', ({ data }) => done(data.body));
    thread.postMessage({ id: 1, path, body: body ?? '', seed: 1n });
  });
  thread.terminate();
  return JSON.parse(answer);
}

export const ready = (page) => page.waitForSelector('html[data-ready]');

/** Waits, and says for what if that does not come. */
async function soon(promise, what) {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(`waited for ${what()}`)), PATIENCE)));
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits until whatever the page has asked by now is answered. */
const answered = (page) => soon(Promise.all(page.asked.values()), () => 'the answers to what the page has asked');

/** Waits until the page is settled, and `page.heard` has been told of every answer that the page has got. */
export async function heard(page) {
  await settled(page);
  await answered(page);
  await Promise.all(page.checks);
}

/** Ends a test's page; whatever went wrong behind the scenes fails it. */
export async function close(page) {
  // Every answer is judged first.
  await answered(page);
  const wrong = (await Promise.all([...page.checks, ...page.threads.checks])).flat();
  await page.context().close();
  assert.deepEqual([...page.troubles, ...wrong], []);
}

/**
 * Holds back the answers to what matches; `next` waits for a question and gives its answer, the last
 * first if asked so.
 */
export async function holdBack(page, pattern) {
  const waiting = [];
  let [wake, free] = [() => {}, false];
  const hold = (answer) => {
    if (free) return answer();
    waiting.push(answer);
    wake();
  };
  await page.threads.hold(pattern, hold);
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    // Who asked may have gone.
    await hold(() => route.fulfill({ response }).catch(() => {}));
  });
  const some = async (count) => {
    const enough = async () => {
      while (waiting.length < count) await new Promise((done) => (wake = done));
    };
    await soon(enough(), () => `${count} questions for ${pattern}; there are ${waiting.length}`);
  };
  return {
    some,
    async next(from = 'first') {
      await some(1);
      await (from === 'first' ? waiting.shift() : waiting.pop())();
    },
    /** Lets go all that is held back, and all that is to come. */
    async free() {
      free = true;
      while (waiting.length) await waiting.shift()();
    },
  };
}

/** Where a node stands on the screen. */
export async function nodeAt(page, index) {
  await settled(page);
  return page.evaluate((i) => {
    const { x, y, width, height } = document.querySelector(`#board [data-node="${i}"] .disc`).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, index);
}

/** Where an edge between two nodes can be clicked, when it is straight. */
export async function between(page, u, v, t = 0.5) {
  const [a, b] = [await nodeAt(page, u), await nodeAt(page, v)];
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** Waits until everything that was asked has been answered, and everything drawn. */
export const settled = (page) => page.waitForSelector('html[data-settled="true"]', { state: 'attached' });
/** Waits until the page has put its state into the address and the browser's memory. */
export const kept = (page) => page.waitForSelector('html[data-kept="true"]', { state: 'attached' });
/** Loads the page again, from what it has kept: from its address, or from another. */
export async function again(page, path) {
  await kept(page);
  if (path) await page.evaluate((p) => history.replaceState(null, '', `.${p}`), path);
  await page.reload();
  await ready(page);
}
/** Waits until there are so many moves, or more. */
export const moved = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll('#moves li').length >= n, count);

export async function text(page, selector) {
  await settled(page);
  return page.locator(selector).innerText();
}
export const click = (page, { x, y }) => page.mouse.click(x, y);

/** Drags from one point to another as a hand does. */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

/** Waits until a text matches. */
export async function until(page, selector, pattern) {
  await page.waitForFunction(
    ([s, p]) => new RegExp(p, 'i').test(document.querySelector(s)?.textContent ?? ''),
    [selector, pattern.source],
  );
  return (await page.textContent(selector)) ?? '';
}

/** Opens a part of the panel of boards: gallery, random, open, save, size. */
export async function board(page, part) {
  await page.click('#tab-boards');
  await page.click(`#part-${part}`);
}

/** Shows an overlay, with the analysis if a game hides it. */
export async function overlay(page, name) {
  await page.click('#tab-why');
  await analyse(page);
  await page.locator('#overlays label', { hasText: name }).click();
}

/** Turns the analysis on. */
export async function analyse(page) {
  if ((await page.getAttribute('#analysis', 'aria-pressed')) === 'false') await page.click('#analysis');
}

/** The middle of a crossing of the Bridg-It board, by column and row. */
export async function crossing(page, column, row, on = '#board') {
  await settled(page);
  return page.evaluate(
    ([c, r, b]) => {
      const world = document.querySelector(`${b} .world`);
      const p = new DOMPoint(c * 44, r * 44).matrixTransform(world.getScreenCTM());
      return { x: p.x, y: p.y };
    },
    [column, row, on],
  );
}

/** Chooses an item of the gallery. */
export async function gallery(page, id) {
  await board(page, 'gallery');
  await page.click(`[data-board="${id}"]`);
  await settled(page);
  await page.click('#tab-play');
}

/** Reads a pasted text. */
export async function paste(page, graph) {
  await board(page, 'open');
  await page.fill('#paste', graph);
  await page.evaluate(() => (document.querySelector('#live').textContent = ''));
  await page.click('#read');
  await page.waitForFunction(() => document.querySelector('#live')?.textContent?.startsWith('Opened'));
  await page.click('#tab-play');
}

/** Presses a button and reads the file that it saves. */
export async function download(page, selector) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Chooses who plays: first and second are sides of one's own; both, watch and choose need nobody else. */
export async function seat(page, way, first, opponent) {
  const alone = way === 'first' || way === 'second';
  await page.click(`#way-${alone ? 'machine' : way}`);
  if (alone) await page.check(`#seat-${way}`);
  if (alone && opponent) await page.check(`#opponent-${opponent.replace(':', '-')}`);
  if (first) await page.selectOption('#first-move', first);
}

/** Sits down and starts the game. */
export async function sit(page, way, first, opponent) {
  await seat(page, way, first, opponent);
  await page.click('#start');
  await page.waitForSelector('#resign, #take-short');
}

/** Makes a move from the keyboard: the next free edge. */
export async function playNext(page) {
  await page.focus('#board');
  await page.keyboard.press(']');
  await page.keyboard.press('Enter');
}

/** Takes the hint, by pointing at it. */
export async function takeHint(page) {
  await settled(page);
  // While the machine thinks there is no hint to be had, and the last one may still be drawn.
  await page.waitForSelector('#board .edge.hint', { state: 'detached' });
  await page.click('#hint:not([aria-disabled="true"])');
  await page.waitForSelector('#board .edge.hint', { state: 'attached' });
  await click(
    page,
    await page.evaluate(() => {
      const path = document.querySelector('#board .edge.hint');
      const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
      const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
      return { x: at.x, y: at.y };
    }),
  );
}
