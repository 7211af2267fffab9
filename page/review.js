// What a finished game looks like from the other end: who was winning when, and the moves that changed it.

import { here, other, sides, turn } from './state.js';
import { mistakes } from './words.js';

/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').State} State */
/** @typedef {Pick<import('./types').RoomAnalysis, 'outcomes'>} Known */

/**
 * Who wins each position of the game so far.
 * @param {State} state @param {Known} analysis @returns {(Side|'draw'|null)[]}
 */
export function course(state, analysis) {
  const { doc } = here(state);
  const [one, two] = sides(state.room);
  return analysis.outcomes.map((outcome, at) => {
    if (!outcome) return null;
    if (outcome === 'draw') return 'draw';
    const mover = turn({ ...doc, at });
    if (state.room === 'coins') return outcome === 'first' ? mover : other(mover);
    return outcome === 'first' ? mover : outcome === 'short' ? one : two;
  });
}

/** The moves after which the mover had less than before. @param {State} state @param {Known} analysis */
export function mistakesOf(state, analysis) {
  const movers = here(state).doc.game.moves.map((move) => move.by);
  return mistakes(course(state, analysis), movers);
}

/**
 * The bridges of a winning chain of CUT's: from side to side, over bridges that share a dot.
 * @param {[number, number][]} points the crossing of every edge @param {boolean[]} own which are CUT's
 * @param {number} size @returns {number[]}
 */
export function chain(points, own, size) {
  /** The two dots of CUT's bridge over a crossing. @param {number} e @returns {[string, string]} */
  const ends = (e) => {
    const [x, y] = points[e] ?? [0, 0];
    return x % 2 ? [`${x - 1} ${y}`, `${x + 1} ${y}`] : [`${x} ${y - 1}`, `${x} ${y + 1}`];
  };
  /** @type {Map<string, number[]>} */
  const at = new Map();
  points.forEach((_, e) => {
    if (own[e]) for (const dot of ends(e)) at.set(dot, [...(at.get(dot) ?? []), e]);
  });
  /** The bridge over which a dot was reached. @type {Map<string, number|null>} */
  const over = new Map();
  const queue = [...at.keys()].filter((dot) => dot.startsWith('0 '));
  for (const dot of queue) over.set(dot, null);
  for (const dot of queue) {
    if (dot.startsWith(`${2 * size} `)) return trail(dot);
    for (const e of at.get(dot) ?? []) {
      for (const next of ends(e)) {
        if (over.has(next)) continue;
        over.set(next, e);
        queue.push(next);
      }
    }
  }
  return [];

  /** @param {string} dot */
  function trail(dot) {
    const path = [];
    for (let e = over.get(dot) ?? null; e !== null; e = over.get(dot) ?? null) {
      path.push(e);
      const [a, b] = ends(e);
      dot = a === dot ? b : a;
    }
    return path;
  }
}
