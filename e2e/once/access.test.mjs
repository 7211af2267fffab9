// For everyone: keyboard alone, what is heard, small screens, touch, axe in every room.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { assert, kit, open, test } from '../stage.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong, in short: everything, and in the other colours what depends on colours.
 * @param {import('playwright-core').Page} page
 */
async function axe(page) {
  // Through the debugger: the page's own policy forbids foreign scripts, and rightly.
  const session = await page.context().newCDPSession(page);
  const evaluate = (expression) =>
    session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  if ((await evaluate('typeof axe')).result.value === 'undefined') await evaluate(AXE);
  const { result } = await evaluate(`(${examine})()`);
  await session.detach();
  return JSON.parse(result.value);
}

/** Runs in the page. */
async function examine() {
  const root = document.documentElement;
  const was = root.dataset.theme;
  const found = [];
  for (const theme of [was, was === 'dark' ? 'light' : 'dark']) {
    root.dataset.theme = theme;
    const only = theme === was ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], ...only });
    for (const { id, nodes } of violations)
      found.push([theme, id, nodes.map((n) => `${n.target.join(' ')} ${n.any[0]?.message ?? ''}`)]);
  }
  root.dataset.theme = was;
  return JSON.stringify(found);
}

test('axe finds nothing in any room or panel, light or dark', async () => {
  const page = await open();
  for (const room of ['networks', 'bridgit', 'coins']) {
    await page.click(`#room-${room}`);
    await page.click('#tab-play');
    await page.waitForSelector('#start');
    for (const way of ['both', 'watch', 'choose', 'machine']) {
      await page.click(`#way-${way}`);
      assert.deepEqual(await axe(page), [], `${room}: seats, ${way}`);
    }
    await kit.sit(page, 'first');
    if (room !== 'coins') await page.click('#pass');
    else await page.locator('#board').focus();
    for (const way of ['why', 'review']) {
      if (await page.locator(`#tab-${way}`).count()) await page.click(`#tab-${way}`);
      assert.deepEqual(await axe(page), [], `${room}: ${way}, without analysis`);
    }
    await kit.analyse(page);
    const tabs = { coins: ['play', 'why', 'boards'], rest: ['play', 'why', 'steps', 'review', 'boards'] };
    for (const tab of tabs[room] ?? tabs.rest) {
      await page.click(`#tab-${tab}`);
      if (await page.locator('#chase-start').count()) await page.click('#chase-start');
      await kit.settled(page);
      assert.deepEqual(await axe(page), [], `${room}: ${tab}`);
    }
    for (const part of await page.locator('[id^=part-]').all()) {
      await part.click();
      assert.deepEqual(await axe(page), [], `${room}: boards, ${await part.innerText()}`);
    }
    await page.click('#tab-play');
    await page.click('#resign');
    await page.waitForSelector('#again');
    assert.deepEqual(await axe(page), [], `${room}: the end`);
    await page.click('#analysis');
    if (room !== 'bridgit') {
      await page.click('#mode-draw');
      await page.focus('#board');
      await page.keyboard.press(']');
      await page.waitForSelector('#node-name');
      assert.deepEqual(await axe(page), [], `${room}: drawing`);
      await page.click('#mode-play');
    }
  }
  await page.keyboard.press('?');
  await page.waitForSelector('#help[open]');
  assert.deepEqual(await axe(page), [], 'help');
  await kit.close(page);
});

test('axe finds nothing in lessons and puzzles', async () => {
  const page = await open();
  await page.click('#room-learn');
  await page.waitForSelector('#lesson-next');
  assert.deepEqual(await axe(page), [], 'a lesson');
  await page.click('#all-lessons');
  assert.deepEqual(await axe(page), [], 'the lessons');
  for (const address of ['only-move.1.1', 'who-wins.1.1', 'two-trees.1.1', 'label.1.1', 'keep-draw.1.1']) {
    await page.evaluate((to) => (location.hash = to), `puzzle=${address}`);
    await page.waitForFunction((to) => document.querySelector('#streak') && location.hash.endsWith(to), address);
    await kit.settled(page);
    assert.deepEqual(await axe(page), [], address);
  }
  await page.click('#reveal');
  await page.waitForSelector('#judged');
  assert.deepEqual(await axe(page), [], 'an answer');
  await kit.close(page);
});

