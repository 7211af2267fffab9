// Keeping and sharing: links, autosave, opening and saving files, pictures.

import { assert, kit, open, test } from '../stage.mjs';

/** A started game with two moves. */
async function begun(page) {
  await kit.gallery(page, 'figure-3.net');
  await kit.sit(page, 'first');
  await kit.playNext(page);
  await kit.moved(page, 2);
}

async function snapshot(page) {
  await kit.settled(page);
  return page.evaluate(() => ({
    moves: [...document.querySelectorAll('#moves li')].map((li) => li.textContent),
    edges: [...document.querySelectorAll('#board .edges path')].map((p) => [
      p.getAttribute('class'),
      p.getAttribute('d'),
    ]),
    overlay: !!document.querySelector('#board .strokes .tree-a'),
    title: document.querySelector('#title').textContent,
  }));
}

test('a link reopens graph, moves and view in another browser', async () => {
  const page = await open();
  await begun(page);
  await page.click('#zoom-in');
  await kit.overlay(page, 'The proof');
  await page.click('#tab-play');
  await kit.kept(page);
  await page.click('#share');
  await page.waitForSelector('.toast');
  const was = await snapshot(page);
  const link = new URL(page.url());
  assert.ok(link.hash.length > 40 && link.hash.length < 1000, link.hash);
  const other = await open({ path: `/${link.hash}` });
  await other.waitForSelector('#board .stroke', { state: 'attached' });
  assert.ok(was.overlay);
  assert.deepEqual(await snapshot(other), was);
  const world = async (p) => (await p.getAttribute('#board .world', 'transform')).match(/-?[\d.]+/g).map(Number);
  const [here, there] = [await world(page), await world(other)];
  // A link holds the view in whole pixels.
  assert.ok(
    here.every((n, i) => Math.abs(n - there[i]) <= 0.6),
    `${here} and ${there}`,
  );
  await kit.close(other);
  await kit.close(page);
});

test('a Bridg-It game travels in a link', async () => {
  const page = await open();
  await page.click('#room-bridgit');
  await page.waitForSelector('#board .dots.short');
  await kit.sit(page, 'both');
  await page.focus('#board');
  for (const keys of ['] Enter', '] ] Enter']) for (const key of keys.split(' ')) await page.keyboard.press(key);
  await kit.moved(page, 2);
  await kit.kept(page);
  const was = await snapshot(page);
  const other = await open({ path: `/${new URL(page.url()).hash}` });
  await kit.moved(other, 2);
  assert.deepEqual((await snapshot(other)).edges, was.edges);
  await kit.close(other);
  await kit.close(page);
});

test('a damaged link says so and leaves a working page', async () => {
  const page = await open({ path: '/#AAAA-nonsense' });
  // It was said while the page was loading, so the toast may be gone.
  assert.match(await kit.until(page, '#live', /incomplete or damaged/), /^The link/);
  await page.click('#start');
  await kit.until(page, '#announcement', /SHORT to move/);
  await kit.close(page);
});

test('a reload forgets nothing, in any room', async () => {
  const page = await open();
  await begun(page);
  await page.click('#room-coins');
  await kit.until(page, '#title', /campus/i);
  await page.click('#theme');
  await kit.again(page, '/');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  assert.equal(await page.getAttribute('#room-coins', 'aria-current'), 'page');
  await page.click('#room-networks');
  await kit.moved(page, 2);
  await kit.close(page);
});

