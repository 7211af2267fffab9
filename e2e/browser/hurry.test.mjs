// In a hurry: a server that answers late, out of order or not at all, while somebody types and
// clicks on. Every answer is held back until the test lets it go; nothing here waits for a time.

import { assert, kit, open, test } from '../stage.mjs';

const moves = (page) => page.locator('#moves li').allTextContents();

test('two people play faster than the server answers: every move counts, in order', async () => {
  const page = await open();
  await kit.gallery(page, 'figure-3.net');
  await kit.seat(page, 'both');
  const server = await kit.holdBack(page, '**/switching/analyse');
  await page.click('#start');
  for (let i = 0; i < 3; i++) await kit.playNext(page);
  // The first is on the board; the others wait for the server, and are seen to.
  await kit.moved(page, 1);
  assert.equal(await page.getAttribute('#boards', 'aria-busy'), 'true');
  assert.equal((await moves(page)).length, 1);
  assert.ok(await page.locator('#board .edge.chosen').count());
  await server.next();
  await kit.moved(page, 2);
  await server.free();
  await kit.moved(page, 3);
  assert.deepEqual(
    (await moves(page)).map((m) => /edge (\d)/.exec(m)[1]),
    ['1', '2', '3'],
  );
  await kit.settled(page);
  await kit.close(page);
});

test('while the machine thinks: moves are refused, undo is not, and its late reply is nobody’s', async () => {
  const page = await open();
  await kit.gallery(page, 'figure-3.net');
  await kit.sit(page, 'first');
  await kit.settled(page);
  const server = await kit.holdBack(page, '**/switching/analyse');
  await kit.playNext(page);
  await server.some(1);
  await kit.playNext(page);
  await kit.until(page, '#toasts', /CUT’s turn/);
  assert.equal((await moves(page)).length, 1);
  await page.keyboard.press('Control+z');
  await kit.until(page, '#turn', /SHORT to move/);
  await server.next();
  await kit.settled(page);
  assert.deepEqual(await moves(page), []);
  // Another move, taken back from the keyboard while its reply is under way; then a third.
  for (const key of [']', 'Enter']) await page.keyboard.press(key);
  // A question that is taken back before it has left the browser is never asked.
  await server.some(1);
  for (const key of ['b', ']', ']', 'Enter']) await page.keyboard.press(key);
  await server.some(2);
  await server.next('last');
  await kit.moved(page, 2);
  await server.free();
  await kit.settled(page);
  assert.equal((await moves(page)).length, 2);
  await kit.close(page);
});

test('another room meanwhile: the reply does not follow, and comes when one returns', async () => {
  const page = await open();
  await kit.gallery(page, 'wheel.net');
  await kit.sit(page, 'second', 'second');
  await kit.settled(page);
  const server = await kit.holdBack(page, '**/switching/analyse');
  await kit.playNext(page);
  await server.some(1);
  await page.keyboard.press('3');
  await kit.until(page, '#title', /campus/i);
  await server.next();
  await kit.settled(page);
  assert.equal(await page.locator('#moves li').count(), 0);
  await server.free();
  await page.keyboard.press('1');
  await kit.moved(page, 2);
  await kit.close(page);
});

test('two boards at once: the one chosen last is opened, whichever comes last', async () => {
  const page = await open();
  const server = await kit.holdBack(page, '**/gallery/*');
  await page.click('#tab-boards');
  await page.click('[data-board="cube.net"]');
  await server.some(1);
  await page.click('[data-board="wheel.net"]');
  await server.some(2);
  await kit.until(page, '#title', /Wheel is on its way/);
  await server.next('last');
  await kit.until(page, '#title', /^Wheel ·/);
  await server.next();
  await kit.settled(page);
  assert.match(await page.textContent('#title'), /^Wheel ·/);
  // While one is on its way, nobody sits down at the other; drawing calls it back.
  await page.click('[data-board="cube.net"]');
  await server.some(1);
  await page.click('#tab-play');
  await page.keyboard.press('s');
  await kit.until(page, '#toasts', /Cube is on its way/);
  assert.equal(await page.getAttribute('#start', 'aria-disabled'), 'true');
  await page.click('#mode-draw');
  await kit.click(
    page,
    await page
      .locator('#board')
      .evaluate((svg) => ({ x: svg.getBoundingClientRect().x + 30, y: svg.getBoundingClientRect().y + 30 })),
  );
  await kit.until(page, '#title', /8 nodes/);
  await server.free();
  await kit.settled(page);
  assert.match(await page.textContent('#title'), /8 nodes/);
  await kit.close(page);
});