test('keyboard alone: draw, choose terminals, play and win', async () => {
  const page = await open();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Tab', 'Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'board', 'the skip link leads to the board');
  await kit.settled(page);
  assert.equal(await page.locator('.toast').count(), 0, 'which is no board of somebody else');
  await press('m');
  await page.focus('#clear');
  await press('Enter', 'g');
  // Two nodes, two edges between them.
  await press('n', 'l', 'n', 'r');
  await kit.until(page, '#title', /2 nodes/);
  for (let i = 0; i < 2; i++) await press('e', ']', 'e');
  await kit.until(page, '#title', /2 nodes, 2 edges/);
  await press('m');
  await kit.seat(page, 'choose');
  await press('s');
  await kit.until(page, '#announcement', /i am the connect player/);
  await press('g', ']', 'Enter');
  await kit.until(page, '#announcement', /i win/);
  // The other way round: be SHORT, move first.
  await press('b');
  await page.waitForSelector('#resign:not([aria-disabled])');
  await page.focus('#leave');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'leave');
  await press('Enter');
  await page.focus('#way-machine');
  await press('Enter');
  await page.focus('#seat-first');
  await press('Space');
  await page.focus('#start');
  await press('Enter', 'g', 'h', 'ArrowRight', 'Enter');
  await kit.until(page, '#announcement', /you win/);
  await press(',');
  await kit.until(page, '#turn', /looking back/);
  await press('Control+z', 'Control+y', '?');
  await page.waitForSelector('#help[open]');
  await press('Escape');
  await kit.close(page);
});

test('keyboard alone: a coin is chosen and pushed, Bridg-It is played', async () => {
  const page = await open();
  await page.keyboard.press('3');
  await kit.until(page, '#title', /campus/i);
  await kit.seat(page, 'both');
  await page.keyboard.press('Escape');
  await page.locator('#board').focus();
  await page.keyboard.press('s');
  await page.waitForSelector('#resign');
  await page.click('#hint');
  for (let i = 0; i < 60 && !(await page.locator('#moves li').count()); i++) {
    await page.locator('#board').focus();
    await page.keyboard.press(']');
    const heard = await page.textContent('#live');
    if (/^Arrow .*, (9|G|T) to /.test(heard)) await page.keyboard.press('Enter');
    await kit.settled(page);
  }
  await page.waitForSelector('#moves li');
  await page.keyboard.press('2');
  await page.waitForSelector('#board .dots.short');
  await page.locator('#board').focus();
  await page.keyboard.press('s');
  await page.waitForSelector('#resign');
  await page.locator('#board').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  assert.match(await page.textContent('#live'), /^Edge [A-S]\d+, .*free/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#moves li');
  await kit.close(page);
});

test('moves are told to those who listen', async () => {
  const page = await open();
  await kit.gallery(page, 'parallel.net');
  await kit.sit(page, 'choose');
  await kit.until(page, '#live', /i am the connect player/);
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector('#live').textContent)).observe(
      document.querySelector('#live'),
      { childList: true, subtree: true, characterData: true },
    );
  });
  await kit.playNext(page);
  await kit.until(page, '#announcement', /i win/);
  const heard = (await page.evaluate(() => window.heard)).join(' | ');
  for (const word of [/Edge 1/, /CUT plays edge 1/, /SHORT plays edge 2/, /SHORT has won/]) assert.match(heard, word);
  await kit.close(page);
});

