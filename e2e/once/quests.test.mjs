// Lessons and puzzles, solved on the page as a person would, with answers that the engine computes.

import { LESSONS } from '../../page/curriculum.js';
import { assert, kit, open, test } from '../stage.mjs';

/** Remembers the last position that the page asked about, with the answer. */
function follow(page) {
  page.heard = (path, body, answer) => {
    if (/(switching|coins)\/analyse$/.test(path) && answer) page.last = { body, answer };
  };
}

/** Chooses an edge with the keyboard and presses Enter; `taken` are edges that cannot be chosen. */
async function press(page, edge, taken = []) {
  await page.focus('#board');
  await page.keyboard.press('Escape');
  const before = new Set(taken.filter((e) => e < edge)).size;
  for (let i = 0; i < edge - before; i++) await page.keyboard.press(']');
  await page.keyboard.press('Enter');
}

/** Two disjoint spanning trees, by trying all sets. */
function twoTrees(n, edges) {
  const spans = (set) => {
    const group = Array.from({ length: n }, (_, i) => i);
    const root = (v) => (group[v] === v ? v : root(group[v]));
    for (const e of set) {
      const [a, b] = edges[e].map((v) => root(v - 1));
      if (a === b) return false;
      group[a] = b;
    }
    return set.length === n - 1;
  };
  for (let mask = 0; mask < 1 << edges.length; mask++) {
    const [one, two] = [[], []];
    edges.forEach((_, e) => (mask & (1 << e) ? one : two).push(e));
    if (one.length === n - 1 && spans(one) && spans(two)) return [one, two];
  }
  throw new Error('there are no two trees');
}

const edgesOf = (moves) => moves.map((move) => move.edge);

/** Does the task of a lesson or puzzle that is shown. */
async function solve(page, task) {
  const { body, answer } = page.last;
  const taken = edgesOf(body.moves ?? []);
  switch (task.kind) {
    case 'move':
      return press(page, answer.winning_moves[task.side][0], taken);
    case 'outcome':
      return page.click(`#say-${answer.outcome}`);
    case 'side':
      return page.click(`#say-${answer.outcome === 'first' ? task.first : answer.outcome}`);
    case 'coin-outcome':
      return page.click(`#say-${answer.outcome}`);
    case 'trees': {
      const trees = twoTrees(body.network.vertices, body.network.edges);
      for (const [brush, tree] of trees.entries()) {
        await page.click(`#brush-${brush}`);
        for (const edge of tree) await press(page, edge + 1);
      }
      return page.click('#check');
    }
    case 'part': {
      const { partition } = await kit.ask(page, '/switching/analyse', {
        network: body.network,
        overlays: ['partition'],
      });
      for (const edge of partition[task.part]) await press(page, edge);
      return page.click('#check');
    }
    case 'current': {
      const { currents } = await kit.ask(page, '/switching/analyse', { network: body.network, overlays: ['currents'] });
      return press(page, currents.best[0]);
    }
    case 'label': {
      const { value, infinite } = answer.labels[body.digraph.nodes.indexOf(task.node)];
      await page.fill('#label-field', infinite ? `∞ ${infinite.join(' ')}` : String(value));
      return page.click('#check');
    }
    case 'push': {
      const { from, to } = answer.best;
      return press(page, 1 + body.digraph.arcs.findIndex(([u, v]) => u === from && v === to));
    }
    case 'win':
      return win(page, task.side);
    default:
      throw new Error(`no way to solve ${task.kind}`);
  }
}

/** Plays a game of a lesson and wins it. */
async function win(page, side) {
  for (let turn = 0; turn < 40; turn++) {
    await kit.heard(page);
    if (await page.locator('#judged').count()) return;
    const { body, answer } = page.last;
    const taken = [...edgesOf(body.moves), ...(answer.reply ? [answer.reply.edge] : [])];
    await press(page, answer.winning_moves[side][0], taken);
  }
}

for (const lesson of LESSONS) {
  test(`the lesson “${lesson.title}” can be done`, async () => {
    const page = await open({ path: '/' });
    follow(page);
    await page.click('#room-learn');
    await page.click('#all-lessons');
    await kit.heard(page);
    page.last = null;
    await page.click(`[data-lesson="${lesson.id}"]`);
    for (const [i, step] of lesson.steps.entries()) {
      await kit.until(page, '.crumb', new RegExp(`step ${i + 1} of`));
      await kit.heard(page);
      if (step.task) {
        await solve(page, step.task);
        await page.waitForSelector('#judged.right');
        if (step.after) assert.equal(await kit.text(page, '#after'), step.after);
      }
      if (i + 1 < lesson.steps.length) {
        await kit.heard(page);
        page.last = null;
        await page.click('#lesson-next');
      }
    }
    // What is done is remembered.
    await page.click('#all-lessons');
    const item = page.locator(`[data-lesson="${lesson.id}"] .score`);
    const all = lesson.steps.at(-1)?.task ? 'done' : `${lesson.steps.length - 1} of ${lesson.steps.length}`;
    assert.equal(await item.innerText(), all);
    await kit.close(page);
  });
}

const TASKS = {
  'only-move': { kind: 'move' },
  'who-wins': { kind: 'outcome' },
  'which-side': { kind: 'side' },
  'two-trees': { kind: 'trees' },
  label: { kind: 'label' },
  'keep-draw': { kind: 'push' },
};

