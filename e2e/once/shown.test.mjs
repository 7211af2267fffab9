// What the page shows and says where a newcomer would be misled.

import { assert, kit, open, test } from '../stage.mjs';

test('over a finished game, the steps of the algorithm have the board to themselves', async () => {
  const page = await open();
  for (const [board, side, mark] of [
    ['parallel.net', 'first', '.stroke.won'],
    ['series.net', 'second', '.region.half'],
  ]) {
    await kit.gallery(page, board);
    await kit.sit(page, side, side, 'random');
    await kit.playNext(page);
    await page.waitForSelector('.banner');
    await page.waitForSelector(`#board ${mark}`, { state: 'attached' });
    await page.click('#tab-steps');
    await page.click('#chase-start');
    await page.waitForSelector('#board .edge.extra', { state: 'attached' });
    await kit.settled(page);
    assert.equal(await page.locator(`#board ${mark}, #board .stroke.last`).count(), 0, board);
    await page.click('#tab-why');
    await page.locator('#overlays label', { hasText: 'Nothing' }).click();
    await page.waitForSelector(`#board ${mark}`, { state: 'attached' });
  }
  await kit.close(page);
});

test('a file of a coin game opens in the room of coins, wherever one is', async () => {
  const page = await open();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['home away\naway far\n'], 'walk.coins'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await kit.until(page, '#title', /^walk\.coins · 3 nodes, 2 arrows/);
  await page.waitForSelector('#room-coins[aria-current="page"]');
  await kit.until(page, '#toasts', /coin game: it is open in the room Coins/);
  await kit.close(page);
});
