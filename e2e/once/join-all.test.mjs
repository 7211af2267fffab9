// The join-all game: SHORT has to join all nodes. Chosen before the game, played, explained, saved and shared.

import { assert, kit, open, test } from '../stage.mjs';

/** A path: CUT parts it with one move, and between 1 and 2 it is another game. */
const PATH = '1 2\n2 3\n3 4\n';

/** Between neighbours of a cycle whoever begins wins; for all nodes CUT does. */
const CYCLE = '4\n4\n1\n2\n1 2\n2 3\n3 4\n4 1\n';

const pressed = (page, id) => page.getAttribute(`#target-${id}`, 'aria-pressed');

/** Plays by the hints until the game is over. */
async function win(page) {
  for (let i = 0; i < 30; i++) {
    const said = await kit.until(page, '#announcement', /your move|to move|\bwins?\.|you win|you lose/);
    if (/wins?\.|you win|you lose/i.test(said)) return said;
    const before = await page.locator('#moves li').count();
    await kit.takeHint(page);
    await kit.moved(page, before + 1);
  }
  throw new Error('the game does not end');
}

test('it is chosen before the game, hides the terminals, and is won with a tree', async () => {
  const page = await open();
  await kit.gallery(page, 'course.net');
  assert.deepEqual([await pressed(page, 'terminals'), await pressed(page, 'all')], ['true', 'false']);
  const tags = () => page.locator('#board .node .tag').allTextContents();
  assert.ok((await tags()).includes('L'));
  await page.click('#target-all');
  await kit.until(page, '#announcement', /join all nodes/);
  await kit.until(page, '#rule', /join all nodes/);
  assert.deepEqual((await tags()).filter(Boolean), [], 'no terminals are shown');
  assert.ok(await page.isDisabled('#opponent-analog'), 'the robot plays for terminals');
  await kit.sit(page, 'first', 'first', 'random');
  assert.equal(await page.locator('#target-all').count(), 0, 'the rules do not change during a game');
  const said = await win(page);
  assert.match(said, /You win\. SHORT has joined all nodes\./);
  await page.waitForSelector('#board .stroke.won', { state: 'attached' });
  await page.click('#leave');
  await page.click('#target-terminals');
  await kit.until(page, '#announcement', /join L and R/);
  assert.ok((await tags()).includes('L'));
  await kit.close(page);
});

test('CUT wins with one move where a node hangs on one edge, and the network falls in parts', async () => {
  const page = await open();
  await kit.paste(page, PATH);
  // A file without terminals can be played at once, for all nodes.
  await page.click('#mode-play');
  await page.click('#target-all');
  await kit.settled(page);
  await page.click('#tab-why');
  await kit.until(page, '#verdict', /CUT wins this, even moving second.*two nodes that neither of them joins/);
  await kit.overlay(page, 'The proof');
  await kit.until(page, '#sheet', /neither joins nodes \S+ and \S+\./);
  await page.click('#tab-play');
  await kit.sit(page, 'second', 'second', 'random');
  assert.match(await win(page), /You win\. CUT has won: the network is in parts\./);
  await kit.close(page);
});

test('the verdict is that of the game that is chosen', async () => {
  const page = await open();
  await kit.paste(page, CYCLE);
  await page.click('#tab-why');
  await kit.until(page, '#verdict', /Whoever moves first wins/);
  await page.click('#tab-play');
  await page.click('#target-all');
  await page.click('#tab-why');
  await kit.until(page, '#verdict', /CUT wins this/);
  const shown = await page.locator('#overlays label').allTextContents();
  assert.deepEqual(shown, ['Nothing', 'The proof', 'Reply path and cut', 'P, P* and R', 'Clumps']);
  await page.keyboard.press('Control+z');
  await kit.until(page, '#verdict', /Whoever moves first wins/);
  assert.equal((await page.locator('#overlays label').allTextContents()).length, 6);
  await page.click('#tab-steps');
  await page.waitForSelector('#chase-start');
  await page.keyboard.press('Control+Shift+z');
  await kit.until(page, '#sheet', /plays for two terminals/);
  await kit.close(page);
});

test('a reply is explained, with the two nodes that CUT keeps apart', async () => {
  const page = await open();
  await kit.paste(page, CYCLE);
  await page.click('#target-all');
  await kit.sit(page, 'first', 'first', 'perfect');
  await kit.analyse(page);
  await page.focus('#board');
  await page.keyboard.press(']');
  await page.keyboard.press('Enter');
  await kit.moved(page, 2);
  await kit.overlay(page, 'Reply path and cut');
  await kit.until(page, '#explanation', /unplayable edge between nodes \d and \d/);
  await kit.close(page);
});

test('a link, the storage and a file of the game keep what SHORT has to join', async () => {
  const page = await open();
  await kit.gallery(page, 'course.net');
  await page.click('#target-all');
  await kit.sit(page, 'both');
  await kit.takeHint(page);
  await kit.moved(page, 1);
  await kit.kept(page);
  const link = page.url();
  await kit.again(page);
  await kit.until(page, '#announcement', /CUT to move/);
  assert.equal((await page.locator('#board .node .tag').allTextContents()).filter(Boolean).length, 0);
  await kit.board(page, 'save');
  const { bytes } = await kit.download(page, '#export-record');
  assert.equal(JSON.parse(bytes.toString()).target, 'all');
  const read = await kit.ask(page, '/files/read', { text: bytes.toString() });
  assert.equal(read.target, 'all');
  await page.click('#tab-play');
  await page.click('#leave');
  await page.click('#target-terminals');
  await kit.paste(page, bytes.toString());
  await kit.until(page, '#announcement', /CUT to move/);
  await page.click('#leave');
  assert.equal(await pressed(page, 'all'), 'true');
  const other = await open({ path: `/${new URL(link).hash}` });
  await other.click('#leave');
  assert.equal(await pressed(other, 'all'), 'true');
  await kit.close(other);
  await kit.close(page);
});

test('two machines play it, the perfect player in place of the robot; saved, the board keeps its terminals', async () => {
  const page = await open();
  await kit.gallery(page, 'cube.net');
  await page.click('#target-all');
  await kit.seat(page, 'watch');
  assert.equal(await page.inputValue('#other'), 'perfect', 'the robot plays for terminals');
  await page.click('#start');
  await kit.until(page, '#announcement', /wins\./);
  await kit.board(page, 'save');
  const { graph, target } = JSON.parse(String((await kit.download(page, '#export-record')).bytes));
  assert.deepEqual([graph.left, graph.right, target], [1, 8, 'all']);
  await kit.close(page);
});
