// Stamps, the edge list and its way back, selections, the gallery's pictures and places.

import test from 'node:test';
import assert from 'node:assert/strict';
import { distance, distanceTo, edgeShape, hull, isInside, numberPlaces } from '../../page/geometry.js';
import { createScores, nextRung } from '../../page/ladder.js';
import { arranged, PLACES } from '../../page/places.js';
import { chain } from '../../page/review.js';
import { createShelf } from '../../page/shelf.js';
import { edgeList, fromEdgeList, stamped, stampOf } from '../../page/stamps.js';
import { EMPTY, here, initial, makeDoc, partOf, reduce, repetitions } from '../../page/state.js';
import { THUMBS } from '../../page/thumbs.js';
import { coinVerdict, effort, lostBefore, mistakes, tale, verb } from '../../page/words.js';
import { ids, picture, read } from '../thumbs.mjs';

test('stamps have the nodes and edges of their names', () => {
  const size = (kind, n) => {
    const { places, edges } = stampOf(kind, n);
    return [places.length, edges.length];
  };
  assert.deepEqual(size('complete', 5), [5, 10]);
  assert.deepEqual(size('cycle', 7), [7, 7]);
  assert.deepEqual(size('wheel', 6), [7, 12]);
  assert.deepEqual(size('grid', 4), [16, 24]);
  assert.deepEqual(size('ladder', 5), [10, 13]);
});

test('a stamp stands beside what is there, with names of its own, and brings terminals where there are none', () => {
  const once = stamped(EMPTY, stampOf('cycle', 4), true);
  const twice = stamped(once, stampOf('complete', 3), true);
  assert.equal(new Set(twice.nodes.map((node) => node.name)).size, 7);
  assert.deepEqual([twice.left, twice.right], [0, 2]);
  const right = Math.max(...once.nodes.map((node) => node.x));
  assert.ok(twice.nodes.slice(4).every((node) => node.x > right));
});

test('the edge list is the drawing: read back, nothing has changed', () => {
  const graph = stamped(EMPTY, stampOf('wheel', 5), true);
  const lonely = { ...graph, nodes: [...graph.nodes, { name: 'far away', x: 9, y: 9 }] };
  const back = fromEdgeList(lonely, edgeList(lonely));
  const byName = (g) => new Map(g.nodes.map((node) => [node.name, [node.x, node.y]]));
  assert.deepEqual(byName(back.graph), byName(lonely));
  const named = (g) => g.edges.map(([u, v]) => [g.nodes[u].name, g.nodes[v].name]);
  assert.deepEqual(named(back.graph), named(lonely));
  assert.equal(back.graph.nodes[back.graph.left].name, lonely.nodes[lonely.left].name);
});

test('an edge list with a new name brings a node; one with three names is refused by its line', () => {
  const graph = stamped(EMPTY, stampOf('cycle', 3), true);
  const more = fromEdgeList(graph, `${edgeList(graph)}\na new`);
  assert.equal(more.graph.nodes.length, 4);
  assert.equal(more.graph.edges.length, 4);
  assert.match(fromEdgeList(graph, 'a b\na b c').error, /line 2/);
  assert.equal(fromEdgeList(graph, 'b c').graph.left, null, 'a terminal that is gone is none');
});

/** The state after some actions. */
const after = (...actions) => actions.reduce(reduce, initial());
const graphOf = (state) => here(state).doc.graph;

test('selected nodes are moved, copied and deleted together, and each is one step of undo', () => {
  const drawn = after({ type: 'rewrite', graph: stamped(EMPTY, stampOf('grid', 3), true), gesture: 'a' });
  const moved = reduce(drawn, { type: 'nodes/move', nodes: [0, 1], dx: 20, dy: -40, gesture: 'b' });
  assert.equal(graphOf(moved).nodes[1].x, graphOf(drawn).nodes[1].x + 20);
  assert.equal(graphOf(moved).nodes[2].x, graphOf(drawn).nodes[2].x);
  const part = partOf(here(drawn).doc, [0, 1, 3, 4]);
  const copied = reduce(drawn, { type: 'nodes/paste', part });
  assert.deepEqual([graphOf(copied).nodes.length, graphOf(copied).edges.length], [13, 16]);
  assert.equal(here(copied).picked.length, 4);
  const gone = reduce(drawn, { type: 'nodes/delete', nodes: [8, 0, 4] });
  assert.deepEqual([graphOf(gone).nodes.length, graphOf(gone).edges.length], [6, 4]);
  const fresh = reduce(initial(), { type: 'nodes/paste', part });
  assert.deepEqual(
    [graphOf(fresh).edges.length, graphOf(fresh).left, graphOf(fresh).right],
    [4, 0, 1],
    'on an empty board',
  );
  for (const state of [moved, copied, gone]) assert.equal(graphOf(reduce(state, { type: 'undo' })), graphOf(drawn));
});

