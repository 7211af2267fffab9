// The room of networks: drawing by pointing, playing as each side, seeing why.

import { assert, kit, open, test } from '../stage.mjs';

const COURSE = {
  nodes: [
    [200, 340],
    [440, 220],
    [440, 480],
    [680, 340],
  ],
  edges: [
    [0, 1],
    [1, 3],
    [1, 2],
    [0, 2],
    [2, 3],
  ],
};

/** Draws the course's network with the mouse alone. */
async function drawCourse(page) {
  await page.click('#mode-draw');
  await page.click('#clear');
  await page.click('#tool-draw');
  for (const [x, y] of COURSE.nodes) await page.mouse.click(x, y);
  await kit.until(page, '#title', /4 nodes/);
  for (const [u, v] of COURSE.edges) await kit.drag(page, await kit.nodeAt(page, u), await kit.nodeAt(page, v));
  await page.click('#tool-terminals');
  await kit.click(page, await kit.nodeAt(page, 0));
  await kit.click(page, await kit.nodeAt(page, 3));
  assert.match(await kit.text(page, '#title'), /4 nodes, 5 edges/);
  await page.click('#mode-play');
}

const over = /\bwins?\.|you lose/;
const SETTLED = /your move|to move|you move first|\bwins?\.|you lose/;

/** Plays free edges from the keyboard until the game is over. */
async function playOut(page, hints = false) {
  for (let i = 0; i < 60; i++) {
    const said = await kit.until(page, '#announcement', SETTLED);
    if (over.test(said.toLowerCase())) return said;
    const before = await page.locator('#moves li').count();
    await (hints ? kit.takeHint : kit.playNext)(page);
    await kit.moved(page, before + 1);
  }
  throw new Error('the game does not end');
}

test('the course’s network is drawn by pointing and lost as either side', async () => {
  const page = await open();
  await drawCourse(page);
  for (const side of ['short', 'cut']) {
    await kit.sit(page, 'choose');
    await kit.until(page, '#announcement', /see my first move, you choose which player/);
    assert.equal(await page.locator('#board .edge.offer').count(), 1, 'the offered edge is marked');
    await page.click(`#take-${side}`);
    assert.match(await playOut(page), /i win/i);
    await page.click('#leave');
  }
  await kit.close(page);
});

test('who moves first wins it, with the hints', async () => {
  const page = await open();
  await drawCourse(page);
  for (const side of ['first', 'second']) {
    await kit.sit(page, side, side, 'perfect');
    assert.match(await playOut(page, true), /you win/i);
    await page.click('#leave');
  }
  await kit.close(page);
});

test('the machine takes the side that wins even second', async () => {
  const page = await open();
  await kit.board(page, 'random');
  for (const [outcome, words] of [
    ['short', /i am the connect player, you move first/],
    ['cut', /i am the cut player, you move first/],
  ]) {
    await page.fill('#field-nodes', '7');
    await page.fill('#field-edges', outcome === 'short' ? '13' : '9');
    await page.selectOption('#outcome', outcome);
    await page.click('#random');
    await kit.until(page, '#title', outcome === 'short' ? /7 nodes, 13 edges/ : /7 nodes, 9 edges/);
    await page.click('#tab-play');
    await kit.sit(page, 'choose');
    await kit.until(page, '#announcement', words);
    assert.match(await playOut(page), /i win/i);
    await page.click('#tab-boards');
  }
  await kit.close(page);
});

test('an impossible wish is refused beside the fields', async () => {
  const page = await open();
  await kit.board(page, 'random');
  await page.fill('#field-nodes', '3');
  await page.fill('#field-edges', '30');
  await page.click('#random');
  await page.waitForSelector('.group:has(#random) .error');
  assert.match(await kit.text(page, '.group:has(#random) .error'), /edges/);
  await kit.close(page);
});

test('nodes move and the edges follow; loops and parallels show; names, snap, erase', async () => {
  const page = await open();
  await page.click('#mode-draw');
  await page.click('#clear');
  await page.mouse.click(300, 400);
  await page.mouse.click(600, 400);
  for (let i = 0; i < 2; i++) await kit.drag(page, await kit.nodeAt(page, 0), await kit.nodeAt(page, 1));
  await kit.until(page, '#title', /2 edges/);
  const d = async () => {
    await kit.settled(page);
    return page.locator('#board .edges path').first().getAttribute('d');
  };
  assert.equal((await d()).match(/Q/g).length, 2, 'two parallel edges, both bent');
  // A loop: out of the node and back.
  const at = await kit.nodeAt(page, 0);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y - 60, { steps: 4 });
  await page.mouse.move(at.x + 2, at.y, { steps: 4 });
  await page.mouse.up();
  await kit.until(page, '#title', /3 edges/);
  assert.match(await d(), /C/);
  await page.click('#tool-move');
  const was = await d();
  await kit.drag(page, await kit.nodeAt(page, 1), { x: 640, y: 300 });
  assert.notEqual(await d(), was, 'the edges follow');
  await kit.settled(page);
  const snapped = await page.locator('#board [data-node="1"]').getAttribute('transform');
  assert.ok(
    snapped.match(/-?\d+/g).every((n) => n % 20 === 0),
    `on the grid: ${snapped}`,
  );
  await kit.click(page, await kit.nodeAt(page, 1));
  await kit.settled(page);
  await page.fill('#node-name', 'station');
  await page.keyboard.press('Enter');
  await kit.until(page, '#board [data-node="1"] .name', /station/);
  await page.click('#tool-erase');
  await kit.settled(page);
  await kit.click(page, await kit.nodeAt(page, 1));
  await kit.until(page, '#title', /1 node, 1 edge$/);
  for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
  assert.match(await kit.text(page, '#title'), /2 nodes, 3 edges/);
  await page.keyboard.press('Control+y');
  await kit.close(page);
});

