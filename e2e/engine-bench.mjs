// How fast the engine is in Chromium and natively, in one run: the same questions, JSON in and JSON out, alternately.
// `make bench-engine`, or `node engine-bench.mjs [EDGES…]`; prints a table of the best of five, in milliseconds.

import { native } from './engine/native.mjs';
import { browser } from './server.mjs';
import { serveStatic } from './static.mjs';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1e3, 1e5, 1e6];
const ROUNDS = 5;

const host = await serveStatic();
const chrome = await browser();
const page = await chrome.newPage();
await page.goto(`${host.address}/`);
await page.waitForSelector('html[data-ready]');
await page.evaluate(async () => {
  const [meta, main] = [document.querySelector('meta[name="engine"]'), document.querySelector('script')];
  const bytes = await (await fetch(meta.content)).arrayBuffer();
  const thread = new Worker(new URL('engine/worker.js', main.src), { type: 'module' });
  thread.postMessage({ module: await WebAssembly.compile(bytes) });
  window.engine = (path, body, edges) =>
    new Promise((done) => {
      const start = performance.now();
      thread.onmessage = ({ data }) => done({ ms: performance.now() - start, status: data.status, body: data.body });
      thread.postMessage({ id: 1, path, body, seed: 1n, edges });
    });
});

const program = native('release');

/** A random network of so many edges. */
async function network(edges) {
  const wish = JSON.stringify({ nodes: Math.round(edges * 0.4), edges, seed: 1 });
  const made = await program.ask('/random', wish, 1, edges);
  if (made.status !== 200) throw new Error(made.body);
  return JSON.parse(made.body).network;
}

const robot = { side: 'short', player: { kind: 'analog', seed: 1 } };
const kinds = sizes.map((edges) => ({ edges, words: 'who wins, and every winning move', more: {} }));
// The limits of currents and of the robot, and a quarter of them.
for (const edges of [500, 2000]) {
  kinds.push({ edges, words: 'the same, with currents and potentials', more: { overlays: ['currents'] } });
  kinds.push({ edges, words: "the same, after a move of Shannon's robot", more: { reply: robot } });
}
console.log('| edges | question | in Chromium | natively | ratio |\n|---|---|---|---|---|');
for (const { edges, words, more } of kinds) {
  const question = JSON.stringify({ network: await network(edges), moves: [], ...more });
  await page.evaluate((body) => (window.body = body), question);
  const best = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    const there = await page.evaluate(
      (most) => window.engine('/switching/analyse', window.body, most).then(({ ms, status }) => ({ ms, status })),
      edges,
    );
    const here = await program.ask('/switching/analyse', question, 1, edges);
    if (there.status !== 200 || here.status !== 200) throw new Error(`${there.status} ${here.status}`);
    best[0] = Math.min(best[0], there.ms);
    best[1] = Math.min(best[1], here.ms);
  }
  const [there, here] = best;
  console.log(`| ${edges} | ${words} | ${there.toFixed(1)} | ${here.toFixed(1)} | ${(there / here).toFixed(1)} |`);
}
program.end();
await chrome.close();
await host.stop();