test('every board of the gallery has its picture, with every edge', () => {
  assert.deepEqual(Object.keys(THUMBS), ids());
  for (const id of ids()) {
    const { edges } = read(id);
    if (edges.length > 150) assert.equal(THUMBS[id], null);
    else assert.equal(THUMBS[id][1].length, 2 * edges.length, id);
  }
  assert.deepEqual(THUMBS['petersen.net'], picture('petersen.net'), 'run e2e/thumbs.mjs');
});

test('on the boards that are placed by hand, no edge runs through a node that is not its end', () => {
  for (const id of Object.keys(PLACES)) {
    const graph = read(id);
    const at = arranged(graph, id).map(([x, y]) => ({ x, y }));
    for (const [u, v] of graph.edges) {
      const shape = edgeShape(at[u], at[v], true, { copy: 0, of: 1 });
      at.forEach((p, i) => {
        if (i !== u && i !== v) assert.ok(distanceTo(p, shape) > 20, `${id}: ${u + 1}–${v + 1} runs through ${i + 1}`);
      });
    }
    if (graph.left !== null && !['petersen.net', 'utilities.net'].includes(id))
      assert.ok(at[graph.left].x < at[graph.right].x, id);
  }
});

test('the numbers of edges keep away from other edges, nodes and numbers', () => {
  let before = 0;
  for (const id of ['octahedron.net', 'figure-3.net', 'maire-1.net', 'cube.net', 'wheel.net']) {
    const graph = read(id);
    const at = arranged(graph, id).map(([x, y]) => ({ x, y }));
    const shapes = graph.edges.map(([u, v]) => edgeShape(at[u], at[v], true, { copy: 0, of: 1 }));
    /** How many numbers lie on something, each beside its own edge. */
    const clashes = (places) =>
      places.filter(
        (p, i) =>
          at.some((q) => distance(p, q) < 18) ||
          shapes.some((shape, k) => k !== i && distanceTo(p, shape) < 6) ||
          places.some((q, k) => k !== i && distance(p, q) < 10),
      ).length;
    const places = numberPlaces(shapes, at, 1);
    assert.equal(clashes(places), 0, id);
    places.forEach((p, i) => assert.ok(distanceTo(p, shapes[i]) < 16, `${id}: ${i + 1} stands beside its edge`));
    before += clashes(shapes.map((shape) => ({ x: shape.mid.x + 0.1, y: shape.mid.y - 13 })));
  }
  assert.ok(before > 0, 'above the midpoints some would clash');
});

test('a hull holds what is inside it, and nothing else', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
    { x: 5, y: 5 },
  ];
  const corners = hull(square);
  assert.equal(corners.length, 4);
  assert.ok(isInside(corners, { x: 5, y: 1 }));
  assert.ok(!isInside(corners, { x: 11, y: 5 }));
  assert.ok(!isInside(hull(square.slice(0, 2)), { x: 5, y: 0 }));
});

test('nodes without edges stand near the others', () => {
  const graph = read('odd-bits.net');
  const at = arranged(graph, 'odd-bits.net', Infinity);
  const span = Math.max(...at.map(([x]) => x)) - Math.min(...at.map(([x]) => x));
  assert.ok(span < 1500, `${span}`);
});

test('a mistake is a move after which its player has less', () => {
  const movers = ['short', 'cut', 'short', 'cut'];
  assert.deepEqual(mistakes(['short', 'short', 'short', 'cut', 'cut'], movers), [
    { at: 3, by: 'short', from: 'win', to: 'loss' },
  ]);
  assert.deepEqual(mistakes(['draw', 'two', 'two'], ['one', 'two']), [{ at: 1, by: 'one', from: 'draw', to: 'loss' }]);
  // What nobody knows yet is nobody's mistake.
  assert.deepEqual(mistakes(['short', null, 'cut'], ['short', 'cut']), []);
  assert.match(tale(['short', 'short', 'short', 'cut'], movers), /SHORT gave the win away at move 3/);
  assert.match(tale(['cut', 'cut'], ['short'], true), /nobody made a mistake/);
  assert.match(tale(['cut', 'cut'], ['cut'], true, true), /first move was worth the game, and it was CUT’s; nobody/);
});

