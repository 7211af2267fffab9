// Before a game: what is shown and said is for the move that the next click makes.

import { assert, kit, open, test } from '../stage.mjs';

test('marks and proof are for the side that is chosen, and say so', async () => {
  const page = await open();
  await kit.gallery(page, 'utilities.net');
  await kit.overlay(page, 'The proof');
  await page.locator('label', { hasText: 'Mark every move of SHORT' }).click();
  /** How many moves are marked as winning, and as losing. */
  const marks = async () => {
    await kit.settled(page);
    return page.evaluate(() =>
      ['win', 'lose'].map((kind) =>
        [...document.querySelectorAll(`#board .mark.${kind}`)]
          .map((path) => path.getAttribute('d').match(kind === 'win' ? /M/g : /M.*?M/g).length)
          .reduce((a, b) => a + b, 0),
      ),
    );
  };
  assert.deepEqual(await marks(), [9, 0], 'SHORT wins with any edge');
  await page.click('#tab-play');
  await page.check('#seat-second');
  for (const first of ['second', 'first']) {
    await page.selectOption('#first-move', first);
    assert.deepEqual(await marks(), [1, 8], 'CUT has to destroy the edge between the terminals');
    await kit.until(page, '#explained', /The marks and the proof on the board are for CUT moving first/);
  }
  await kit.until(page, '#lead', /that is your first move\. Or press Start: then the opponent moves first/);
  await page.click('#tab-why');
  await page.waitForSelector('label:has-text("Mark every move of CUT")');
  await kit.until(page, '#sheet', /CUT’s winning move; the proof is of the position after it/);
  await kit.close(page);
});

test('the second player of a coin game starts by the button, and a dragged coin says so', async () => {
  const page = await open();
  await kit.seat(page, 'second');
  await page.click('#room-coins');
  assert.ok(await page.isChecked('#seat-first'), 'CUT’s choice is not that of a coin game');
  await page.check('#seat-second');
  assert.match(await kit.text(page, '#lead'), /^You are the second player\. Press Start: the opponent moves first\.$/);
  const names = await page.locator('#board .node .name').allTextContents();
  await kit.drag(page, await kit.nodeAt(page, names.indexOf('G')), await kit.nodeAt(page, names.indexOf('N1')));
  await kit.until(page, '#toasts', /You are the second player/);
  assert.equal(await page.locator('#moves li').count(), 0);
  await page.click('#start');
  await kit.moved(page, 1);
  assert.match(await kit.text(page, '.pill.two'), /Second player: you/);
  await page.click('#room-networks');
  assert.ok(await page.isChecked('#seat-second'), 'nor the other way round');
  await kit.close(page);
});

test('narrow screens: the rule covers no letter of a Bridg-It board, and the board stays when a game begins', async () => {
  for (const width of [390, 320]) {
    const page = await open({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
    await page.click('#room-bridgit');
    await page.waitForSelector('#board .coordinate');
    await kit.settled(page);
    const { rule, letters } = await page.evaluate(() => ({
      rule: document.querySelector('#rule').getBoundingClientRect().bottom,
      letters: [...document.querySelectorAll('#board .coordinate')].map((text) => text.getBoundingClientRect().top),
    }));
    assert.ok(Math.min(...letters) >= rule, `${width}: letters at ${Math.min(...letters)}, the rule ends at ${rule}`);
    const before = await page.getAttribute('#board .world', 'transform');
    await kit.click(page, await kit.crossing(page, 3, 3));
    await kit.moved(page, 2);
    assert.equal(await page.getAttribute('#board .world', 'transform'), before);
    await kit.close(page);
  }
});

test('a coin is picked and dragged by the coin itself, not only by its node', async () => {
  const page = await open();
  await page.click('#room-coins');
  await kit.gallery(page, 'butler-snowed.coins');
  const names = await page.locator('#board .node .name').allTextContents();
  const coin = async (name) => {
    await kit.settled(page);
    const box = await page
      .locator(`#board [data-node="${names.indexOf(name)}"] .coin`)
      .first()
      .boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, box };
  };
  for (const name of ['G', 'T', '9']) {
    const { x, y, box } = await coin(name);
    const from = await kit.nodeAt(page, names.indexOf(name));
    // At its far end, away from the node, it is the same coin.
    const outwards = { x: x + Math.sign(x - from.x) * (box.width / 2 - 2), y };
    for (const at of [{ x, y }, outwards]) {
      await kit.click(page, at);
      await page.waitForSelector('#board .edge.chosen', { state: 'attached' });
      await page.keyboard.press('Escape');
      await page.waitForSelector('#board .edge.chosen', { state: 'detached' });
    }
  }
  await page.keyboard.press('Escape');
  await kit.drag(page, await coin('G'), await kit.nodeAt(page, names.indexOf('N1')));
  await kit.moved(page, 2);
  assert.match(await kit.text(page, '#moves'), /G → N1/);
  await kit.close(page);
});
