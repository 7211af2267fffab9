// The pictures of the README: every room, in light and dark, and a phone.
//
//   node screenshots.mjs        writes docs/images/*.png

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { click, gallery, moved, nodeAt, open, overlay, playNext, settled, sit, until } from './kit.mjs';
import { browser, serve } from './server.mjs';

const out = fileURLToPath(new URL('../docs/images/', import.meta.url));
mkdirSync(out, { recursive: true });
const server = await serve();
const chrome = await browser();

async function picture(name, options, scene) {
  const page = await open(chrome, server.address, { viewport: { width: 1240, height: 760 }, ...options });
  await scene(page);
  await page.mouse.move(2, 2);
  await settled(page);
  await page.screenshot({ path: `${out}${name}.png` });
  await page.context().close();
}

/** Takes hints, and now and then another move. */
async function moves(page, count) {
  for (let i = 0; i < count; i++) {
    await until(page, '#announcement', /your move|to move|you move first/);
    const before = await page.locator('#moves li').count();
    await page.focus('#board');
    for (let k = 0; k < i * 3; k++) await page.keyboard.press(']');
    await playNext(page);
    await moved(page, before + 2);
  }
}

await picture('networks', {}, async (page) => {
  await gallery(page, 'wheel.net');
  await sit(page, 'second', 'second', 'perfect');
  await moves(page, 2);
  await overlay(page, 'The proof');
});
await picture('networks-dark', { colorScheme: 'dark' }, async (page) => {
  await gallery(page, 'utilities.net');
  await page.click('#tab-why');
  await page.locator('label', { hasText: 'Mark every move' }).click();
  await page.waitForSelector('#board .mark.win', { state: 'attached' });
});
await picture('currents', {}, async (page) => {
  await gallery(page, 'bridgit-3.net');
  await overlay(page, 'Currents');
  await page.waitForSelector('#board .stroke.best', { state: 'attached' });
});
await picture('learn', { path: '/#lesson=trees.2' }, async (page) => {
  await page.waitForSelector('#lesson-next');
});
await picture('puzzle', { path: '/#puzzle=needle.net' }, async (page) => {
  await page.waitForSelector('#streak');
  await playNext(page);
  await page.waitForSelector('#judged');
});
await picture('steps', {}, async (page) => {
  await gallery(page, 'figure-3.net');
  await page.click('#tab-steps');
  await page.click('#chase-start');
  await until(page, '#chase-count', /1 of/);
  for (let i = 0; i < 13; i++) await page.click('#chase-next');
});
await picture('bridgit', {}, async (page) => {
  await page.click('#room-bridgit');
  await page.waitForSelector('#board .dots.short');
  await sit(page, 'second', 'second', 'perfect');
  await moves(page, 3);
  await page.click('#shows summary');
  await page.locator('label', { hasText: 'The same game as a network' }).click();
});
await picture('coins', {}, async (page) => {
  await page.click('#room-coins');
  await gallery(page, 'butler-thawed.coins');
  await page.click('#tab-why');
  await page.locator('label', { hasText: 'Labels on the nodes' }).click();
  await page.locator('label', { hasText: 'Mark every move' }).click();
  await page.waitForSelector('#board .mark.even', { state: 'attached' });
  await page.evaluate(() => document.querySelector('#sheet').scrollTo(0, 0));
});
await picture(
  'phone',
  { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, hasTouch: true },
  async (page) => {
    await gallery(page, 'tetrahedron.net');
    await sit(page, 'choose');
    await until(page, '#announcement', /connect/);
    await page.evaluate(() => scrollTo(0, 0));
    await click(page, { x: (await nodeAt(page, 0)).x + 60, y: (await nodeAt(page, 0)).y });
  },
);
await chrome.close();
await server.stop();
