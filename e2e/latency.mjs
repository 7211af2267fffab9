// How fast the page answers on a network of 2000 nodes and 5000 edges: frames while panning, and
// the time from a click to the player's own move and to the machine's reply on the screen.

import { gallery, ready, until } from './kit.mjs';
import { browser, serve } from './server.mjs';

const server = await serve();
const chrome = await browser();
// A plain page: what the tests put between page and server would be measured too.
const page = await chrome.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(server.address);
await ready(page);
await gallery(page, 'class-size.net');
await until(page, '#title', /2000 nodes, 5000 edges/);
await page.selectOption('#seat', 'second');
await page.selectOption('#first-move', 'second');
await page.click('#start');
await page.waitForSelector('#resign');

const frames = await page.evaluate(async () => {
  const svg = document.querySelector('#board');
  const { x, y } = svg.getBoundingClientRect();
  svg.setPointerCapture = () => {};
  const send = (type, dx) => svg.dispatchEvent(new PointerEvent(type, { clientX: x + 5 + dx, clientY: y + 5 + dx, pointerId: 1, button: 0, pointerType: 'mouse', bubbles: true }));
  send('pointerdown', 0);
  const times = [];
  let last = performance.now();
  for (let i = 0; i < 120; i++) {
    send('pointermove', 2 * i);
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - last);
    last = performance.now();
  }
  send('pointerup', 240);
  return times.sort((a, b) => a - b);
});
await page.click('#fit');

const clicks = [];
// The machine wins this one in some thirteen moves.
for (let i = 0; i < 10; i++) {
  await page.waitForTimeout(150);
  await page.focus('#board');
  await page.keyboard.press(']');
  clicks.push(await page.evaluate(async () => {
    const count = () => document.querySelectorAll('#moves li').length;
    const before = count();
    const start = performance.now();
    document.querySelector('#board').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    let own = 0;
    while (count() < before + 2 && performance.now() - start < 5000) {
      await new Promise(requestAnimationFrame);
      if (!own && count() > before) own = performance.now() - start;
    }
    await new Promise(requestAnimationFrame);
    return [own, performance.now() - start];
  }));
}
await chrome.close();
await server.stop();
const part = (list, share) => list[Math.min(list.length - 1, Math.floor(list.length * share))].toFixed(0);
const sorted = (k) => clicks.map((c) => c[k]).sort((a, b) => a - b);
console.log('| 2000 nodes, 5000 edges | median ms | 95 % ms |');
console.log('|---|---|---|');
console.log(`| frame while panning | ${part(frames, 0.5)} | ${part(frames, 0.95)} |`);
console.log(`| click to own move | ${part(sorted(0), 0.5)} | ${part(sorted(0), 0.95)} |`);
console.log(`| click to reply | ${part(sorted(1), 0.5)} | ${part(sorted(1), 0.95)} |`);