test('the side is chosen once, however often one presses', async () => {
  const page = await open();
  await kit.gallery(page, 'parallel.net');
  await kit.seat(page, 'choose');
  const server = await kit.holdBack(page, '**/switching/analyse');
  await page.focus('#start');
  for (let i = 0; i < 4; i++) await page.keyboard.press('Enter');
  await kit.until(page, '#announcement', /I look at the board/);
  assert.equal(
    await page.evaluate(() => document.activeElement.id),
    'start',
    'what is off for a moment keeps the focus',
  );
  await server.next();
  await kit.until(page, '#announcement', /i am the connect player/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'sheet', 'what is gone leaves it in the panel');
  await server.free();
  await kit.playNext(page);
  await kit.until(page, '#announcement', /i win/);
  await kit.close(page);
});

test('buttons stay the same elements, with the focus, under a late answer', async () => {
  const page = await open();
  await kit.gallery(page, 'figure-3.net');
  await kit.sit(page, 'first');
  await kit.settled(page);
  const server = await kit.holdBack(page, '**/switching/analyse');
  await page.evaluate(() => {
    window.was = Object.fromEntries(
      ['hint', 'back', 'pass', 'resign', 'rematch', 'leave', 'announcement', 'turn'].map((id) => [
        id,
        document.getElementById(id),
      ]),
    );
  });
  await page.focus('#pass');
  await page.keyboard.press('Enter');
  await server.some(1);
  // A button is held down while the answer comes: it stays where it is until it is let go.
  const box = await page.locator('#resign').boundingBox();
  const at = () => page.locator('#resign').boundingBox();
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await server.next();
  await page.waitForFunction(() => document.querySelector('#live').textContent.startsWith('CUT plays'));
  assert.deepEqual(await at(), box);
  assert.equal((await moves(page)).length, 1);
  await page.mouse.up();
  await kit.moved(page, 2);
  assert.deepEqual(
    await page.evaluate(() =>
      Object.entries(window.was)
        .filter(([id, element]) => document.getElementById(id) !== element)
        .map(([id]) => id),
    ),
    [],
  );
  await page.focus('#hint');
  await kit.playNext(page);
  await page.focus('#hint');
  await server.free();
  await kit.moved(page, 4);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'hint');
  await kit.close(page);
});

test('typing in a field is not disturbed by answers', async () => {
  const page = await open();
  const server = await kit.holdBack(page, '**/switching/analyse');
  await page.click('#mode-draw');
  await kit.click(page, await standing(page, 0));
  await page.focus('#node-name');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('sta');
  await server.free();
  await page.keyboard.type('tion');
  assert.equal(await page.inputValue('#node-name'), 'station');
  await page.keyboard.press('Enter');
  await kit.until(page, '#board [data-node="0"] .name', /station/);
  await kit.close(page);
});

/** Where a node stands, without waiting for the server. */
const standing = (page, index) =>
  page.locator(`#board [data-node="${index}"] .disc`).evaluate(async (disc) => {
    // The board may be about to be fitted into its new frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { x, y, width, height } = disc.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });

test('keys before the page has its boards', async () => {
  const page = await open();
  await kit.kept(page);
  const server = await kit.holdBack(page, '**/files/read');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', location.pathname);
    // What is kept on leaving would bring the boards back.
    Storage.prototype.setItem = () => {};
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await server.some(2);
  await page.keyboard.press('2');
  await page.waitForSelector('#board .dots.short');
  await server.free();
  await kit.ready(page);
  assert.equal(await page.getAttribute('#room-bridgit', 'aria-current'), 'page');
  await page.keyboard.press('1');
  await kit.until(page, '#title', /nodes/);
  await kit.settled(page);
  assert.ok(Number(/(\d+) nodes/.exec(await page.textContent('#title'))[1]) > 1);
  await kit.close(page);
});

test('a click on the board counts where it came down, though the board shrinks meanwhile', async () => {
  const page = await open();
  await kit.gallery(page, 'series.net');
  await kit.sit(page, 'both');
  const [a, b] = [await kit.nodeAt(page, 0), await kit.nodeAt(page, 1)];
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
  await page.mouse.down();
  await page.setViewportSize({ width: 900, height: 600 });
  await kit.settled(page);
  await page.mouse.up();
  await kit.moved(page, 1);
  await kit.close(page);
});
