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

test('a finished game carries no current, and the legend says so', async () => {
  const page = await open();
  await kit.gallery(page, 'parallel.net');
  await kit.overlay(page, 'Currents');
  await kit.until(page, '.legend', /most current: edge 1.*, edge 2/);
  await page.click('#tab-play');
  await kit.sit(page, 'first', 'first', 'random');
  await kit.playNext(page);
  await page.waitForSelector('.banner');
  assert.match(await kit.text(page, '.banner'), /It took SHORT one move\./);
  await page.click('#tab-why');
  await kit.until(page, '#no-current', /No current flows/);
  assert.equal(await page.locator('.legend').count(), 0);
  await kit.close(page);
});

test('CUT’s machine destroys', async () => {
  const page = await open();
  await kit.sit(page, 'first', 'first', 'greedy');
  await kit.playNext(page);
  await kit.moved(page, 2);
  assert.match(await kit.text(page, '#announcement'), /^I destroy edge \d/);
  await kit.close(page);
});

test('before the first move of a coin game it is said which player wins', async () => {
  const page = await open();
  await page.click('#room-coins');
  await kit.board(page, 'open');
  await page.fill('#paste', 'a b\nb c\nc d\n');
  await page.click('#read');
  await kit.until(page, '#title', /4 nodes, 3 arrows/);
  await page.click('#mode-draw');
  await page.click('#tool-coins');
  const names = await page.locator('#board .node .name').allTextContents();
  await kit.click(page, await kit.nodeAt(page, names.indexOf('b')));
  await page.click('#mode-play');
  await page.click('#tab-why');
  await kit.until(page, '#verdict', /^The second player wins: the Nim-sum is 0/);
  await page.click('#tab-play');
  await kit.sit(page, 'both');
  await kit.drag(page, await kit.nodeAt(page, names.indexOf('b')), await kit.nodeAt(page, names.indexOf('c')));
  await kit.moved(page, 1);
  await kit.analyse(page);
  await page.click('#tab-why');
  await kit.until(page, '#verdict', /^Whoever is to move wins/);
  await kit.close(page);
});

test('the answer of a label puzzle is shown with the labels that explain it', async () => {
  const page = await open({ path: '/#puzzle=label.1.5' });
  await page.waitForSelector('#label-field');
  assert.equal(await page.locator('#board .tag.value').count(), 0);
  await page.click('#reveal');
  await kit.until(page, '#judged', /^The answer is .*\. The board now shows all labels\.$/);
  await kit.settled(page);
  const labels = await page.locator('#board .tag.value').allTextContents();
  assert.equal(labels.length, await page.locator('#board .node').count());
  assert.ok(
    labels.every((label) => /^(\d+|∞\([\d,]*\))$/.test(label)),
    labels.join(' '),
  );
  await kit.close(page);
});

test('a damaged link to a puzzle says so, and asks the engine nothing', async () => {
  for (const [to, words] of [
    ['foo.1.1', /^The link is incomplete or damaged/],
    ['foo.net', /^The link is damaged: no puzzle has the name foo\.net/],
  ]) {
    const page = await open({ path: `/#puzzle=${to}` });
    assert.match(await kit.until(page, '#live', /link/), words);
    await kit.settled(page);
    const asked = [...page.asked.keys()].map((request) => new URL(request.url()).pathname);
    assert.ok(!asked.some((path) => path.endsWith('/puzzle')), asked.join(' '));
    await kit.close(page);
  }
});
