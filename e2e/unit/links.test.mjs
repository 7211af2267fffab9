// Links that were cut, mangled or made up: each is a state that the page can show, or a sentence.
// Random by a seed; SEED and LINKS in the environment choose another run, and a longer one.

import test from 'node:test';
import assert from 'node:assert/strict';
import { coinsNow, here, initial, owners, reduce, ROOMS, turn, unready } from '../../page/state.js';
import { continues, decode, encode, forFriend, pack, unpack } from '../../page/share.js';

const SEED = Number(process.env.SEED ?? 1);
const LINKS = Number(process.env.LINKS ?? 4000);

/** Mulberry32: small, and the same everywhere. @param {number} seed */
function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (/** @type {number} */ n) => Math.floor(next() * n),
    pick: (/** @type {any[]} */ list) => list[Math.floor(next() * list.length)],
  };
}

/** States worth sharing: drawn, played, coins, a Bridg-It board. */
function states() {
  const drawn = [
    { type: 'node/add', x: 0, y: 0 },
    { type: 'node/add', x: 90, y: 0 },
    { type: 'node/add', x: 0, y: 90 },
    { type: 'edge/add', u: 0, v: 1 },
    { type: 'edge/add', u: 1, v: 2 },
    { type: 'edge/add', u: 0, v: 2 },
    { type: 'terminal', which: 'left', node: 0 },
    { type: 'terminal', which: 'right', node: 2 },
  ].reduce(reduce, initial());
  const all = reduce(drawn, { type: 'target', target: 'all' });
  return [initial(), drawn, all, ...ROOMS.map((room) => ({ ...drawn, room }))];
}

/** A value that has no business being where it is put. */
const ODD = [
  null,
  true,
  0,
  -1,
  1,
  2,
  3.5,
  1e9,
  -1e308,
  '',
  'x',
  '__proto__',
  'constructor',
  [],
  [[]],
  [null],
  [[1, 2, 3]],
  {},
  { length: 3 },
  { 0: 1 },
];

/** One change somewhere in a value. @param {any} value @param {ReturnType<dice>} roll @returns {any} */
function changed(value, roll) {
  if (roll.below(4) === 0 || value === null || typeof value !== 'object') return roll.pick(ODD);
  const keys = Object.keys(value);
  if (!keys.length) return roll.pick(ODD);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const key = roll.pick(keys);
  if (roll.below(6) === 0) delete copy[key];
  else copy[key] = changed(copy[key], roll);
  return copy;
}

/**
 * The page can show it: every question that drawing asks has an answer of the right kind.
 * @param {ReturnType<typeof unpack>} read
 */
function shown({ name, room, prefs }) {
  assert.ok(ROOMS.includes(name));
  const { graph, game, coins, size, at, title } = room.doc;
  assert.equal(typeof title, 'string');
  for (const node of graph.nodes) {
    assert.equal(typeof node.name, 'string');
    assert.ok(Number.isFinite(node.x) && Number.isFinite(node.y), 'a place');
  }
  const isNode = (/** @type {any} */ n) => Number.isInteger(n) && n >= 0 && n < graph.nodes.length;
  for (const [u, v] of graph.edges) assert.ok(isNode(u) && isNode(v), 'an edge has ends');
  for (const end of [graph.left, graph.right]) assert.ok(end === null || isNode(end), 'a terminal');
  assert.ok(size === null || (Number.isInteger(size) && size >= 2 && size <= 150), `a size, not ${size}`);
  assert.ok(
    Array.isArray(coins) && coins.length === graph.nodes.length && coins.every((n) => Number.isInteger(n) && n >= 0),
    'coins stand on nodes',
  );
  assert.ok(Number.isInteger(at) && at >= 0 && at <= game.moves.length, `a place in the game, not ${at}`);
  for (const move of game.moves) assert.ok(move.edge === null || (Number.isInteger(move.edge) && move.edge >= 0));
  if (room.view) assert.ok([room.view.x, room.view.y, room.view.k].every(Number.isFinite) && room.view.k > 0, 'a view');
  assert.equal(typeof prefs.overlay, 'string');
  if (name === 'coins') coinsNow(room.doc);
  else owners(room.doc);
  assert.equal(typeof turn(room.doc), 'string');
  unready(name, room.doc);
}

