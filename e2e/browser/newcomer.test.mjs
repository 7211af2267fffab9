// What a newcomer stumbled over: on small screens, while drawing, by keys, in a lesson, at the end of the ladder.

import { assert, kit, open, test } from '../stage.mjs';

/** Drops a file on the page. */
const drop = (page, name, content) =>
  page.evaluate(
    ([n, c]) => {
      const data = new DataTransfer();
      data.items.add(new File([c], n));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, content],
  );

/** Whether these elements stand in one line, from left to right. */
async function areInLine(page, ...selectors) {
  const boxes = await Promise.all(selectors.map((selector) => page.locator(selector).boundingBox()));
  return boxes.every((box, i) => {
    const last = boxes[i - 1];
    return !last || (box.x >= last.x + last.width && Math.abs(box.y + box.height / 2 - last.y - last.height / 2) < 6);
  });
}

test('on the smallest phone, top and toolbar are one line each, with tools for drawing below', async () => {
  const page = await open({ viewport: { width: 320, height: 640 } });
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await areInLine(page, '.brand svg', '#undo', '#help-button'), 'the top');
  assert.ok(await areInLine(page, '#mode-draw', '#mode-play', '#analysis', '#fit'), 'playing');
  await page.click('#room-coins');
  assert.ok(await areInLine(page, '#mode-draw', '#analysis', '#fit'), 'coins');
  await page.click('#room-networks');
  await page.click('#mode-draw');
  assert.ok(await areInLine(page, '#mode-draw', '#clear', '#fit'), 'drawing');
  assert.ok(await areInLine(page, '#tool-draw', '#tool-erase', '#layout'), 'the tools');
  assert.ok(await fits(), 'nothing is wider than the screen');
  await kit.close(page);
});

test('drawing over a game: no overlay of it, the right panel; nodes are copied by keys; files have its name', async () => {
  const page = await open();
  await kit.gallery(page, 'wheel.net');
  await kit.sit(page, 'first');
  await kit.takeHint(page);
  await kit.moved(page, 2);
  await page.click('#tab-why');
  await page.click('#analysis');
  await page.locator('#overlays label', { hasText: 'The proof' }).click();
  await page.waitForSelector('#board.faint');
  await page.click('#tab-review');
  await page.click('#mode-draw');
  await page.waitForSelector('#tab-edit[aria-selected="true"]');
  await page.waitForSelector('#board:not(.faint)');
  assert.equal(await page.locator('#tab-review').count(), 0);
  assert.ok(await page.evaluate(() => document.querySelector('#tabs').scrollWidth <= innerWidth));
  await page.focus('#board');
  await page.keyboard.press('Control+a');
  await kit.until(page, '#live', /^7 nodes selected/);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  // The toast does not stay for long: both are measured at once.
  const boxes = await page.waitForFunction(() => {
    const all = ['.toast', '#inspector > div'].map((s) => document.querySelector(s)?.getBoundingClientRect().toJSON());
    return /14 nodes, 24 edges/.test(document.querySelector('#title').textContent) && all.every(Boolean) && all;
  });
  const [over, under] = await boxes.jsonValue();
  assert.ok(over.y + over.height <= under.y, 'that the game has ended is not said over what can be done');
  await kit.settled(page);
  const frame = await page.locator('#board').boundingBox();
  for (const disc of await page.locator('#board .node .disc').all()) {
    const { x, y, width, height } = await disc.boundingBox();
    assert.ok(x >= frame.x && x + width <= frame.x + frame.width, 'the copy is in sight');
    assert.ok(y >= frame.y && y + height <= under.y, 'and not under what can be done with it');
  }
  await page.keyboard.press('Control+x');
  await kit.until(page, '#title', /7 nodes, 12 edges/);
  await kit.board(page, 'save');
  await page.fill('#save-name', 'My wheel');
  await page.click('#save-board');
  await kit.until(page, '#saved', /in the gallery/);
  for (const ending of ['svg', 'tikz', 'graph'])
    assert.match((await kit.download(page, `#export-${ending}`)).name, /^my-wheel\.(svg|tex|net)$/);
  await page.click('#part-gallery');
  const path = page.locator('[data-saved="My wheel"] sy-thumb path').first();
  assert.equal((await path.getAttribute('d')).match(/M/g).length, 12, 'a picture of what was saved');
  const twins = await page.locator('[data-board="parallel.net"] sy-thumb path').first().getAttribute('d');
  assert.equal(new Set(twins.split('M')).size, 3, 'two edges, not one upon the other');
  await drop(page, 'broken.net', '2\n1\n1\n2\n1 x\n');
  await kit.until(page, '.toast.bad', /line 5/);
  await drop(page, 'good.net', '2\n1\n1\n2\n1 2\n');
  await kit.until(page, '#title', /good\.net/);
  assert.equal(await page.locator('.toast.bad').count(), 0, 'what was wrong with another file is over');
  await kit.close(page);
});

