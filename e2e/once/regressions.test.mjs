// What was once wrong on the screen, each as a person met it.

import { assert, kit, open, test } from '../stage.mjs';

/** How many edges are drawn, whoever owns them. */
const drawn = async (page) => {
  await kit.settled(page);
  return page
    .locator('#board .edges path.edge')
    .evaluateAll((list) => list.reduce((sum, path) => sum + path.getAttribute('d').match(/M/g).length, 0));
};

test('a smaller board leaves nothing of the larger one before it, in any room', async () => {
  const page = await open();
  for (const [large, small, edges] of [
    ['class-size.net', 'course.net', 5],
    ['near-threshold.net', 'odd-bits.net', null],
  ]) {
    await kit.gallery(page, large);
    await kit.until(page, '#title', /\d{3,} edges/);
    await kit.gallery(page, small);
    const count = edges ?? Number(/(\d+) edges/.exec(await kit.text(page, '#title'))[1]);
    assert.equal(await drawn(page), count, small);
  }
  await kit.gallery(page, 'class-size.net');
  await kit.until(page, '#title', /5000 edges/);
  await page.click('#room-coins');
  await kit.until(page, '#title', /arrows/);
  const arrows = Number(/(\d+) arrows/.exec(await kit.text(page, '#title'))[1]);
  assert.equal(await drawn(page), arrows);
  await kit.close(page);
});

test('currents that are refused cost only the currents: the game goes on', async () => {
  const page = await open();
  await kit.overlay(page, 'Currents');
  await kit.gallery(page, 'class-size.net');
  await kit.until(page, '#title', /5000 edges/);
  await page.click('#tab-why');
  await kit.until(page, '#verdict', /SHORT wins/);
  await kit.until(page, '#refused', /up to 2,000 edges; this network has 5,000/);
  assert.ok((await page.locator('#overlays input').count()) > 3, 'the list of overlays stays');
  await page.click('#tab-play');
  await kit.sit(page, 'second', 'second');
  await kit.playNext(page);
  await kit.moved(page, 2);
  assert.equal(await page.locator('.toast.bad').count(), 0);
  await kit.close(page);
});

test('a destroyed edge is not in the exported picture', async () => {
  const page = await open();
  await kit.paste(page, '3\n3\n1\n2\n1 2\n1 3\n2 3\n');
  await page.click('#shows summary');
  await page.locator('label', { hasText: 'Ghosts' }).click();
  await kit.sit(page, 'both', 'second');
  await kit.playNext(page);
  await kit.moved(page, 1);
  await kit.board(page, 'save');
  const { bytes } = await kit.download(page, '#export-svg');
  const wide = String(bytes)
    .match(/<path [^>]*>/g)
    .filter((path) => /stroke="rgb\(184, 64, 10\)"/.test(path) && !/opacity="0"/.test(path));
  assert.deepEqual(wide, []);
  await kit.close(page);
});

test('help opens at its beginning, at every size', async () => {
  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 390, height: 700 },
  ]) {
    const page = await open({ viewport });
    await page.keyboard.press('?');
    await page.waitForSelector('#help[open]');
    assert.equal(await page.evaluate(() => document.querySelector('#help').scrollTop), 0);
    const { y } = await page.locator('#help-title').boundingBox();
    assert.ok(y > 0 && y < 200, `the title stands at ${y}`);
    await kit.close(page);
  }
});

/** Whether every part of a path runs level. */
const level = (d) =>
  d
    .split('M')
    .filter(Boolean)
    .every((part) => {
      const [, y0, , y1] = part.match(/-?[\d.]+/g).map(Number);
      return y0 === y1;
    });

