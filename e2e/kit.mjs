// What the browser tests share: a page of the program, helpers that act as a person does, and the
// check of every word between page and server against the OpenAPI document.

import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { contract } from './contract.mjs';

const web = fileURLToPath(new URL('../crates/ssg/web/', import.meta.url));
const KINDS = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

/** A page whose errors fail the test and whose traffic is held against the contract. */
export async function open(browser, address, { path = '/', live = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const check = contract();
  page.troubles = [];
  page.checks = [];
  page.on('pageerror', (error) => page.troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 4\d\d/.test(message.text())) page.troubles.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url())) page.troubles.push(`asked elsewhere: ${request.url()}`);
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/v1/')) page.checks.push(check.exchange(request));
  });
  // While the page is being written its files come from the tree, not from the program.
  if (live || process.env.LIVE) {
    await page.route((url) => !url.pathname.startsWith('/api/'), (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      return route.fulfill({ body: readFileSync(web + name), contentType: KINDS[name.split('.').pop()] });
    });
  }
  await page.goto(address + path);
  await ready(page);
  return page;
}

export const ready = (page) => page.waitForSelector('html[data-ready]');

/** Ends a test's page; whatever went wrong behind the scenes fails it. */
export async function close(page) {
  await page.waitForTimeout(50);
  const wrong = (await Promise.all(page.checks)).flat();
  await page.context().close();
  assert.deepEqual([...page.troubles, ...wrong], []);
}

/** Where a node stands on the screen. */
export async function nodeAt(page, index) {
  return page.evaluate(async (i) => {
    // Drawing follows the state by a frame.
    for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
    const { x, y, width, height } = document.querySelector(`#board [data-node="${i}"] .disc`).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, index);
}

/** Where an edge between two nodes can be clicked, when it is straight. */
export async function between(page, u, v, t = 0.5) {
  const [a, b] = [await nodeAt(page, u), await nodeAt(page, v)];
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** Waits until what was done has been drawn. */
export const frames = (page) => page.evaluate(async () => {
  for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
});

export async function text(page, selector) {
  await frames(page);
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
  await page.waitForFunction(([s, p]) => new RegExp(p, 'i').test(document.querySelector(s)?.textContent ?? ''), [selector, pattern.source], { timeout: 20_000 });
  return (await page.textContent(selector)) ?? '';
}

/** Chooses an item of the gallery. */
export async function gallery(page, id) {
  await page.click('#tab-boards');
  await page.click(`[data-board="${id}"]`);
  await page.click('#tab-play');
}

/** Reads a pasted text. */
export async function paste(page, text) {
  await page.click('#tab-boards');
  await page.fill('#paste', text);
  await page.click('#read');
  await page.waitForFunction(() => document.querySelector('#live')?.textContent?.startsWith('Opened'));
  await page.click('#tab-play');
}

/** Waits until the server has said all that the page has asked. */
export async function answered(page) {
  await frames(page);
  await page.waitForSelector('html[data-busy="false"]');
  await frames(page);
}
