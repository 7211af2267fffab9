// Layouts without forces, pictures for LaTeX, and the addresses and boards of lessons.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inLayers, onCircle } from '../../page/layouts.js';
import { LESSONS } from '../../page/curriculum.js';
import { addressOf, boardOf, readAddress } from '../../page/lessons.js';
import { answerText, labelOf } from '../../page/quests.js';
import { makeDoc } from '../../page/state.js';
import { tikz } from '../../page/tikz.js';
import { read } from '../thumbs.mjs';

const graph = (n, edges, left = null, right = null) => ({
  nodes: Array.from({ length: n }, (_, i) => ({ name: String(i), x: 0, y: 0 })),
  edges,
  left,
  right,
});

test('a circle: all nodes at one distance from the middle, L on the left', () => {
  const places = onCircle(graph(7, [], 2, 5));
  const far = places.map(([x, y]) => Math.hypot(x, y));
  assert.ok(Math.max(...far) - Math.min(...far) < 2);
  assert.equal(new Set(places.map(String)).size, 7);
  assert.deepEqual(places[2], [Math.min(...places.map(([x]) => x)), 0]);
});

test('layers: every node above its followers, but for arrows that close a cycle; none on another', () => {
  for (const id of ['butler-snowed.coins', 'butler-thawed.coins', 'butler-looped.coins']) {
    const board = read(id);
    const places = inLayers(board);
    assert.equal(new Set(places.map(String)).size, board.nodes.length, id);
    const up = board.edges.filter(([u, v]) => u !== v && places[u][1] >= places[v][1]);
    assert.ok(up.length <= (id === 'butler-snowed.coins' ? 0 : 1), `${id}: ${JSON.stringify(up)}`);
  }
  // Two nodes that lead to each other, and a loop.
  assert.equal(
    new Set(
      inLayers(
        graph(2, [
          [0, 1],
          [1, 0],
          [1, 1],
        ]),
      ).map(String),
    ).size,
    2,
  );
});

test('layers cross less than the order of the file', () => {
  // Three nodes above three others, joined crosswise.
  const board = graph(6, [
    [0, 5],
    [1, 4],
    [2, 3],
  ]);
  const places = inLayers(board);
  const order = (nodes) => nodes.toSorted((a, b) => places[a][0] - places[b][0]).map((v) => (v < 3 ? v : 5 - v));
  assert.deepEqual(order([0, 1, 2]), order([3, 4, 5]));
});

test('TikZ: nodes with their places, edges in the colours of the game', () => {
  const doc = makeDoc('networks', graph(2, [[0, 1], [0, 1], [1, 1]], 0, 1)); // prettier-ignore
  Object.assign(doc.graph.nodes[1], { name: 'a_1', x: 120, y: -60 });
  doc.game.moves = [{ by: 'short', edge: 0 }];
  doc.at = 1;
  const text = tikz(doc, false);
  assert.match(text, /\\node\[terminal, label=above:\$L\$\] \(v1\) at \(0,0\) \{0\};/);
  assert.match(text, /\(v2\) at \(2,1\) \{a\\_1\};/);
  assert.match(text, /\\draw\[short\] \(v1\) to \(v2\);\n {2}\\draw\[free\] \(v1\) to\[bend left=15\] \(v2\);/);
  assert.match(text, /\\draw\[free\] \(v2\) to\[loop above\] \(v2\);/);
  const coins = makeDoc('coins', graph(2, [[0, 1]]), { coins: [2, 0] });
  assert.match(tikz(coins, true), /label=right:\{2\$\\times\$\}.*\n.*\n.*\\draw\[arc\]/);
});

/** Kinds, difficulties and seeds that the engine would refuse. */
const NO_PUZZLES = ['foo.1.1', 'label.0.1', 'label.6.1', `label.1.${'9'.repeat(20)}`].map((to) => `#puzzle=${to}`);

test('addresses of lessons and puzzles are read back, and nothing else is taken for one', () => {
  for (const to of [
    { lesson: 'two-trees', step: 3 },
    { puzzle: { kind: 'keep-draw', difficulty: 4, seed: 17 } },
    { puzzle: { board: 'needle.net' } },
  ])
    assert.deepEqual({ step: 0, ...to }, readAddress(`#${addressOf(to)}`));
  for (const no of ['', '#', '#abc', '#lesson=x', '#puzzle=', '#board=needle.net', ...NO_PUZZLES])
    assert.equal(readAddress(no), null);
});

test('the board of a lesson: places, edges, terminals, coins; a node without a place is refused', () => {
  const at = { L: [0, 0], a: [1, 2], R: [3, 4] };
  const { room, doc } = boardOf({ at, edges: 'L-a a-R' });
  assert.deepEqual([room, doc.graph.edges, doc.graph.left, doc.graph.right], ['networks', [[0, 1], [1, 2]], 0, 2]); // prettier-ignore
  assert.deepEqual(boardOf({ at: { a: [0, 0], b: [1, 1] }, arrows: 'a>b', coins: 'b b' }).doc.coins, [0, 2]);
  assert.throws(() => boardOf({ at, edges: 'L-x' }), /names a node x/);
});

test('every lesson has a title, a line and steps with texts; its boards can be drawn', () => {
  assert.equal(LESSONS.length, 10);
  assert.equal(new Set(LESSONS.map(({ id }) => id)).size, 10);
  for (const { title, line, steps } of LESSONS) {
    assert.ok(title && line && steps.length > 1 && steps.every(({ text }) => text));
    assert.ok(steps[0].board || steps[0].bridgit);
    for (const { board } of steps) if (typeof board === 'object') boardOf(board);
  }
});

test('labels are read as people write them', () => {
  assert.deepEqual(['3', ' 0 ', '∞ 0 2', '∞(1,3)', 'inf', 'x', ''].map(labelOf), [
    3,
    0,
    { inf: [0, 2] },
    { inf: [1, 3] },
    { inf: [] },
    null,
    null,
  ]);
  assert.deepEqual([[4], { from: 'a', to: 'b' }, { inf: [1] }, 'first', 2].map(answerText), [
    'edge 4',
    'a → b',
    '∞(1)',
    'whoever moves first',
    '2',
  ]);
});
