// What the papers draw: circuits, cutsets and co-trees of an edge, its game, the labelling step by step; drawings
// without crossings, and the dual.

import { assert, kit, open, test } from '../stage.mjs';

test('an edge of the principal partition: why it is there, and its game', async () => {
  const page = await open();
  await kit.gallery(page, 'tetrahedron.net');
  const title = await kit.text(page, '#title');
  await kit.overlay(page, 'P, P* and R');
  await kit.settled(page);
  await page.focus('#board');
  await page.keyboard.press(']');
  assert.match(await kit.until(page, '#part', /Edge 1/), /Edge 1 \(1–2\) is in R: whoever moves first wins its game/);
  await page.waitForSelector('#board .stroke.path', { state: 'attached' });
  await page.waitForSelector('#board .stroke.level', { state: 'attached' });
  await page.click('#part-trees');
  await page.waitForSelector('#board .stroke.tree-b', { state: 'attached' });
  await page.fill('#part-edge', '3');
  await kit.until(page, '#part', /Edge 3 .* is in R/);
  // A click plays its game: its ends are the terminals, and the edge is gone.
  await kit.click(page, await kit.between(page, 1, 2, 0.3));
  await kit.until(page, '#title', /Edge \d’s game/);
  assert.match(await kit.text(page, '#title'), /4 nodes, 5 edges/);
  await kit.until(page, '#board', /L.*R/);
  assert.match(await kit.until(page, '#verdict', /wins/), /Whoever moves first wins/);
  await page.keyboard.press('Control+z');
  await kit.until(page, '#title', /Tetrahedron/);
  assert.equal(await kit.text(page, '#title'), title);
  await kit.close(page);
});

test('the labelling of a digraph, step by step, ends with the labels', async () => {
  const page = await open();
  await page.click('#room-coins');
  await kit.settled(page);
  await page.click('#tab-steps');
  await page.click('#chase-start');
  assert.match(await kit.until(page, '#chase-text', /Step 1/), /i = 0/);
  await page.click('#chase-next');
  const first = await kit.text(page, '#chase-text');
  assert.match(first, /^Step 2\. \S+ gets the number 0, with counter 1: /);
  assert.equal(
    await page
      .locator('#board .tag.value')
      .allTextContents()
      .then((all) => all.join('')),
    '0',
  );
  const last = Number(/of (\d+)/.exec(await kit.text(page, '#chase-count'))[1]);
  await page.evaluate((n) => {
    const range = document.querySelector('#sheet input[type=range]');
    range.value = String(n);
    range.dispatchEvent(new Event('input', { bubbles: true }));
  }, last);
  assert.match(await kit.until(page, '#chase-text', /Every node/), /^Step 4\. Every node has a label/);
  const tags = () => page.locator('#board .tag.value').allTextContents();
  await kit.settled(page);
  const told = await tags();
  await page.locator('button', { hasText: 'Hide the steps' }).click();
  await page.click('#tab-why');
  await page.locator('label', { hasText: 'Labels on the nodes' }).click();
  await kit.settled(page);
  assert.deepEqual(told, await tags());
  await kit.close(page);
});

/** Whether two edges cross, in the drawing of the board. */
const crossings = (page, edges) =>
  page.evaluate((pairs) => {
    const at = (i) => {
      const place = document.querySelector(`#board [data-node="${i}"]`).getAttribute('transform');
      return /translate\(([-\d.]+)[ ,]+([-\d.]+)/.exec(place).slice(1).map(Number);
    };
    const turn = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    let count = 0;
    for (const [a, b] of pairs)
      for (const [c, d] of pairs) {
        const [p, q, r, s] = [a, b, c, d].map(at);
        if (turn(p, q, r) * turn(p, q, s) < 0 && turn(r, s, p) * turn(r, s, q) < 0) count++;
      }
    return count;
  }, edges);

test('a planar graph is drawn without crossings, and its dual beside it', async () => {
  const page = await open();
  await kit.gallery(page, 'tetrahedron.net');
  const pairs = [0, 1, 2, 3].flatMap((u) => [0, 1, 2, 3].filter((v) => v > u).map((v) => [u, v]));
  await page.keyboard.press('m');
  await page.click('#tab-edit');
  await page.click('#on-circle');
  await kit.settled(page);
  assert.notEqual(await crossings(page, pairs), 0);
  await page.click('#planar');
  await kit.settled(page);
  assert.equal(await crossings(page, pairs), 0);
  await kit.gallery(page, 'utilities.net');
  await page.keyboard.press('m');
  await page.click('#tab-edit');
  await page.click('#planar');
  await kit.until(page, '#toasts', /not planar/);
  await page.keyboard.press('m');

  // The dual of the bridge is a bridge: what CUT destroys here stays there.
  await kit.gallery(page, 'course.net');
  await page.click('#shows summary');
  await page.locator('label', { hasText: 'The dual network' }).click();
  await kit.until(page, '#dual-note', /crosses/);
  await page.waitForSelector('#second .edge');
  await kit.sit(page, 'both', 'second');
  const point = await page.evaluate(() => {
    const path = document.querySelector('#second .edge.free');
    const { x, y } = path.getPointAtLength(20);
    const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
    return { x: at.x, y: at.y };
  });
  await kit.click(page, point);
  await kit.moved(page, 1);
  await page.waitForSelector('#second .edge.bridge', { state: 'attached' });
  await page.waitForSelector('#board .edge.ghost', { state: 'attached' });
  await kit.gallery(page, 'petersen.net');
  await kit.until(page, '#dual-note', /no dual/);
  await kit.close(page);
});
