// How fast the page answers on a network of 2000 nodes and 5000 edges: frames while panning, and
// the time from a click to the player's own move and to the machine's reply on the screen.
//
//   node latency.mjs [games]      (default 3: the machine wins each in some thirteen moves)

import { gallery, moved, ready, settled, sit, until } from './kit.mjs';
import { browser, serve } from './server.mjs';

const games = Number(process.argv[2] ?? 3);
const server = await serve();
const chrome = await browser();
// A plain page: what the tests put between page and server would be measured too.
// With reduced motion a reply does not wait for the eye.
const page = await chrome.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
await page.goto(server.address);
await ready(page);
await gallery(page, 'class-size.net');
await until(page, '#title', /2000 nodes, 5000 edges/);

/** Pans, a frame at a time. */
const pan = () =>
  page.evaluate(async () => {
    const svg = document.querySelector('#board');
    const { x, y } = svg.getBoundingClientRect();
    svg.setPointerCapture = () => {};
    const send = (type, dx) =>
      svg.dispatchEvent(
        new PointerEvent(type, {
          clientX: x + 5 + dx,
          clientY: y + 5 + dx,
          pointerId: 1,
          button: 0,
          pointerType: 'mouse',
          bubbles: true,
        }),
      );
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
    return times;
  });

/** Plays the edge under the cursor: how long until it is seen, and until the reply is. */
const play = () =>
  page.evaluate(async () => {
    const count = () => document.querySelectorAll('#moves li').length;
    const before = count();
    const start = performance.now();
    document.querySelector('#board').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    let own = 0;
    while (count() < before + 2) {
      await new Promise(requestAnimationFrame);
      if (!own && count() > before) own = performance.now() - start;
    }
    // The frame after the one in which it was drawn: by then it has been shown.
    await new Promise(requestAnimationFrame);
    return [own, performance.now() - start];
  });

const [frames, own, replies] = [[], [], []];
for (let game = 0; game < games; game++) {
  await sit(page, 'second', 'second', 'perfect');
  frames.push(...(await pan()));
  await page.click('#fit');
  for (let i = 0; i < 10; i++) {
    await settled(page);
    await page.focus('#board');
    await page.keyboard.press(']');
    await settled(page);
    const [mine, reply] = await play();
    own.push(mine);
    replies.push(reply);
    await moved(page, 2 * i + 2);
  }
  await page.click('#leave');
}
await chrome.close();
await server.stop();

/** @param {string} name @param {number[]} times */
function row(name, times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
  console.log(`| ${name} | ${times.length} | ${at(0)} | ${at(0.5)} | ${at(0.95)} |`);
}
console.log('| 2000 nodes, 5000 edges | measured | least ms | median ms | 95 % ms |');
console.log('|---|---|---|---|---|');
row('frame while panning', frames);
row('click to own move', own);
row('click to the machine’s reply', replies);