/** Reads it: a state that can be shown, or a sentence; never another error. @param {() => any} read */
async function judged(read) {
  let state;
  try {
    state = await read();
  } catch (error) {
    assert.ok(error instanceof Error && /^the link /.test(error.message), `${error?.stack ?? error}`);
    return false;
  }
  shown(state);
  return true;
}

test('tuples with one thing changed', async () => {
  const roll = dice(SEED);
  const tuples = states().map((state) => JSON.parse(JSON.stringify(pack(state.room, here(state), state.prefs))));
  let good = 0;
  for (let i = 0; i < LINKS; i++) {
    let tuple = roll.pick(tuples);
    for (let changes = 1 + roll.below(3); changes > 0; changes--) tuple = changed(tuple, roll);
    const text = JSON.stringify(tuple);
    const read = judged(() => unpack(JSON.parse(text)));
    good += (await read.catch((error) => assert.fail(`${text}: ${error.message}`))) ? 1 : 0;
  }
  assert.ok(good > 0 && good < LINKS, `${good} of ${LINKS}`);
});

test('links with letters changed, cut or added', async () => {
  const roll = dice(SEED + 1);
  const links = await Promise.all(states().map(encode));
  const letters = 'ABCabc019-_=%+/ é';
  for (let i = 0; i < LINKS / 10; i++) {
    const link = [...roll.pick(links)];
    for (let changes = 1 + roll.below(3); changes > 0; changes--) {
      const at = roll.below(link.length + 1);
      link.splice(at, roll.below(3), ...(roll.below(2) ? [roll.pick([...letters])] : []));
    }
    await judged(() => decode(link.join('')));
  }
});

/** A game by links on a triangle, with these edges claimed in turn. @param {number[]} edges */
function byLinks(edges) {
  const drawn = states()[1];
  const begun = reduce(drawn, { type: 'game/new', players: { short: 'human', cut: 'friend' }, first: 'short' });
  return edges.reduce((state, edge, i) => reduce(state, { type: 'play', by: i % 2 ? 'cut' : 'short', edge }), begun);
}

test('a game by links: the other player sees the other seats, and the same game', async () => {
  const room = here(byLinks([1]));
  const theirs = forFriend(room);
  assert.deepEqual(theirs.doc.game.players, { short: 'friend', cut: 'human' });
  assert.deepEqual(forFriend(theirs).doc.game, room.doc.game);
  const state = { ...byLinks([1]), room: /** @type {const} */ ('networks') };
  const read = await decode(await encode({ ...state, rooms: { ...state.rooms, networks: theirs } }));
  assert.deepEqual(read.room.doc.game.players, { short: 'friend', cut: 'human' });
  const plain = here(
    reduce(states()[1], { type: 'game/new', players: { short: 'human', cut: 'human' }, first: 'cut' }),
  );
  assert.equal(forFriend(plain), plain);
});

test('a link goes on with a known game by links, or is known not to', () => {
  const known = here(byLinks([1]));
  assert.equal(continues(known, here(byLinks([1, 0]))), true);
  assert.equal(continues(known, here(byLinks([1]))), true);
  assert.equal(continues(known, here(byLinks([2, 0]))), false);
  assert.equal(continues(known, here(byLinks([]))), false);
  // Other boards and other games are no concern of it.
  assert.equal(continues(known, here(initial())), true);
  assert.equal(continues(here(initial()), here(byLinks([2]))), true);
});

test('a link with a board beyond every limit is refused before it is drawn', () => {
  const packed = pack('networks', here(states()[1]), states()[1].prefs);
  const rows = Array.from({ length: 50_001 }, () => ['', 0, 0]);
  assert.throws(() => unpack({ ...packed, g: [rows, [], 0, 1] }), /larger board/);
  assert.throws(() => unpack({ ...packed, g: [rows.slice(0, 2), new Array(200_002).fill(0), 0, 1] }), /larger board/);
});
