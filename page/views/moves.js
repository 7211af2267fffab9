// The moves of a game in two columns, with the sides' colours and, where they may be seen, its mistakes.

import { mistakesOf } from '../review.js';
import { NAMES, sides } from '../state.js';
import { h } from '../ui.js';

/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'analysis'|'analysing'|'edgeName'|'dispatch'|'light'>} Context
 */

/** So many moves are listed. */
const LISTED = 400;

/** @param {Context} c */
export function movesView(c) {
  const { doc } = c.room;
  const { moves } = doc.game;
  if (!moves.length) return null;
  const [one, two] = sides(c.state.room);
  const slips = new Map((c.analysing ? mistakesOf(c.state, c.analysis) : []).map((slip) => [slip.at, slip]));
  return h(
    'div',
    { class: 'group', key: 'moves' },
    h('h3', null, 'Moves'),
    h(
      'div',
      { class: 'movehead', 'aria-hidden': 'true' },
      ...[one, two].map((side) => h('span', { class: side }, NAMES[side])),
    ),
    h(
      'ol',
      { class: 'movelist', id: 'moves' },
      ...moves.slice(0, LISTED).map((move, i) => moveView(c, i, move.by === one ? 'one' : 'two', slips.get(i + 1))),
    ),
  );
}

/**
 * @param {Context} c @param {number} i @param {'one'|'two'} column
 * @param {ReturnType<typeof mistakesOf>[0]|undefined} slip
 */
function moveView(c, i, column, slip) {
  const { doc } = c.room;
  const move = doc.game.moves[i];
  if (!move) return null;
  const { edge } = move;
  const name = edge === null ? 'pass' : c.edgeName(edge, move.by);
  const lights = edge === null ? [] : [edge];
  return h(
    'li',
    { class: `${column}${i >= doc.at ? ' later' : ''}` },
    h(
      'button',
      {
        type: 'button',
        class: `plain move ${move.by}${i === doc.at - 1 ? ' now' : ''}${slip ? ' slip' : ''}`,
        'data-at': i + 1,
        'aria-current': i === doc.at - 1 ? 'step' : null,
        onclick: () => c.dispatch({ type: 'at', at: i + 1 }),
        onpointerenter: () => c.light(lights),
        onpointerleave: () => c.light([]),
      },
      `${i + 1}. ${name}`,
      slip && h('span', { class: 'mark', title: 'a mistake' }, '\u00a0?'),
      slip && h('span', { class: 'hush' }, ' a mistake'),
    ),
  );
}
