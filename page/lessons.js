// How lessons are written, and the addresses of lessons and puzzles. docs/lessons.md describes the format.

import { makeDoc } from './state.js';

/** The kinds of puzzles that are made. */
export const KINDS = ['only-move', 'who-wins', 'two-trees', 'which-side', 'label', 'keep-draw'];

/** Numbers in a text, as “1 4 7”. @param {string} [text] */
export const numbers = (text = '') => text.split(/\s+/).filter(Boolean).map(Number);

/**
 * A board that a lesson draws: places of its nodes by name, then edges as “a-b b-c” or arrows as “a>b b>c”. The
 * nodes called L and R are the terminals.
 * @param {{at: Record<string, [number, number]>, edges?: string, arrows?: string, coins?: string}} board
 * @param {string} [coins] @returns {{room: import('./types').Room, doc: import('./types').Doc}}
 */
export function boardOf(board, coins = board.coins ?? '') {
  const names = Object.keys(board.at);
  const place = (/** @type {string} */ name) => {
    const i = names.indexOf(name);
    if (i < 0) throw new Error(`the lesson names a node ${name} that has no place`);
    return i;
  };
  const pairs = (board.edges ?? board.arrows ?? '').split(/\s+/).filter(Boolean);
  const edges = pairs.map((pair) => /** @type {[number, number]} */ (pair.split(/[->]/).map(place)));
  const nodes = names.map((name) => ({ name, x: board.at[name]?.[0] ?? 0, y: board.at[name]?.[1] ?? 0 }));
  const room = board.arrows === undefined ? 'networks' : 'coins';
  const [left, right] = room === 'coins' ? [null, null] : [place('L'), place('R')];
  const on = coins.split(/\s+/).filter(Boolean).map(place);
  const counts = names.map((_, i) => on.filter((node) => node === i).length);
  return { room, doc: makeDoc(room, { nodes, edges, left, right }, { coins: counts }) };
}

/**
 * @typedef {{kind?: string, difficulty?: number, seed?: number, board?: string}} Wanted
 * @param {{lesson?: string, step?: number, puzzle?: Wanted}} to
 */
export function addressOf({ lesson, step, puzzle }) {
  if (lesson) return `lesson=${lesson}.${(step ?? 0) + 1}`;
  if (puzzle?.board) return `puzzle=${puzzle.board}`;
  return `puzzle=${puzzle?.kind ?? 'only-move'}.${puzzle?.difficulty ?? 1}.${puzzle?.seed ?? 1}`;
}

/**
 * Where an address leads; null if it is about a board.
 * @param {string} hash @returns {{lesson?: string, step: number, puzzle?: Wanted}|null}
 */
export function readAddress(hash) {
  const lesson = /^#lesson=([\w-]+)\.(\d+)$/.exec(hash);
  if (lesson) return { lesson: lesson[1] ?? '', step: Number(lesson[2]) - 1 };
  const made = /^#puzzle=([\w-]+)\.([1-5])\.(\d{1,15})$/.exec(hash);
  if (made && KINDS.includes(made[1] ?? '')) {
    const [, kind = '', difficulty, seed] = made;
    return { step: 0, puzzle: { kind, difficulty: Number(difficulty), seed: Number(seed) } };
  }
  const board = /^#puzzle=([\w-]+\.net)$/.exec(hash);
  return board ? { step: 0, puzzle: { board: board[1] ?? '' } } : null;
}
