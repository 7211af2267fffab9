// What moves on the board by itself: a coin along its arrow, and the two halves of a network that CUT has won.

import { here } from './state.js';

/** How long the halves take to part, and a coin to slide. */
const PART_MS = 700;
const SLIDE_MS = 320;

const calm = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the user wants no motion. */
export const isCalm = () => !!calm?.matches;

/** @param {() => void} schedule asks for another drawing */
export function createMotion(schedule) {
  /** What was drawn last. @type {{room: string, at: number, edges: object}|null} */
  let seen = null;
  let apart = 0;
  let last = 0;

  return { parting, pushed };

  /** How far the halves have parted, 0 to 1. @param {boolean} wanted */
  function parting(wanted) {
    const now = performance.now();
    if (!wanted) {
      apart = 0;
      last = 0;
      return 0;
    }
    if (isCalm()) return (apart = 1);
    apart = Math.min(1, apart + (last ? now - last : 0) / PART_MS);
    last = now;
    if (apart < 1) schedule();
    return apart * apart * (3 - 2 * apart);
  }

  /**
   * The arrow along which a coin has just been pushed, and for how long it slides; null when none has.
   * @param {import('./types').State} state @returns {{edge: number, ms: number}|null}
   */
  function pushed(state) {
    const { doc } = here(state);
    const { moves } = doc.game;
    const before = seen;
    const { edges } = doc.graph;
    seen = { room: state.room, at: doc.at, edges };
    const isNew = before?.room === 'coins' && before.edges === edges && doc.at === before.at + 1;
    const edge = moves[doc.at - 1]?.edge;
    if (!isNew || isCalm() || edge === null || edge === undefined) return null;
    return { edge, ms: SLIDE_MS };
  }
}