test('an edge let go over nothing brings its own node; layout and undo of it', async () => {
  const page = await open();
  await page.click('#mode-draw');
  await page.click('#clear');
  await page.mouse.click(300, 400);
  await kit.drag(page, await kit.nodeAt(page, 0), { x: 600, y: 300 });
  await kit.until(page, '#title', /2 nodes, 1 edge$/);
  // Where it stands; its scale follows the zoom.
  const place = async () => {
    await kit.settled(page);
    return /translate\([^)]*\)/.exec(await page.locator('#board [data-node="1"]').getAttribute('transform'))[0];
  };
  const was = await place();
  await page.click('#layout');
  assert.notEqual(await place(), was);
  await page.click('#undo');
  assert.equal(await place(), was);
  await kit.close(page);
});

test('every move is marked by shape, CUT’s edges leave ghosts, or vanish on request', async () => {
  const page = await open();
  await kit.paste(page, '3\n2\n1\n2\n1 2\n1 3\n');
  await page.click('#tab-why');
  await page.locator('label', { hasText: 'Mark every move' }).click();
  await page.waitForSelector('#board .mark.win');
  const marks = await page
    .locator('#board .mark')
    .evaluateAll((list) => list.map((m) => [m.getAttribute('class'), m.getAttribute('d').match(/M/g).length]));
  assert.ok(
    marks.some(([kind]) => kind === 'mark lose') && marks.some(([kind]) => kind === 'mark win'),
    JSON.stringify(marks),
  );
  await page.click('#tab-play');
  await kit.sit(page, 'both', 'second');
  await page.waitForFunction(() => !document.querySelector('#board .mark'));
  await kit.click(page, await kit.between(page, 0, 2));
  await kit.until(page, '#turn', /SHORT to move/);
  await page.waitForSelector('#board .edge.ghost', { state: 'attached' });
  await page.click('#shows summary');
  await page.locator('label', { hasText: 'Show edge numbers' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#board .note.number').length === 2);
  await page.locator('label', { hasText: 'Ghosts' }).click();
  await page.waitForFunction(() => !document.querySelector('#board .edge.ghost'));
  await kit.close(page);
});

test('overlays: proof, reply path and cut, P P* R, clumps, currents', async () => {
  const page = await open();
  await kit.gallery(page, 'figure-3.net');
  await kit.sit(page, 'choose');
  await page.click('#take-cut');
  await kit.until(page, '#announcement', /your move/);
  await page.click('#tab-why');
  await kit.until(page, '#hidden', /hidden during a game/);
  await page.click('#show-analysis');
  await kit.until(page, '#verdict', /SHORT wins this, even moving second/);
  const pick = (name) => page.locator('#overlays label', { hasText: name }).click();
  await pick('The proof');
  await page.waitForSelector('#board .stroke.tree-a');
  assert.equal(await page.locator('#board .stroke.tree-b').count(), 1);
  const free = await page.evaluate(
    () => document.querySelector('#board .edge.free').getAttribute('d').match(/M/g).length,
  );
  assert.ok(free >= 5);
  await pick('P, P*');
  await page.waitForSelector('#board .stroke[class*="part-"]');
  await pick('Clumps');
  await page.waitForSelector('#board .region.clump');
  await pick('Currents');
  await page.waitForSelector('#board .stroke.best');
  const potentials = await page.locator('#board .tag.value').allTextContents();
  assert.ok(potentials.includes('L 1.000') && potentials.includes('R 0.000'), potentials.join(' '));
  await kit.playNext(page);
  await kit.until(page, '#verdict', /SHORT/);
  await kit.settled(page);
  await pick('Reply path');
  await page.waitForSelector('#board .stroke.hit');
  await kit.until(page, '#explanation', /Edge \d+/);
  await pick('Nothing');
  await page.waitForFunction(() => !document.querySelector('#board .strokes path'));
  await kit.close(page);
});

test('the algorithm of 1972, forwards and backwards, on the user’s own graph', async () => {
  const page = await open();
  await drawCourse(page);
  await page.click('#tab-steps');
  await page.click('#chase-start');
  await kit.until(page, '#chase-count', /1 of \d+/);
  const first = await kit.text(page, '#chase-text');
  const seen = new Set([first]);
  for (let i = 0; i < 5; i++) {
    await page.click('#chase-next');
    seen.add(await kit.text(page, '#chase-text'));
  }
  assert.equal(seen.size, 6);
  assert.ok(
    (await page.locator('#board .stroke.double').count()) && (await page.locator('#board .stroke.wavy').count()),
  );
  assert.match(await kit.text(page, '.sets'), /B\(0\)|T1/);
  for (let i = 0; i < 5; i++) await page.click('#chase-back');
  assert.equal(await kit.text(page, '#chase-text'), first);
  const last = Number((await kit.text(page, '#chase-count')).split(' ').pop());
  await page.locator('#sheet input[type=range]').fill(String(last - 1));
  await kit.until(page, '#chase-text', /whoever moves first|chooses? to move first|first/);
  await kit.close(page);
});

test('take back, pass, resign, rematch with sides changed, history and replay', async () => {
  const page = await open();
  await kit.gallery(page, 'figure-3.net');
  await kit.sit(page, 'first', 'first', 'perfect');
  await kit.until(page, '#announcement', /SHORT to move/);
  await kit.analyse(page);
  await page.click('#pass');
  await kit.until(page, '#tale', /SHORT gave the win away at move 1/);
  await kit.until(page, '#announcement', /your move/);
  await page.click('#back');
  await page.waitForFunction(() => !document.querySelector('#moves li'));
  await kit.playNext(page);
  await kit.moved(page, 2);
  await page.click('#at-back');
  await kit.until(page, '#turn', /looking back/);
  await page.locator('#replay').fill('0');
  await page.waitForFunction(() => !document.querySelector('#board .edge.short'));
  await page.click('#at-last');
  await page.click('#resign');
  await kit.until(page, '#announcement', /short resigned/);
  await page.click('#rematch');
  await kit.until(page, '.pill.cut', /CUT: you/);
  await page.click('#undo');
  await kit.until(page, '.pill.short', /SHORT: you/);
  await kit.close(page);
});

test('machines play each other; every kind of opponent moves', async () => {
  const page = await open();
  await kit.gallery(page, 'figure-3.net');
  await kit.seat(page, 'watch');
  for (const [short, cut] of [
    ['perfect', 'random'],
    ['analog', 'strength'],
    ['greedy', 'min-cut'],
  ]) {
    await page.selectOption('#opponent', short);
    await page.selectOption('#other', cut);
    await page.click('#start');
    await page.fill('#pace', '0');
    const said = await kit.until(page, '#announcement', /wins/);
    if (short === 'perfect') assert.match(said, /SHORT wins/i);
    // Slow enough to be paused; the others begin at full speed.
    if (short === 'greedy') await page.fill('#pace', '2000');
    await page.click('#leave');
  }
  await page.click('#start');
  await page.click('#pause');
  await kit.until(page, '#announcement', /paused/);
  await page.click('#pause');
  await kit.close(page);
});

test('a network of 2000 nodes and 5000 edges is opened, played and panned', async () => {
  const page = await open();
  await kit.board(page, 'random');
  await page.fill('#field-nodes', '2000');
  await page.fill('#field-edges', '5000');
  await page.click('#random');
  await kit.until(page, '#title', /2000 nodes, 5000 edges/);
  // What is remembered stands on whole units: so must be what it is compared with below.
  await kit.again(page);
  await kit.sit(page, 'second', 'second');
  await kit.playNext(page);
  await kit.moved(page, 2);
  await kit.settled(page);
  await kit.analyse(page);
  await kit.until(page, '#tale', /winning from the start/);
  const left = async () => {
    await kit.settled(page);
    return page.locator('#board .node.left .disc').boundingBox();
  };
  const was = await left();
  await kit.drag(page, { x: 60, y: 140 }, { x: 160, y: 240 });
  const now = await left();
  assert.ok(Math.abs(now.x - was.x - 100) < 2 && Math.abs(now.y - was.y - 100) < 2, JSON.stringify([was, now]));
  // A move draws again what it changes; the whole picture must be as if drawn at once.
  const picture = async () => {
    await kit.settled(page);
    return page.evaluate(() =>
      [...document.querySelectorAll('#board .edges path, #board .crowd path')].map((path) => [
        path.getAttribute('class'),
        path.getAttribute('data-kind'),
        path.getAttribute('d'),
      ]),
    );
  };
  const drawn = await picture();
  assert.ok(drawn.length > 100 && drawn.length < 1000, `${drawn.length} elements`);
  await kit.again(page);
  await kit.moved(page, 2);
  assert.deepEqual(await picture(), drawn);
  await kit.close(page);
});
