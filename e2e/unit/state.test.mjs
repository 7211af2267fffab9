// The state module, without a browser: every action, undo and redo of everything, and the link.

import test from 'node:test';
import assert from 'node:assert/strict';
import {
  backTo,
  coinsNow,
  EMPTY,
  freshName,
  here,
  initial,
  makeDoc,
  owners,
  reduce,
  rulesOf,
  turn,
  unready,
} from '../../page/state.js';
import { wireNetwork } from '../../page/api.js';
import { barred, nextRung } from '../../page/ladder.js';
import { decode, encode, pack, unpack } from '../../page/share.js';

/** @param {...object} actions */
const after = (...actions) => actions.reduce(reduce, initial());
const doc = (state) => here(state).doc;
const node = (x, y) => ({ type: 'node/add', x, y });
const edge = (u, v) => ({ type: 'edge/add', u, v });
const SQUARE = [
  node(0, 0),
  node(100, 0),
  node(0, 100),
  node(100, 100),
  edge(0, 1),
  edge(1, 3),
  edge(0, 2),
  edge(2, 3),
  { type: 'terminal', which: 'left', node: 0 },
  { type: 'terminal', which: 'right', node: 3 },
];

test('nodes get names, places and a selection', () => {
  const state = after(node(10, 20), node(30, 40));
  assert.deepEqual(
    doc(state).graph.nodes.map((n) => n.name),
    ['a', 'b'],
  );
  assert.equal(here(state).node, 1);
});

test('names go on after z and fill gaps', () => {
  const nodes = Array.from({ length: 26 }, (_, i) => ({ name: String.fromCharCode(97 + i), x: 0, y: 0 }));
  assert.equal(freshName({ ...EMPTY, nodes }), 'a1');
  assert.equal(freshName({ ...EMPTY, nodes: nodes.slice(1) }), 'a');
});

test('deleting a node takes its edges and renumbers the rest', () => {
  const state = after(...SQUARE, { type: 'node/delete', node: 1 });
  const { graph } = doc(state);
  assert.deepEqual(graph.edges, [
    [0, 1],
    [1, 2],
  ]);
  assert.deepEqual([graph.left, graph.right], [0, 2]);
  assert.equal(doc(reduce(state, { type: 'node/delete', node: 0 })).graph.left, null);
});

test('terminals trade places rather than coincide', () => {
  const state = after(...SQUARE, { type: 'terminal', which: 'right', node: 0 });
  assert.deepEqual([doc(state).graph.left, doc(state).graph.right], [3, 0]);
});

test('for all nodes no terminals are needed, and whoever chooses one plays for them again', () => {
  const bare = after(...SQUARE.filter(({ type }) => type !== 'terminal'), { type: 'node/delete', node: 0 });
  assert.match(unready('networks', doc(bare)) ?? '', /two terminals/);
  const all = reduce(bare, { type: 'target', target: 'all' });
  assert.equal(unready('networks', doc(all)), null);
  assert.equal(rulesOf('networks', doc(all).graph), 'all');
  assert.deepEqual(wireNetwork(doc(all).graph), {
    vertices: 3,
    edges: doc(all).graph.edges.map(([u, v]) => [u + 1, v + 1]),
    left: 1,
    right: 2,
    target: 'all',
  });
  const smaller = reduce(all, { type: 'node/delete', node: 0 });
  assert.equal(doc(smaller).graph.target, 'all');
  assert.equal(doc(reduce(all, { type: 'undo' })).graph.target, undefined);
  const chosen = reduce(all, { type: 'terminal', which: 'left', node: 1 });
  assert.deepEqual(Object.keys(doc(chosen).graph), ['nodes', 'edges', 'left', 'right']);
});

test('a change of what SHORT has to join ends the game', () => {
  const playing = after(...SQUARE, GAME, { type: 'play', by: 'cut', edge: 0 });
  const all = doc(reduce(playing, { type: 'target', target: 'all' }));
  assert.deepEqual([all.game.players, all.game.moves, all.at], [null, [], 0], 'a change of the rules ends the game');
});

test('the robot plays for terminals, and the ladder leaves it out elsewhere', () => {
  const { graph } = doc(after(...SQUARE, { type: 'target', target: 'all' }));
  assert.match(barred('analog', graph) ?? '', /two terminals/);
  assert.match(barred('exploit:analog', graph) ?? '', /two terminals/);
  assert.equal(barred('perfect', graph), null);
  assert.equal(nextRung('networks', 'min-cut', graph)?.kind, 'perfect');
  assert.equal(nextRung('networks', 'min-cut', doc(after(...SQUARE)).graph)?.kind, 'analog');
});

test('parallel edges and loops are kept as drawn', () => {
  const state = after(node(0, 0), node(9, 9), edge(0, 1), edge(0, 1), edge(1, 1));
  assert.deepEqual(doc(state).graph.edges, [
    [0, 1],
    [0, 1],
    [1, 1],
  ]);
});

