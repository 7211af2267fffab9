// The report of a tournament in a browser: it fits a laptop and a phone, and its replays open on the page.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { host } from '../kit.mjs';
import { browser, program } from '../server.mjs';

const boards = fileURLToPath(new URL('../../boards/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'report-'));
let server, chrome, report;

before(async () => {
  server = await host();
  chrome = await browser();
  const file = join(folder, 'report.html');
  const networks = ['course.net', 'bridgit-3.net', 'petersen.net'].flatMap((name) => ['--networks', boards + name]);
  // A name that would be markup, if it were not escaped.
  const players = ['perfect', 'greedy', 'sly=sh -c \'echo "<img src=x>"\'', 'random'];
  const log = ['--log', join(folder, 'log.ndjson')];
  execFileSync(program(), [
    'tournament',
    ...players,
    ...networks,
    ...log,
    '--report',
    file,
    '--page',
    `${server.address}/`,
  ]);
  report = pathToFileURL(file).href;
});
after(async () => {
  await chrome?.close();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

/** @param {any} options */
async function open(options) {
  const page = await (await chrome.newContext(options)).newPage();
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.troubles.push(message.text()));
  await page.goto(report);
  return page;
}

for (const [name, viewport] of Object.entries({
  laptop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
})) {
  for (const colorScheme of ['light', 'dark']) {
    test(`the report fits a ${name} (${colorScheme})`, async () => {
      const page = await open({ viewport, colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `${wide} pixels on ${viewport.width}`);
      assert.equal(await page.locator('#games tbody tr').count(), 50);
      await page.click('#more');
      assert.equal(await page.locator('#games tbody tr').count(), 72);
      assert.deepEqual(page.troubles, []);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/report-${name}-${colorScheme}.png`, fullPage: true });
      await page.context().close();
    });
  }
}

test('a replay opens on the page and can be stepped through', async () => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await page.selectOption('[name=player]', { label: 'perfect' });
  await page.selectOption('[name=opponent]', { label: 'greedy' });
  await page.selectOption('[name=kind]', 'won');
  const count = await page.locator('#games tbody tr').count();
  assert.ok(count > 0 && count <= 12, `${count} games`);
  const moves = await page.locator('#games tbody tr').first().locator('td').nth(6).textContent();
  const link = page.locator('#games tbody a').first();
  await page.waitForFunction(() => document.querySelector('#games tbody a')?.href.includes('#'));
  const href = await link.getAttribute('href');
  const replay = await (await chrome.newContext()).newPage();
  replay.on('pageerror', (error) => page.troubles.push(error.message));
  await replay.goto(href);
  await replay.waitForFunction(() => document.body.textContent.includes('perfect'));
  const words = await replay.evaluate(() => document.body.innerText);
  assert.match(words, /perfect \((SHORT|CUT)\) v greedy/);
  // It opens in the review, at the end.
  await replay.waitForSelector('#tab-review[aria-selected="true"]');
  await replay.waitForSelector('.banner');
  await replay.waitForFunction(() =>
    /mistake|gave the win away/.test(document.querySelector('#review-tale')?.textContent),
  );
  assert.equal(await replay.locator('#moves li').count(), Number(moves));
  if (process.env.SHOTS) await replay.screenshot({ path: `${process.env.SHOTS}/replay.png` });
  assert.ok(Number(moves) > 0);
  assert.deepEqual(page.troubles, []);
});

test('a game for all vertices is replayed as one', async () => {
  const file = join(folder, 'all.html');
  const where = [
    '--networks',
    `${boards}course.net`,
    '--log',
    join(folder, 'all.ndjson'),
    '--page',
    `${server.address}/`,
  ];
  execFileSync(program(), ['tournament', 'perfect', 'random', '--target', 'all', ...where, '--report', file]);
  const page = await (await chrome.newContext()).newPage();
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.querySelector('#games tbody a')?.href.includes('#'));
  await page.goto(await page.locator('#games tbody a').first().getAttribute('href'));
  await page.waitForSelector('.banner');
  assert.match(await page.textContent('.banner'), /SHORT has joined all nodes|the network is in parts/);
  await page.context().close();
});