test('by keys the hint can be played at once', async () => {
  const page = await open();
  await page.focus('#board');
  await page.keyboard.press(']');
  await page.keyboard.press('Enter');
  await kit.moved(page, 2);
  await kit.settled(page);
  await page.keyboard.press('h');
  await kit.until(page, '#live', /^Try edge/);
  await page.keyboard.press('Enter');
  await kit.moved(page, 3);
  await kit.close(page);
});

test('at the top of the ladder another board is offered, and help is said not to count', async () => {
  const page = await open();
  await kit.sit(page, 'first', 'first', 'perfect');
  for (const count of [1, 3, 5]) {
    await kit.takeHint(page);
    await kit.moved(page, count);
    await kit.settled(page);
  }
  assert.match(await kit.text(page, '#ending'), /You win\..*does not count/s);
  await page.click('#other-board');
  await page.waitForSelector('#tab-boards[aria-selected="true"]');
  // Another room begins with its rules.
  await page.click('#room-coins');
  await kit.until(page, '#announcement', /cannot move loses/);
  await kit.close(page);
});

test('the lesson about ∞ shows the numbers it speaks of; Bridg-It’s speaks of gaps', async () => {
  const page = await open({ path: '/#lesson=coins.4' });
  const labels = async () => {
    await kit.settled(page);
    return (await page.locator('#board .tag.value').allTextContents()).filter(Boolean);
  };
  assert.equal((await labels()).filter((label) => label === '?').length, 4);
  assert.equal((await labels()).filter((label) => /^\d$/.test(label)).length, 11);
  await page.fill('#label-field', '∞ 1');
  await page.click('#check');
  await kit.until(page, '#judged', /Right/);
  assert.equal((await labels()).filter((label) => label === '∞(1)').length, 2);
  await page.evaluate(() => (location.hash = 'lesson=bridgit.1'));
  await kit.until(page, '#answer', /gap between two dots/);
  await kit.close(page);
});

test('sizes are whole numbers, Enter is enough, and every wish for a winner is granted at the sizes offered', async () => {
  const page = await open();
  await page.click('#room-bridgit');
  await kit.board(page, 'size');
  await page.fill('#field-size', '7.5');
  await page.keyboard.press('Enter');
  await kit.until(page, '#sheet .error', /whole number from 2 to 40/);
  await page.fill('#field-size', '6');
  await page.keyboard.press('Enter');
  await kit.until(page, '#title', /M = 6/);
  await page.click('#room-networks');
  await kit.board(page, 'random');
  let before = await kit.text(page, '#title');
  for (const outcome of ['cut', 'short', 'first']) {
    await page.selectOption('#outcome', outcome);
    await page.focus('#field-edges');
    await page.keyboard.press('Enter');
    await page.waitForFunction((old) => document.querySelector('#title').textContent !== old, before);
    before = await kit.text(page, '#title');
    assert.match(before, /^random, seed \d+ · 12 nodes, 20 edges/, outcome);
  }
  await page.fill('#field-edges', '40');
  await page.selectOption('#outcome', 'cut');
  await page.click('#random');
  await kit.until(page, '#sheet .error', /Try fewer edges/);
  await kit.close(page);
});
