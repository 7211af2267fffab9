// The review of a game: who was winning, each mistake with what was better, the decisive moment, and the moves.

import { course, mistakesOf } from '../review.js';
import { NAMES, resultOf } from '../state.js';
import { button, h } from '../ui.js';
import { joined, tale } from '../words.js';
import { movesView } from './moves.js';
import { sentence } from './refs.js';

/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'analysis'|'analysing'|'edgeName'|'dispatch'|'pref'|'light'|'review'>} Context
 */

/** @param {Context} c */
export function reviewPanel(c) {
  const { game } = c.room.doc;
  if (!game.moves.length) return [h('p', { class: 'quiet' }, 'Play a game, or open a record: it is reviewed here.')];
  if (!c.analysing)
    return [
      h('p', { class: 'quiet', id: 'later' }, 'The review opens when the game is over.'),
      h(
        'div',
        { class: 'row' },
        button('Show it now', () => c.pref({ analysis: true }), { id: 'review-now' }),
      ),
      movesView(c),
    ];
  const slips = mistakesOf(c.state, c.analysis);
  const winners = course(c.state, c.analysis);
  const last = slips.at(-1);
  const over = resultOf(c.state, c.analysis);
  return [
    h(
      'p',
      { class: 'verdict', key: 'tale', id: 'review-tale' },
      tale(
        winners,
        game.moves.map((move) => move.by),
        over !== null,
        c.state.room !== 'coins' && c.analysis.outcomes[0] === 'first',
      ),
    ),
    last &&
      h(
        'div',
        { class: 'row', key: 'decisive' },
        button(over ? 'Replay the decisive moment' : 'Replay the last mistake', () => c.review.decisive(last.at), {
          class: 'main',
          id: 'decisive',
        }),
      ),
    better(c, slips),
    movesView(c),
  ];
}

/** What was better than the move that led here. @param {Context} c @param {ReturnType<typeof mistakesOf>} slips */
function better(c, slips) {
  const { doc } = c.room;
  const slip = slips.find(({ at }) => at === doc.at);
  if (!slip)
    return slips.length
      ? h('p', { class: 'quiet', key: 'better', id: 'better' }, 'Choose a move marked ? to see what was better.')
      : null;
  const edges = c.analysis.better?.edges ?? [];
  const lost =
    slip.from === 'draw' ? 'lost the draw' : slip.to === 'draw' ? 'let the win become a draw' : 'gave the win away';
  return h(
    'p',
    { class: 'better', key: 'better', id: 'better' },
    `Move ${slip.at}: ${NAMES[slip.by]} ${lost}. `,
    ...(edges.length ? ['Better was ', ...sentence(c, joined(edges, slip.by, ' or ')), '.'] : []),
  );
}