test('undo and redo bring back everything, one entry a gesture', () => {
  let state = after(...SQUARE);
  const entries = here(state).past.length;
  for (const x of [1, 2, 3]) state = reduce(state, { type: 'node/move', node: 0, x, y: 0, gesture: 'g1' });
  assert.equal(here(state).past.length, entries + 1);
  state = reduce(state, { type: 'undo' });
  assert.equal(doc(state).graph.nodes[0].x, 0);
  state = reduce(state, { type: 'redo' });
  assert.equal(doc(state).graph.nodes[0].x, 3);
  for (let i = 0; i < 50; i++) state = reduce(state, { type: 'undo' });
  assert.deepEqual(doc(state).graph, EMPTY);
  for (let i = 0; i < 50; i++) state = reduce(state, { type: 'redo' });
  assert.equal(doc(state).graph.edges.length, 4);
});

test('a new change forgets what was undone', () => {
  const state = after(node(0, 0), node(5, 5), { type: 'undo' }, node(7, 7));
  assert.equal(here(state).future.length, 0);
  assert.equal(reduce(state, { type: 'redo' }), state);
});

const GAME = { type: 'game/new', players: { short: 'human', cut: 'perfect' }, first: 'cut' };

test('turns alternate, and passes count', () => {
  let state = after(...SQUARE, GAME);
  assert.equal(turn(doc(state)), 'cut');
  state = reduce(state, { type: 'play', by: 'cut', edge: 0 });
  assert.equal(turn(doc(state)), 'short');
  state = reduce(state, { type: 'play', by: 'short', edge: null });
  assert.equal(turn(doc(state)), 'cut');
  assert.deepEqual(owners(doc(state)), ['cut', null, null, null]);
});

test('take back returns to the human’s own turn, or one move between two people', () => {
  const moves = [
    { type: 'play', by: 'cut', edge: 0 },
    { type: 'play', by: 'short', edge: 1 },
    { type: 'play', by: 'cut', edge: 2 },
  ];
  let state = after(...SQUARE, GAME, ...moves);
  assert.equal(backTo(doc(state)), 1);
  state = reduce(state, { type: 'back' });
  assert.equal(doc(state).game.moves.length, 1);
  assert.equal(backTo(doc(state)), null);
  const two = after(...SQUARE, { ...GAME, players: { short: 'human', cut: 'human' } }, ...moves);
  assert.equal(backTo(doc(two)), 2);
});

test('a move from the past starts a new line', () => {
  let state = after(
    ...SQUARE,
    GAME,
    { type: 'play', by: 'cut', edge: 0 },
    { type: 'play', by: 'short', edge: 1 },
    { type: 'at', at: 1 },
  );
  assert.deepEqual(owners(doc(state)), ['cut', null, null, null]);
  state = reduce(state, { type: 'play', by: 'short', edge: 3 });
  assert.deepEqual(
    doc(state).game.moves.map((m) => m.edge),
    [0, 3],
  );
  assert.equal(doc(reduce(state, { type: 'undo' })).game.moves.length, 2);
});

test('undo passes over positions in which the machine would move again', () => {
  let state = after(
    ...SQUARE,
    GAME,
    { type: 'play', by: 'cut', edge: 0 },
    { type: 'play', by: 'short', edge: 1 },
    { type: 'play', by: 'cut', edge: 2 },
  );
  state = reduce(state, { type: 'undo' });
  assert.equal(doc(state).game.moves.length, 1);
  state = reduce(state, { type: 'undo' });
  assert.equal(doc(state).game.players, null);
  state = reduce(reduce(state, { type: 'redo' }), { type: 'redo' });
  assert.equal(doc(state).game.moves.length, 3);
});

test('the offered first move becomes the machine’s', () => {
  const state = after(...SQUARE, { ...GAME, offer: 2 }, { type: 'game/take', human: 'short', opponent: 'perfect' });
  const { game } = doc(state);
  assert.deepEqual(game.moves, [{ by: 'cut', edge: 2 }]);
  assert.deepEqual(game.players, { short: 'human', cut: 'perfect' });
  assert.equal(turn(doc(state)), 'short');
});

test('resigning is taken back too, and drawing ends the game', () => {
  let state = after(...SQUARE, GAME, { type: 'play', by: 'cut', edge: 0 }, { type: 'resign', by: 'short' });
  assert.equal(doc(state).game.resigned, 'short');
  state = reduce(state, { type: 'back' });
  assert.equal(doc(state).game.resigned, null);
  assert.equal(doc(state).game.moves.length, 1);
  assert.equal(doc(reduce(state, node(1, 1))).game.players, null);
});

test('moving or naming a node leaves the game alone', () => {
  const state = after(
    ...SQUARE,
    GAME,
    { type: 'play', by: 'cut', edge: 0 },
    { type: 'node/move', node: 0, x: 5, y: 5, gesture: 'x' },
    { type: 'node/name', node: 0, name: 'home' },
  );
  assert.equal(doc(state).game.moves.length, 1);
});

