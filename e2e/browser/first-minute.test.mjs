// The first minute: from nothing to a won game, and what follows it.

import { assert, kit, open, test } from '../stage.mjs';

test('a first click is the first move, the machine answers, and no menu was opened', async () => {
  const page = await open();
  assert.match(await kit.text(page, '#announcement'), /SHORT claims edges to join L and R\. CUT destroys/);
  await kit.click(page, await kit.between(page, 0, 1));
  await kit.moved(page, 2);
  assert.match(await kit.text(page, '.pill.short'), /SHORT: you/);
  assert.match(await kit.text(page, '.pill.cut'), /CUT: Greedy/);
  assert.equal(await page.locator('.toast').count(), 0);
  // What is on the board: one's own edge, the ghost of the reply, and which move was the last.
  assert.equal(await page.locator('#board .edge.short').count(), 1);
  assert.equal(await page.locator('#board .edge.ghost.latest').count(), 1);
  assert.equal(await page.locator('#board .stroke.last').count(), 1);
  // A double click asks nothing.
  await kit.click(page, await kit.between(page, 0, 1));
  assert.equal(await page.locator('.toast').count(), 0);
  await kit.close(page);
});

test('a click on an edge that is taken says whose it is', async () => {
  const page = await open();
  await kit.gallery(page, 'cube.net');
  await kit.sit(page, 'both', 'first');
  for (let i = 1; i < 4; i++) {
    await kit.playNext(page);
    await kit.moved(page, i);
  }
  // SHORT took edge 1 (1–2) first, and CUT edge 2 (1–3) next: the last two moves are silent.
  await kit.click(page, await kit.between(page, 0, 2));
  await kit.click(page, await kit.between(page, 0, 4));
  await kit.settled(page);
  assert.equal(await page.locator('.toast').count(), 0);
  await kit.click(page, await kit.between(page, 0, 1));
  await kit.until(page, '#toasts', /SHORT has claimed this edge/);
  assert.equal(await page.locator('#moves li').count(), 3);
  await kit.close(page);
});

test('the side that is chosen moves first with the first click, in every room', async () => {
  const page = await open();
  await kit.seat(page, 'second');
  await kit.click(page, await kit.between(page, 0, 1));
  await kit.moved(page, 2);
  assert.match(await kit.text(page, '.pill.cut'), /CUT: you/);
  await page.click('#room-bridgit');
  await page.waitForSelector('#board .dots.short');
  assert.match(await kit.text(page, '#announcement'), /top to bottom.*side to side/);
  await kit.click(page, await kit.crossing(page, 3, 3));
  await kit.moved(page, 2);
  assert.equal(await page.locator('#board .edge.cut').count(), 1);
  await page.click('#room-coins');
  assert.match(await kit.text(page, '#announcement'), /Whoever cannot move loses/);
  const names = await page.locator('#board .node .name').allTextContents();
  await kit.drag(page, await kit.nodeAt(page, names.indexOf('G')), await kit.nodeAt(page, names.indexOf('N1')));
  await kit.moved(page, 2);
  assert.match(await kit.text(page, '#moves'), /G → N1/);
  await kit.close(page);
});

test('a coin dragged where no arrow leads is told so, and the board does not move', async () => {
  const page = await open();
  await page.click('#room-coins');
  const names = await page.locator('#board .node .name').allTextContents();
  const before = await page.getAttribute('#board .world', 'transform');
  await kit.drag(page, await kit.nodeAt(page, names.indexOf('G')), await kit.nodeAt(page, names.indexOf('E')));
  await kit.until(page, '#toasts', /no arrow from G to E/);
  assert.equal(await page.getAttribute('#board .world', 'transform'), before);
  assert.equal(await page.locator('#moves li').count(), 0);
  await kit.close(page);
});

test('nothing tells who wins during a game, until one asks; afterwards everything does', async () => {
  const page = await open();
  await page.click('#tab-why');
  await page.locator('label', { hasText: 'Mark every move' }).click();
  await page.waitForSelector('#board .mark.win', { state: 'attached' });
  await page.click('#tab-play');
  await kit.sit(page, 'first', 'first', 'perfect');
  await kit.playNext(page);
  await kit.moved(page, 2);
  await kit.settled(page);
  assert.equal(await page.locator('#board .mark').count(), 0);
  assert.doesNotMatch(await kit.text(page, '#tale'), /winning from|worth the game/);
  await page.click('#tab-why');
  await page.waitForSelector('#show-analysis');
  assert.equal(await page.locator('#verdict').count(), 0);
  await kit.analyse(page);
  await kit.until(page, '#verdict', /wins/);
  await kit.until(page, '#tale', /the first move was worth the game, and it was SHORT’s/);
  await page.waitForSelector('#board .mark', { state: 'attached' });
  await page.click('#analysis');
  await page.waitForFunction(() => !document.querySelector('#board .mark'));
  await page.click('#tab-play');
  await page.click('#resign');
  await kit.until(page, '#tale', /the first move was worth the game, and it was SHORT’s/);
  await kit.close(page);
});