test('only players that do so are said to play for a mistake', () => {
  for (const player of ['perfect', 'exploit:analog'])
    assert.match(lostBefore('cut', player, true), /^CUT was lost before this move, and played for a mistake\. $/);
  for (const player of ['greedy', 'random', 'strength', 'human', undefined])
    assert.match(lostBefore('cut', player, true), /this move\. A perfect player would have tried the same\. $/);
  for (const player of ['greedy', 'perfect'])
    assert.match(lostBefore('short', player, false), /^SHORT.*\. A perfect player would have tried something else\. $/);
});

test('moves are told in the words of their game, and counted for their player', () => {
  const told = ['networks', 'bridgit'].flatMap((room) => ['short', 'cut'].map((side) => verb(room, side)));
  assert.deepEqual([...told, verb('coins', 'one')], ['take', 'destroy', 'take', 'take', 'move']);
  assert.deepEqual(
    [effort('short', 2), effort('two', 1)],
    ['It took SHORT 2 moves.', 'It took the second player one move.'],
  );
});

test('before the first move of a coin game nobody has just moved', () => {
  const lost = { outcome: 'second', over: false, sentence: 'Whoever has just moved wins: the Nim-sum is 0.' };
  assert.equal(coinVerdict(lost, 0), 'The second player wins: the Nim-sum is 0.');
  assert.equal(coinVerdict(lost, 1), lost.sentence);
  const over = { outcome: 'second', over: true, sentence: 'No coin can move: whoever moved last has won.' };
  assert.equal(coinVerdict(over, 0), 'No coin can move: the second player wins.');
  assert.equal(coinVerdict(over, 3), over.sentence);
});

test('a position that comes back is counted with whoever is to move', () => {
  const doc = makeDoc(
    'coins',
    {
      nodes: [
        { name: 'a', x: 0, y: 0 },
        { name: 'b', x: 1, y: 0 },
      ],
      edges: [
        [0, 1],
        [1, 0],
      ],
      left: null,
      right: null,
    },
    { coins: [1, 0] },
  );
  const moves = [0, 1, 0, 1].map((edge, i) => ({ by: i % 2 ? 'two' : 'one', edge }));
  const at = (n) => repetitions({ ...doc, game: { ...doc.game, moves }, at: n });
  assert.deepEqual([0, 1, 2, 3, 4].map(at), [1, 1, 2, 2, 3]);
});

test('CUT’s winning chain runs from side to side over its own bridges only', () => {
  // Size 2: crossings at odd-odd and even-even points.
  const points = [
    [1, 1],
    [3, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ];
  assert.deepEqual(chain(points, [true, true, false, false, false], 2).sort(), [0, 1]);
  assert.deepEqual(chain(points, [true, false, true, false, true], 2).sort(), [0, 2, 4]);
  assert.deepEqual(chain(points, [true, false, false, false, true], 2), []);
});

/** A storage that remembers, or that refuses. */
const storage = (full = false) => {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new Error('full');
      kept.set(key, value);
    },
  };
};

test('scores: each game once, over several pages, and without storage too', () => {
  const shared = storage();
  const [one, two] = [createScores(shared), createScores(shared)];
  const game = {};
  one.count(game, 'networks/random', 'won');
  one.count(game, 'networks/random', 'lost');
  two.count({}, 'networks/random', 'lost');
  assert.deepEqual(two.get()['networks/random'], { won: 1, lost: 1, drawn: 0 });
  const lone = createScores(null);
  lone.count({}, 'x', 'drawn');
  assert.equal(lone.get().x.drawn, 1);
  assert.equal(nextRung('networks', 'random', EMPTY)?.kind, 'greedy');
  assert.equal(nextRung('networks', 'perfect', EMPTY), null);
});

test('the shelf keeps boards by name and room, and says when it cannot', () => {
  const shelf = createShelf(storage());
  assert.ok(shelf.put('mine', { r: 'networks' }));
  assert.deepEqual(shelf.names('networks'), ['mine']);
  assert.deepEqual(shelf.names('coins'), []);
  shelf.remove('mine');
  assert.equal(shelf.take('mine'), null);
  assert.equal(createShelf(storage(true)).put('x', {}), false);
});
