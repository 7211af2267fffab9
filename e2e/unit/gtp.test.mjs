// `ssg gtp`, driven by a client that was made for Go engines: @sabaki/gtp.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import gtp from '@sabaki/gtp';

const { Controller, ControllerStateTracker } = gtp;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The program: the one named by SSG, or the one that `make` or cargo built. */
function program() {
  const places = [process.env.SSG, `${root}ssg`, `${root}target/release/ssg`, `${root}target/debug/ssg`];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error('build the program first: make');
  return found;
}

/** An engine, stopped when the test ends. @param {any} t @param {string[]} more */
function engine(t, ...more) {
  const controller = new Controller(program(), ['gtp', '--coordinates', 'gtp', ...more]);
  controller.start();
  t.after(() => controller.stop());
  return controller;
}

/** The answer to a command, which must succeed. @param {any} controller @param {string} line */
async function ask(controller, line) {
  const [name, ...args] = line.split(' ');
  const response = await controller.sendCommand({ name, args });
  assert.equal(response.error, false, `${line}: ${response.content}`);
  return response.content;
}

/** One game as a match program plays it: each engine is asked in turn and told the other's moves. */
async function game(black, white, size) {
  for (const one of [black, white]) {
    await ask(one, `boardsize ${size}`);
    await ask(one, 'clear_board');
  }
  const moves = [];
  for (
    let [mover, other, colour] = [black, white, 'B'];
    ;
    [mover, other, colour] = [other, mover, colour === 'B' ? 'W' : 'B']
  ) {
    const move = await ask(mover, `genmove ${colour}`);
    if (move === 'resign') return { moves, winner: colour === 'B' ? 'W' : 'B' };
    assert.match(move, /^[A-HJ-Z](\d|1\d|2[0-5])$/, 'a point as Go writes it');
    assert.ok(moves.length < size * size, 'the game ends');
    moves.push(move);
    await ask(other, `play ${colour} ${move}`);
  }
}

test('a match between two engines: games end by resignation, and no two are the same', async (t) => {
  const black = engine(t);
  const white = engine(t, '--player', 'random', '--seed', '7');
  const seen = new Set();
  for (let round = 0; round < 4; round++) {
    const { moves, winner } = await game(black, white, 9);
    assert.equal(winner, 'B', 'the perfect player moves first and wins');
    assert.equal(await ask(black, 'final_score'), 'B+');
    assert.equal(await ask(white, 'final_score'), 'B+');
    assert.equal(new Set(moves).size, moves.length, 'no point is played twice');
    seen.add(moves.join(' '));
  }
  assert.equal(seen.size, 4);
});

test('the client keeps an engine in step with a history of moves', async (t) => {
  const controller = engine(t);
  const tracker = new ControllerStateTracker(controller);
  const play = (/** @type {[string, string][]} */ ...moves) =>
    moves.map(([colour, vertex]) => ({ name: 'play', args: [colour, vertex] }));
  const history = play(['B', 'D4'], ['W', 'A1'], ['B', 'C7']);
  await tracker.sync({ komi: 6.5, boardsize: [7, 7], history });
  assert.equal(await ask(controller, 'gogui-rules_side_to_move'), 'white');
  const rows = (await ask(controller, 'gogui-rules_board'))
    .split('\n')
    .map((/** @type {string} */ row) => row.split(' '));
  assert.equal(rows.length, 7);
  assert.deepEqual([rows[3][3], rows[6][0], rows[0][2], rows[0][0]], ['X', 'O', 'X', '.']);
  // Two moves are taken back and another is made.
  await tracker.sync({ boardsize: [7, 7], history: play(['B', 'D4'], ['W', 'G7']) });
  const legal = (await ask(controller, 'gogui-rules_legal_moves')).split(' ');
  assert.equal(legal.length, 4 * 4 + 3 * 3 - 2);
  assert.ok(legal.includes('A1') && !legal.includes('G7') && !legal.includes('D4'));
  // A point that is no move is refused in words.
  const refused = await controller.sendCommand({ name: 'play', args: ['B', 'A2'] });
  assert.ok(refused.error && refused.content.includes('node'), refused.content);
});