/** Wins the network of two parallel edges, as SHORT moving first. */
async function win(page) {
  await kit.gallery(page, 'parallel.net');
  await kit.seat(page, 'first', 'first', 'random');
  await kit.playNext(page);
  await page.waitForSelector('.banner');
}

test('a win is shown, told and counted, and leads on', async () => {
  const page = await open();
  await win(page);
  assert.match(await kit.text(page, '.banner'), /You win\. SHORT has joined L and R\. It took SHORT one move\./);
  assert.equal(await page.locator('#board .stroke.won').count(), 1, 'the path lights up');
  await page.click('#next-rung');
  await kit.until(page, '.pill.cut', /Greedy/);
  await page.click('#leave');
  await kit.until(page, '#ladder', /Random1 won, 0 lost/);
  // The score outlives the page, and a finished game is not counted again.
  await win(page);
  await kit.kept(page);
  await page.reload();
  await page.waitForSelector('.banner');
  await page.click('#leave');
  await kit.until(page, '#ladder', /Random2 won, 0 lost/);
  // A game with a hint does not count.
  await kit.gallery(page, 'parallel.net');
  await kit.sit(page, 'first', 'first', 'random');
  await kit.takeHint(page);
  await page.waitForSelector('.banner');
  await page.click('#leave');
  await kit.until(page, '#ladder', /Random2 won, 0 lost/);
  // Who has lost gets another try with the same side; each counts.
  await kit.gallery(page, 'series.net');
  await kit.seat(page, 'first', 'first', 'random');
  await kit.playNext(page);
  await page.waitForSelector('.banner');
  assert.match(await kit.text(page, '.banner'), /You lose/);
  await page.click('#retry');
  await page.waitForSelector('.banner', { state: 'detached' });
  assert.match(await kit.text(page, '.pill.short'), /SHORT: you/);
  assert.equal(await page.locator('#moves li').count(), 0);
  await kit.playNext(page);
  await page.waitForSelector('.banner');
  await page.click('#leave');
  await kit.until(page, '#ladder', /Random2 won, 2 lost/);
  await kit.close(page);
});

