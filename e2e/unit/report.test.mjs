// The script of a tournament's report: its links are the page's own, and its filters keep the right games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forces } from '../../page/layout.js';
import { decode } from '../../page/share.js';
import { chosen, encode, packed } from '../../crates/ssg/src/league/games.js';

const data = () => ({
  page: 'http://127.0.0.1:8011/',
  players: ['perfect', 'anna', 'ben'],
  networks: [
    { name: 'course.net', vertices: 4, left: 0, right: 3, edges: [0, 1, 1, 3, 1, 2, 0, 2, 2, 3] },
    { name: 'bridgit-3.net', size: 3, vertices: 8, left: 0, right: 7, edges: [] },
  ],
  games: [
    game({ players: [0, 1], winner: 0, reason: 'connected', moves: [1, 3, 2], length: 3 }),
    game({ players: [1, 0], first: 1, winner: 1, reason: 'disconnected', moves: [2, 1, 5], length: 3, upset: true }),
    game({
      players: [2, 0],
      first: 1,
      winner: 0,
      reason: 'timeout',
      moves: [7, 0, 1],
      length: 3,
      network: 1,
      upset: true,
    }),
  ],
});

/** @param {any} more */
const game = (more) => ({ network: 0, round: 1, first: 0, upset: false, seconds: [0, 0], ...more });

test('a link opens on the page as the game after its last move', async () => {
  const all = data();
  const { name, room } = await decode(await encode(packed(all, all.games[0], forces)));
  assert.equal(name, 'networks');
  assert.equal(room.doc.title, 'perfect (SHORT) v anna (CUT): course.net');
  assert.deepEqual(room.doc.graph.edges, [[0, 1], [1, 3], [1, 2], [0, 2], [2, 3]]); // prettier-ignore
  assert.deepEqual([room.doc.graph.left, room.doc.graph.right], [0, 3]);
  assert.deepEqual(room.doc.game.moves, [
    { by: 'short', edge: 0 },
    { by: 'cut', edge: 2 },
    { by: 'short', edge: 1 },
  ]);
  assert.deepEqual([room.doc.at, room.doc.game.first, room.doc.game.resigned, room.mode], [3, 'short', null, 'play']);
  const places = new Set(room.doc.graph.nodes.map((n) => `${n.x},${n.y}`));
  assert.equal(places.size, 4, 'no two vertices are at one place');
  const [left, , , right] = room.doc.graph.nodes;
  assert.ok(left.x < right.x, 'L is left of R');
});

test('a game for all vertices opens as one', async () => {
  const all = data();
  Object.assign(all.networks[0], { target: 'all' });
  const { room } = await decode(await encode(packed(all, all.games[0], forces)));
  assert.equal(room.doc.graph.target, 'all');
});

test('Bridg-It boards, first moves of CUT, passes and forfeits', async () => {
  const all = data();
  const { name, room } = await decode(await encode(packed(all, all.games[2], forces)));
  assert.deepEqual([name, room.doc.size], ['bridgit', 3]);
  assert.deepEqual(room.doc.game.moves, [
    { by: 'cut', edge: 6 },
    { by: 'short', edge: null },
    { by: 'cut', edge: 0 },
  ]);
  assert.deepEqual([room.doc.game.first, room.doc.game.resigned], ['cut', 'cut']);
});

test('filters', () => {
  const all = data();
  const which = (/** @type {any} */ wanted) =>
    chosen(all, { player: '', opponent: '', network: '', kind: '', ...wanted }).map((one) => all.games.indexOf(one));
  assert.deepEqual(which({}), [0, 1, 2]);
  assert.deepEqual(which({ player: '1' }), [0, 1]);
  assert.deepEqual(which({ player: '0', opponent: '2' }), [2]);
  assert.deepEqual(which({ network: '1' }), [2]);
  assert.deepEqual(which({ player: '0', kind: 'won' }), [0, 1]);
  assert.deepEqual(which({ player: '0', kind: 'lost' }), [2]);
  assert.deepEqual(which({ player: '0', kind: 'stolen' }), [1]);
  assert.deepEqual(which({ player: '0', kind: 'thrown' }), [2]);
  assert.deepEqual(which({ kind: 'forfeit' }), [2]);
});