const COINS = [{ type: 'room', room: 'coins' }, node(0, 0), node(1, 1), edge(0, 1), edge(1, 1)];

test('coins are put, pushed and never negative', () => {
  let state = after(
    ...COINS,
    { type: 'coin', node: 0, by: 1 },
    { type: 'coin', node: 0, by: 1 },
    { type: 'coin', node: 1, by: -1 },
  );
  assert.deepEqual(doc(state).coins, [2, 0]);
  state = reduce(reduce(state, { type: 'game/new', players: {}, first: 'one' }), { type: 'play', by: 'one', edge: 0 });
  assert.deepEqual(coinsNow(doc(state)), [1, 1]);
  state = reduce(state, { type: 'play', by: 'two', edge: 1 });
  assert.deepEqual(coinsNow(doc(state)), [1, 1]);
  assert.equal(turn(doc(state)), 'one');
});

test('rooms keep their own boards and pasts', () => {
  const state = after(...SQUARE, ...COINS, { type: 'undo' });
  assert.equal(state.rooms.networks.doc.graph.edges.length, 4);
  assert.equal(state.rooms.coins.doc.graph.edges.length, 1);
});

test('what is missing is said in words', () => {
  assert.match(unready('networks', makeDoc('networks', EMPTY)) ?? '', /two nodes/);
  const bare = makeDoc('networks', { nodes: [node(0, 0), node(1, 1)], edges: [], left: null, right: null });
  assert.match(unready('networks', bare) ?? '', /terminals/);
  assert.match(unready('networks', doc(after(node(0, 0), node(1, 1)))) ?? '', /edge/);
  assert.match(unready('coins', doc(after(...COINS))) ?? '', /coin/);
  assert.equal(unready('networks', doc(after(...SQUARE))), null);
});

test('an action that changes nothing returns the same state', () => {
  const state = after(...SQUARE);
  for (const action of [
    { type: 'node/move', node: 0, x: 0, y: 0, gesture: 'g' },
    { type: 'node/name', node: 0, name: 'a' },
    { type: 'back' },
    { type: 'redo' },
  ]) {
    assert.equal(reduce(state, action), state, action.type);
  }
});

test('a link brings back graph, moves and view', async () => {
  let state = after(
    ...SQUARE,
    GAME,
    { type: 'play', by: 'cut', edge: 3 },
    { type: 'play', by: 'short', edge: null },
    { type: 'play', by: 'cut', edge: 0 },
    { type: 'at', at: 2 },
  );
  state = reduce(reduce(state, { type: 'view', view: { x: 12, y: -7, k: 1.25 } }), {
    type: 'pref',
    set: { overlay: 'trees', values: true },
  });
  const code = await encode(state);
  assert.match(code, /^[\w-]+$/);
  const back = await decode(code);
  assert.deepEqual(back.room.doc, doc(state));
  assert.deepEqual(back.room.view, { x: 12, y: -7, k: 1.25 });
  assert.equal(back.prefs.overlay, 'trees');
});

test('a coin game and a Bridg-It board travel in links too', async () => {
  const coins = after(...COINS, { type: 'coin', node: 0, by: 3 });
  assert.deepEqual((await decode(await encode(coins))).room.doc, doc(coins));
  const board = makeDoc('bridgit', EMPTY, { size: 7 });
  const state = after({ type: 'room', room: 'bridgit' }, { type: 'open', doc: board });
  assert.equal((await decode(await encode(state))).room.doc.size, 7);
});

test('a mangled link is refused in words', async () => {
  const code = await encode(after(...SQUARE));
  await assert.rejects(decode(code.slice(0, -9)), /incomplete or damaged/);
  await assert.rejects(decode('!!'), /incomplete or damaged/);
  const data = pack('networks', here(after(...SQUARE, GAME)), initial().prefs);
  assert.throws(() => unpack({ ...data, v: 9 }), /another version/);
  assert.throws(() => unpack({ ...data, r: 'attic' }), /no room/);
  assert.throws(() => unpack({ ...data, m: [99] }), /not on its board/);
  assert.throws(() => unpack({ ...data, g: [[['a', 0, 0]], [0, 5], 0, null] }), /without an end/);
});

test('a large board still fits a link', async () => {
  const nodes = Array.from({ length: 2000 }, (_, i) => ({
    name: String(i + 1),
    x: (i * 37) % 1000,
    y: (i * 91) % 1000,
  }));
  const edges = Array.from({ length: 5000 }, (_, i) => [(i * 7) % 2000, (i * 13 + 1) % 2000]);
  const state = after({ type: 'open', doc: makeDoc('networks', { nodes, edges, left: 0, right: 1999 }) });
  const code = await encode(state);
  assert.ok(code.length < 60_000, `${code.length} letters`);
  assert.deepEqual((await decode(code)).room.doc.graph, doc(state).graph);
});