test('when CUT wins, the two halves part; on Bridg-It its chain lights up', async () => {
  const page = await open();
  await kit.gallery(page, 'series.net');
  await kit.settled(page);
  /** Between the two nodes on the board, in one look: a drawing may come between two. */
  const gap = () =>
    page.evaluate(() => {
      const [a, b] = [0, 1].map((i) => {
        const place = document.querySelector(`#board [data-node="${i}"]`).getAttribute('transform');
        return Number(/translate\((\S+)/.exec(place)[1]);
      });
      return Math.abs(a - b);
    });
  const was = await gap();
  await kit.sit(page, 'second', 'second', 'random');
  await kit.playNext(page);
  await page.waitForSelector('.banner');
  assert.match(await kit.text(page, '.banner'), /You win.*cut off from each other/);
  await page.waitForSelector('#board .region.half', { state: 'attached' });
  await kit.settled(page);
  const parted = await gap();
  assert.ok(parted > was + 10, `${parted} and ${was}`);
  await page.click('#at-first');
  await page.waitForSelector('#board .region.half', { state: 'detached' });
  assert.equal(await gap(), was, 'at the start of the game they are together');
  await page.click('#room-bridgit');
  await kit.board(page, 'size');
  await page.fill('#field-size', '3');
  await page.click('#new-board');
  await kit.until(page, '#title', /M = 3/);
  await page.click('#tab-play');
  await kit.settled(page);
  await kit.sit(page, 'second', 'second', 'random');
  for (let i = 0; i < 14 && !(await page.locator('.banner').count()); i++) {
    const count = await page.locator('#moves li').count();
    await kit.takeHint(page);
    await page.waitForFunction(
      (n) => document.querySelector('.banner') || document.querySelectorAll('#moves li').length >= n + 2,
      count,
    );
    await kit.settled(page);
  }
  assert.match(await kit.text(page, '.banner'), /You win\. CUT’s bridges run from side to side/);
  const chain = await page.getAttribute('#board .stroke.won', 'd');
  assert.ok(chain.match(/M/g).length >= 3, 'at least three bridges cross a board of size three');
  await kit.close(page);
});

test('a hint says what it shows', async () => {
  const page = await open();
  await page.check('#seat-second');
  await page.click('#way-machine');
  await kit.settled(page);
  assert.ok(await page.isChecked('#seat-second'), 'against the machine already: the side is kept');
  await kit.sit(page, 'first', 'first', 'perfect');
  await page.click('#hint');
  assert.match(await kit.until(page, '#hinted', /it wins/), /Try edge \d \(.*\): it wins\./);
  await kit.until(page, '#live', /Try edge/);
  // A lost position has a hint, too, and says that it is lost.
  await kit.gallery(page, 'cube.net');
  await kit.sit(page, 'first', 'first', 'perfect');
  await page.click('#hint');
  await kit.until(page, '#hinted', /No move wins against perfect play\. Try edge/);
  await kit.close(page);
});

test('review: two columns, a mistake marked, what was better, the decisive moment', async () => {
  const page = await open();
  await kit.paste(page, '4\n5\n1\n4\n1 2\n2 4\n2 3\n1 3\n3 4\n');
  await kit.sit(page, 'both', 'first');
  // SHORT takes an edge that wins, CUT answers, SHORT wastes its move, CUT wins.
  for (const [u, v] of [
    [0, 1],
    [1, 3],
    [0, 2],
  ]) {
    const count = await page.locator('#moves li').count();
    await kit.click(page, await kit.between(page, u, v));
    await kit.moved(page, count + 1);
  }
  await kit.click(page, await kit.between(page, 2, 3));
  await page.waitForSelector('.banner.cut');
  await page.click('#review');
  await kit.until(page, '#review-tale', /SHORT gave the win away at move 3/);
  assert.equal(await page.locator('#moves .two .move.cut').count(), 2);
  assert.equal(await page.locator('#moves .slip').count(), 1);
  await page.click('#moves [data-at="3"]');
  await kit.until(page, '#better', /Better was edge \d/);
  await page.waitForSelector('#board .stroke.better', { state: 'attached' });
  await page.click('#decisive');
  await page.waitForFunction(() => document.querySelector('#replay').value === '4');
  await kit.close(page);
});

test('the name of an edge in a text lights it on the board, and the edge its name', async () => {
  const page = await open();
  await page.click('#tab-steps');
  await page.click('#chase-start');
  await page.waitForSelector('.sets .ref');
  assert.equal(await page.locator('#board .note.number').count(), 7, 'numbers stand where the text speaks of them');
  await page.click('#chase-next');
  const [, offered] = /Offer 1: edge (\d+)/.exec(await kit.text(page, '#chase-text'));
  assert.deepEqual(
    await page.locator('#chase-text .ref').allTextContents(),
    [offered],
    'the count of offers is no edge',
  );
  await page.hover('.sets .ref[data-edge="1"]');
  await page.waitForSelector('#board .stroke.lit', { state: 'attached' });
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector('#board .stroke.lit'));
  const at = await kit.between(page, 0, 1);
  await page.mouse.move(at.x, at.y);
  await page.waitForSelector('.ref.lit[data-edge="1"]');
  await kit.close(page);
});

test('the machine takes a moment to reply, unless motion is unwelcome', async () => {
  const page = await open({ reducedMotion: 'no-preference' });
  await page.click('#shows summary');
  await page.fill('#reply-pause', '800');
  const start = Date.now();
  await kit.click(page, await kit.between(page, 0, 1));
  await kit.moved(page, 2);
  assert.ok(Date.now() - start >= 800, `${Date.now() - start} ms`);
  await kit.close(page);
});

test('Back and Forward lead through rooms and boards', async () => {
  const page = await open();
  await kit.kept(page);
  await kit.gallery(page, 'cube.net');
  await kit.until(page, '#title', /^Cube/);
  await kit.kept(page);
  await page.click('#room-coins');
  await kit.until(page, '#title', /campus/i);
  await kit.kept(page);
  await page.goBack();
  await kit.until(page, '#title', /^Cube/);
  await kit.kept(page);
  await page.goBack();
  await kit.until(page, '#title', /course/);
  await kit.kept(page);
  await page.goForward();
  await kit.until(page, '#title', /^Cube/);
  await kit.close(page);
});