for (const [kind, task] of Object.entries(TASKS)) {
  test(`a puzzle of the kind ${kind} is solved, and counts`, async () => {
    const page = await open({ path: '/' });
    follow(page);
    const puzzle = await kit.ask(page, '/puzzle', { kind, difficulty: 1, seed: 5 });
    await kit.heard(page);
    page.last = null;
    // As though somebody had pasted the address.
    await page.evaluate((address) => (location.hash = address), `puzzle=${kind}.1.5`);
    await page.waitForFunction((q) => document.querySelector('#announcement')?.textContent === q, puzzle.question);
    await kit.heard(page);
    if (kind === 'label') {
      const { answer } = puzzle;
      await page.fill('#label-field', answer.inf ? `∞ ${answer.inf.join(' ')}` : String(answer));
      await page.click('#check');
    } else {
      await solve(page, { ...task, side: puzzle.side, first: puzzle.side });
    }
    await page.waitForSelector('#judged.right');
    assert.match(await kit.text(page, '#streak'), /In a row: 1\. Best: 1\. Solved in all: 1/);
    await kit.close(page);
  });
}

test('a wrong move is refuted on the board, and the puzzle can be tried again', async () => {
  const page = await open({ path: '/#puzzle=needle.net' });
  await kit.settled(page);
  assert.match(await kit.text(page, '#puzzle-about'), /A needle · difficulty/);
  const { answer } = await kit.ask(page, '/puzzle', { board: 'needle.net' });
  await press(page, answer[0] === 1 ? 2 : 1);
  await page.waitForSelector('#judged.wrong');
  assert.match(await kit.text(page, '#judged'), /CUT answers with edge \d+ and wins/);
  assert.equal(await page.locator('#board .edge.short').count(), 1);
  assert.equal(await page.locator('#board .edge.ghost').count(), 1);
  await page.click('#try-again');
  await kit.settled(page);
  assert.equal(await page.locator('#board .edge.short').count(), 0);
  await press(page, answer[0]);
  await page.waitForSelector('#judged.right');
  // Not at the first attempt: it counts as solved, and not for the streak.
  assert.match(await kit.text(page, '#streak'), /In a row: 0\. Best: 0\. Solved in all: 1/);
  await kit.close(page);
});

test('where a seed has no puzzle of the difficulty, another one is taken', async () => {
  const page = await open({ path: '/#puzzle=keep-draw.1.1' });
  const kind = { kind: 'keep-draw', difficulty: 5 };
  let seed = 1;
  while ((await kit.ask(page, '/puzzle', { ...kind, seed })).kind) seed++;
  await page.selectOption('#puzzle-kind', 'keep-draw');
  await kit.settled(page);
  // The page draws this seed first.
  await page.evaluate((first) => {
    const random = Math.random;
    Math.random = () => {
      Math.random = random;
      return (first + 0.5) / 1e6;
    };
  }, seed);
  await page.selectOption('#puzzle-grade', '5');
  await kit.until(page, '#puzzle-about', /difficulty 5/);
  await kit.kept(page);
  assert.notEqual(page.url().split('.').at(-1), String(seed));
  assert.equal(await page.locator('.toast').count(), 0);
  await kit.close(page);
});

test('a link leads to a puzzle; the boards of the rooms stay as they were', async () => {
  const page = await open({ path: '/' });
  await page.click('#room-puzzles');
  await page.waitForSelector('#streak');
  await page.selectOption('#puzzle-kind', 'only-move');
  await kit.settled(page);
  await kit.kept(page);
  assert.match(page.url(), /#puzzle=only-move\.1\.\d+$/);
  const question = await kit.text(page, '#announcement');
  await kit.again(page);
  await kit.until(page, '#announcement', /only one move wins/);
  assert.equal(await kit.text(page, '#announcement'), question);
  await page.click('#reveal');
  assert.match(await kit.text(page, '#judged'), /The answer is edge \d+/);
  await page.click('#room-networks');
  assert.match(await kit.text(page, '#announcement'), /SHORT claims edges/);
  assert.match(await kit.text(page, '#title'), /The course's example/);
  await kit.kept(page);
  await page.goBack();
  await kit.until(page, '#announcement', /only one move wins/);
  await kit.close(page);
});

test('keys lead to lessons and puzzles, and start no game there', async () => {
  const page = await open({ path: '/' });
  await page.focus('#board');
  await page.keyboard.press('4');
  await kit.until(page, '.crumb', /Lesson 1/);
  await page.focus('#board');
  for (const key of ['s', 'm', 'a', '.']) await page.keyboard.press(key);
  await kit.settled(page);
  assert.equal(await page.locator('.pill, #moves li, #toolbar .tools #tool-draw').count(), 0);
  await page.keyboard.press('5');
  await page.waitForSelector('#streak');
  await page.keyboard.press('1');
  assert.match(await kit.text(page, '#announcement'), /SHORT claims edges/);
  await kit.close(page);
});

test('a lesson of one’s own is opened from a file', async () => {
  const page = await open({ path: '/' });
  const lesson = {
    title: 'My lesson',
    steps: [
      {
        text: 'Who wins here?',
        board: { at: { L: [0, 0], a: [80, 0], R: [160, 0] }, edges: 'L-a a-R' },
        task: { kind: 'outcome' },
      },
    ],
  };
  const file = { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(lesson)) };
  await page.setInputFiles('#file', file);
  await kit.until(page, '#announcement', /Who wins here/);
  await page.click('#say-short');
  assert.match(await kit.text(page, '#judged'), /CUT wins, even moving second/);
  await page.click('#say-cut');
  await page.waitForSelector('#judged.right');
  await kit.close(page);
});