test('Bridg-It as CUT: pointer, hint and answers show CUT’s own bridges', async () => {
  const page = await open();
  await page.click('#room-bridgit');
  await page.waitForSelector('#board .dots.short');
  await kit.sit(page, 'second', 'second', 'perfect');
  await kit.settled(page);
  const at = await kit.crossing(page, 3, 3);
  await page.mouse.move(at.x, at.y);
  await page.waitForSelector('#board path.cursor', { state: 'attached' });
  assert.ok(level(await page.locator('#board path.cursor').getAttribute('d')), 'the preview lies level');
  await page.click('#hint');
  await page.waitForSelector('#board .edge.hint', { state: 'attached' });
  const hint = await page.locator('#board .edge.hint').getAttribute('d');
  const middle = await page.locator('#board .edge.hint').evaluate((path) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
    const p = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
    return { x: p.x, y: p.y };
  });
  await kit.click(page, middle);
  await kit.moved(page, 2);
  await kit.settled(page);
  const mine = await page.locator('#board .edge.cut').evaluateAll((list) => list.map((p) => p.getAttribute('d')));
  assert.ok(mine.join(' ').includes(hint), 'the hint was the bridge that is laid');
  await kit.overlay(page, 'Reply path');
  await page.waitForSelector('#board .stroke.answer', { state: 'attached' });
  const answers = await page
    .locator('#board .stroke.answer')
    .evaluateAll((list) => list.map((p) => p.getAttribute('d')));
  for (const part of answers.join('').split('M').filter(Boolean)) {
    const [x0, y0, x1, y1] = part.match(/-?[\d.]+/g).map(Number);
    // CUT's bridges lie level over the odd columns and stand over the even ones.
    assert.equal(y0 === y1, ((x0 + x1) / 2 / 44) % 2 === 1, part);
  }
  await kit.close(page);
});

test('while a reply is explained, SHORT’s edges stay blue', async () => {
  const page = await open();
  // Exactly two trees: every edge that is cut breaks one.
  await kit.gallery(page, 'tetrahedron.net');
  await kit.sit(page, 'second', 'second', 'perfect');
  await kit.playNext(page);
  await kit.moved(page, 2);
  await kit.overlay(page, 'Reply path');
  await page.waitForSelector('#board .stroke.hit', { state: 'attached' });
  const hidden = await page.evaluate(() => {
    const parts = (selector) =>
      [...document.querySelectorAll(selector)].flatMap((path) => path.getAttribute('d').match(/M[^M]*/g));
    const above = parts('#board .strokes path');
    return parts('#board .edge.short').filter((d) => above.includes(d));
  });
  assert.deepEqual(hidden, []);
  await kit.close(page);
});

test('a coin game that goes round is noticed and can be drawn', async () => {
  const page = await open();
  await page.click('#room-coins');
  await kit.until(page, '#title', /snowed in/);
  await kit.gallery(page, 'butler-thawed.coins');
  await kit.sit(page, 'both');
  const names = await page.locator('#board .node .name').allTextContents();
  const [e, n2] = [names.indexOf('E'), names.indexOf('N2')];
  for (let i = 0; i < 4; i++) {
    for (const [from, to] of [
      [e, n2],
      [n2, e],
    ]) {
      const count = await page.locator('#moves [data-at]').count();
      await kit.click(page, await kit.nodeAt(page, from));
      await page.waitForSelector('#board .edge.chosen', { state: 'attached' });
      await kit.click(page, await kit.nodeAt(page, to));
      await kit.moved(page, count + 1);
    }
    if (await page.locator('#offer-draw').count()) break;
  }
  await kit.until(page, '#repeated', /third time/);
  await page.click('#offer-draw');
  await kit.until(page, '#announcement', /a draw/i);
  assert.equal(await page.locator('#hint[aria-disabled]').count(), 1, 'the game is over');
  // Two machines that go round end by themselves.
  await page.click('#leave');
  await kit.seat(page, 'watch');
  await page.selectOption('#opponent', 'perfect');
  await page.selectOption('#other', 'perfect');
  await page.click('#start');
  await page.fill('#pace', '0');
  await kit.until(page, '#announcement', /a draw/i);
  await kit.close(page);
});