test('boards are found by a word, saved by name and opened again', async () => {
  const page = await open();
  await kit.board(page, 'gallery');
  await page.fill('#search', 'petersen');
  await page.waitForFunction(() => document.querySelectorAll('[data-board]').length === 1);
  assert.equal(await page.locator('[data-board] sy-thumb path').count(), 2);
  await page.click('[data-board="petersen.net"]');
  await kit.until(page, '#title', /^Petersen.* · 10 nodes/);
  await page.click('#part-save');
  await page.fill('#save-name', 'My star');
  await page.click('#save-board');
  await kit.until(page, '#saved', /Saved as “My star”/);
  await page.click('#part-gallery');
  await page.fill('#search', '');
  await page.click('[data-board="cube.net"]');
  await kit.until(page, '#title', /^Cube/);
  await page.click('[data-saved="My star"]');
  await kit.until(page, '#title', /^My star · 10 nodes, 15 edges/);
  await kit.close(page);
});

test('a file is opened where it is dropped, under its name', async () => {
  const page = await open();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['3\n2\n1\n3\n1 2\n2 3\n'], 'two.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await kit.until(page, '#title', /^two\.txt · 3 nodes, 2 edges/);
  await kit.close(page);
});

test('drawing: terminals at once, stamps, a list that edits both ways, a box that selects', async () => {
  const page = await open();
  await page.click('#mode-draw');
  await page.click('#clear');
  await page.mouse.click(300, 400);
  await page.mouse.click(600, 400);
  await kit.drag(page, await kit.nodeAt(page, 0), await kit.nodeAt(page, 1));
  await kit.until(page, '#title', /2 nodes, 1 edge$/);
  assert.equal(await page.locator('#board .node.left, #board .node.right').count(), 2, 'the first two are L and R');
  assert.equal(await page.inputValue('#edge-list'), 'a b');
  await page.fill('#edge-list', 'a b\nb c\nc a\n');
  await kit.until(page, '#title', /3 nodes, 3 edges/);
  await page.fill('#edge-list', 'a b\nb c d\n');
  await kit.until(page, '#list-error', /line 2/);
  await page.selectOption('#stamp-kind', 'wheel');
  await page.fill('#stamp-size', '5');
  await page.click('#stamp');
  await kit.until(page, '#title', /9 nodes, 13 edges/);
  // Shift and drag: first a box about everything, then one node takes the others along.
  await page.click('#fit');
  await kit.settled(page);
  const frame = await page.locator('#board').boundingBox();
  await page.keyboard.down('Shift');
  await kit.drag(
    page,
    { x: frame.x + 4, y: frame.y + 4 },
    { x: frame.x + frame.width - 4, y: frame.y + frame.height - 60 },
  );
  await page.keyboard.up('Shift');
  await kit.until(page, '#inspector', /9 nodes/);
  const [a, b] = [await kit.nodeAt(page, 0), await kit.nodeAt(page, 1)];
  await kit.drag(page, a, { x: a.x + 60, y: a.y + 40 });
  const now = await kit.nodeAt(page, 1);
  assert.ok(Math.abs(now.x - b.x - 60) < 25 && Math.abs(now.y - b.y - 40) < 25, JSON.stringify([b, now]));
  await page.click('#copy-nodes');
  await kit.until(page, '#title', /18 nodes, 26 edges/);
  await page.click('#delete-nodes');
  await kit.until(page, '#title', /9 nodes, 13 edges/);
  await kit.close(page);
});

test('a large network: zoom separates what lies together, and names appear', async () => {
  const page = await open();
  await kit.gallery(page, 'near-threshold.net');
  await kit.until(page, '#title', /nodes/);
  const width = () =>
    page.evaluate(() => {
      const edge = document.querySelector('#board .edge.free');
      const k = Number(/scale\(([\d.]+)/.exec(document.querySelector('#board .world').getAttribute('transform'))[1]);
      return parseFloat(getComputedStyle(edge).strokeWidth) * k;
    });
  for (let i = 0; i < 10; i++) await page.click('#zoom-in');
  await kit.settled(page);
  assert.ok((await width()) < 5, `${await width()} pixels`);
  await kit.gallery(page, 'class-size.net');
  await kit.until(page, '#title', /5000 edges/);
  assert.equal(await page.locator('#board .note.number').count(), 0);
  for (let i = 0; i < 12; i++) await page.click('#zoom-in');
  await page.waitForSelector('#board .note.number', { state: 'attached' });
  await kit.close(page);
});