test('a phone of 320 pixels: everything fits, touch plays, two fingers zoom', async () => {
  const page = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  for (const room of ['networks', 'bridgit', 'coins']) {
    await page.tap(`#room-${room}`);
    for (const tab of ['why', 'boards', 'play']) {
      await page.tap(`#tab-${tab}`);
      await kit.settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `${room}/${tab} is ${wide} pixels wide`);
      const cut = await page
        .locator('#rooms button')
        .evaluateAll((all) => all.filter((b) => b.scrollWidth > b.clientWidth).map((b) => b.textContent));
      assert.deepEqual(cut, [], 'the rooms have room for their names');
    }
  }
  await page.tap('#room-networks');
  await kit.gallery(page, 'parallel.net');
  await kit.seat(page, 'choose');
  await page.tap('#start');
  await kit.until(page, '#announcement', /i am the connect/);
  await page.evaluate(() => scrollTo(0, 0));
  const [a, b] = [await kit.nodeAt(page, 0), await kit.nodeAt(page, 1)];
  // Two parallel edges: one bends up, the other down.
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  await page.touchscreen.tap(middle.x, middle.y - 12);
  await kit.until(page, '#announcement', /i win/);
  const before = await page.getAttribute('#board .world', 'transform');
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await page.evaluate(() => scrollTo(0, 0));
  const { x, y } = await kit.nodeAt(page, 0);
  await touch('touchStart', [x + 60, y + 40], [x + 100, y + 40]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [x + 60 - 6 * i, y + 40], [x + 100 + 6 * i, y + 40]);
  await touch('touchEnd');
  // The drawing follows when the fingers rest.
  const scale = (t) => Number(/scale\(([\d.]+)\)/.exec(t)[1]);
  await page.waitForFunction(
    (least) =>
      Number(/scale\(([\d.]+)\)/.exec(document.querySelector('#board .world').getAttribute('transform'))[1]) > least,
    scale(before) * 1.3,
  );
  await kit.close(page);
});

test('narrow screens: the rule lies above the drawing, nodes can be read, and choices stand in one line', async () => {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const id of ['petersen.net', 'cube.net']) {
    await kit.gallery(page, id);
    await page.evaluate(() => scrollTo(0, 0));
    await kit.settled(page);
    const { rule, nodes } = await page.evaluate(() => ({
      rule: document.querySelector('#rule').getBoundingClientRect().bottom,
      nodes: [...document.querySelectorAll('#board .node')].map((node) => {
        const { top, width } = node.getBoundingClientRect();
        return { top, width };
      }),
    }));
    for (const { top, width } of nodes) {
      assert.ok(top > rule - 4, `${id}: a node at ${top}, the rule ends at ${rule}`);
      assert.ok(width >= 20, `${id}: a node ${width} pixels wide`);
    }
  }
  await kit.seat(page, 'watch');
  await page.waitForFunction(() => !document.querySelector('#rule').textContent.includes('your first move'));
  await kit.seat(page, 'machine');
  await page.setViewportSize({ width: 1024, height: 768 });
  await kit.settled(page);
  const tops = await page
    .locator('[id^=way-]')
    .evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)));
  assert.equal(new Set(tops).size, 1, `${tops}`);
  await kit.close(page);
});

test('reduced motion is honoured, and motion is there without it', async () => {
  const calm = await open({ reducedMotion: 'reduce' });
  await kit.seat(calm, 'choose');
  await calm.waitForSelector('.phosphor');
  assert.equal(
    await calm.evaluate(() => getComputedStyle(document.querySelector('.phosphor'), '::after').animationName),
    'none',
  );
  await kit.close(calm);
  const lively = await open({ reducedMotion: 'no-preference' });
  await kit.seat(lively, 'choose');
  await lively.waitForSelector('.phosphor');
  assert.equal(
    await lively.evaluate(() => getComputedStyle(document.querySelector('.phosphor'), '::after').animationName),
    'blink',
  );
  await kit.close(lively);
});

test('the bell is silent until asked for', async () => {
  const page = await open();
  await page.evaluate(() => {
    window.rung = 0;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      createOscillator() {
        window.rung++;
        return super.createOscillator();
      }
    };
  });
  await kit.gallery(page, 'parallel.net');
  const lose = async () => {
    await kit.sit(page, 'choose');
    await page.waitForSelector('#resign:not([aria-disabled])');
    await kit.playNext(page);
    await kit.until(page, '#announcement', /i win/);
    await page.click('#leave');
  };
  await lose();
  assert.equal(await page.evaluate(() => window.rung), 0);
  await page.click('#sound');
  const tried = await page.evaluate(() => window.rung);
  await lose();
  assert.ok((await page.evaluate(() => window.rung)) > tried, 'the machine’s win rings');
  await kit.close(page);
});