test('export as network file, every format, record, SVG and PNG; and open them again', async () => {
  const page = await open();
  await begun(page);
  await kit.board(page, 'save');
  const record = await kit.download(page, '#export-record');
  assert.equal(JSON.parse(record.bytes).moves.length, 2);
  const picture = await kit.download(page, '#export-svg');
  assert.match(String(picture.bytes), /^<svg [\s\S]*stroke="rgb/);
  assert.doesNotMatch(String(picture.bytes), /var\(--/);
  const png = await kit.download(page, '#export-png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.bytes.length > 5000, `${png.bytes.length} bytes`);
  for (const format of ['network', 'edge-list', 'dimacs', 'dot', 'graphml', 'matrix-market', 'graph6']) {
    await kit.board(page, 'save');
    await page.selectOption('#format', format);
    const { bytes } = await kit.download(page, '#export-graph');
    await kit.paste(page, String(bytes));
    await kit.until(page, '#title', /^5 nodes, 7 edges/);
  }
  await kit.paste(page, String(record.bytes));
  await kit.moved(page, 2);
  await kit.close(page);
});

test('a file is opened from disk; faults are told with their lines', async () => {
  const page = await open();
  await page.setInputFiles('#file', {
    name: 'x.dot',
    mimeType: 'text/plain',
    buffer: Buffer.from('graph { left [terminal=L]; right [terminal=R]; left -- mid; mid -- right; left -- right }'),
  });
  await kit.until(page, '#title', /3 nodes, 3 edges/);
  const names = await page.locator('#board .node .name').allTextContents();
  assert.deepEqual(names, ['left', 'right', 'mid']);
  await kit.board(page, 'open');
  await page.fill('#paste', '3\n2\n1\n3\n1 2\n2 9\n');
  await page.click('#read');
  assert.match(await kit.until(page, '#paste-error', /line 6/), /9/);
  await page.fill('#paste', '');
  await page.click('#read');
  await kit.until(page, '#paste-error', /nothing to read/);
  await kit.close(page);
});

test('a graph without terminals asks for them', async () => {
  const page = await open();
  await kit.paste(page, '1 2\n2 3\n3 1\n');
  await kit.until(page, '#unready', /Choose the two terminals/);
  assert.equal(await page.getAttribute('#tool-terminals', 'aria-pressed'), 'true', 'the tool is in the hand');
  await kit.board(page, 'save');
  for (const format of ['edge-list', 'dimacs', 'dot', 'graphml', 'matrix-market', 'graph6']) {
    await page.selectOption('#format', format);
    await kit.paste(page, String((await kit.download(page, '#export-graph')).bytes));
    await kit.until(page, '#title', /^3 nodes, 3 edges/);
    await kit.board(page, 'save');
  }
  await page.selectOption('#format', 'network');
  await page.click('#export-graph');
  await kit.until(page, '#toasts', /needs both terminals/);
  await page.click('#tab-play');
  await page.click('#tool-terminals');
  await kit.click(page, await kit.nodeAt(page, 0));
  await kit.click(page, await kit.nodeAt(page, 2));
  await page.click('#mode-play');
  await page.waitForSelector('#start');
  assert.match(await kit.text(page, '#title'), /3 nodes, 3 edges/);
  await kit.close(page);
});

const ofServer = { skip: kit.ENGINE !== 'server' && 'there is no server' };
test('the server refuses; the page says so beside the board and recovers', ofServer, async () => {
  const page = await open();
  await kit.settled(page);
  await page.route('**/switching/analyse', (route) => route.abort(), { times: 1 });
  await kit.gallery(page, 'wheel.net');
  await page.waitForSelector('#sheet .error');
  assert.match(await kit.text(page, '#sheet .error'), /does not answer/);
  page.troubles.length = 0;
  await page.click('#sheet .error button');
  await page.waitForFunction(() => !document.querySelector('#sheet .error'));
  let busy = 2;
  await page.route('**/switching/analyse', (route) =>
    busy-- > 0
      ? route.fulfill({
          status: 503,
          headers: { 'retry-after': '0' },
          contentType: 'application/json',
          body: '{"code":"busy","reason":"busy"}',
        })
      : route.continue(),
  );
  await kit.gallery(page, 'cube.net');
  await page.click('#tab-why');
  await kit.until(page, '#verdict', /CUT wins/);
  page.troubles.length = 0;
  await kit.close(page);
});

test('every tab remembers its own board; a new one begins with the last', async () => {
  const page = await open();
  await kit.gallery(page, 'cube.net');
  await kit.kept(page);
  const second = await page.context().newPage();
  await second.goto(page.url().split('#')[0]);
  await kit.ready(second);
  await kit.until(second, '#title', /Cube/);
  await kit.gallery(second, 'wheel.net');
  await kit.kept(second);
  await kit.again(page, '/');
  assert.match(await kit.text(page, '#title'), /Cube/);
  await kit.close(page);
});
