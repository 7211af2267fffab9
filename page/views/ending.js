// The end of a game, over the board: who has won and how, and what next.

import { nextRung } from '../ladder.js';
import { here, isMachine, NAMES, other, resultOf, rulesOf, sides } from '../state.js';
import { button, h } from '../ui.js';
import { effort, ending } from '../words.js';

/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'analysis'|'helped'|'dismissed'|'dismiss'|'game'|'page'>} Context
 */
/** @typedef {import('../types').Side} Side */

/**
 * The result in words: for whoever has played, and how it came about.
 * @param {import('../types').State} state @param {Side|'draw'} result @returns {{title: string, how: string}}
 */
export function resultWords(state, result) {
  const { graph, game } = here(state).doc;
  const { players, resigned, moves } = game;
  if (result === 'draw') return { title: 'A draw.', how: 'The position came back, and nobody can force a win.' };
  const human = players?.[result] === 'human';
  const alone = !!players && Object.values(players).filter((kind) => kind === 'human').length === 1;
  const own = moves.filter((move) => move.by === result).length;
  const title = !alone ? `${NAMES[result]} wins.` : human ? 'You win.' : 'You lose this one.';
  const how = resigned
    ? `${NAMES[resigned]} resigned.`
    : `${ending(rulesOf(state.room, graph), result)} ${effort(result, own)}`;
  return { title, how };
}

/** @param {Context} c */
export function endingView(c) {
  const { doc, mode } = c.room;
  const result = resultOf(c.state, c.analysis);
  if (!result || c.dismissed || c.state.place !== 'home' || mode !== 'play' || doc.at !== doc.game.moves.length)
    return [];
  const { title, how } = resultWords(c.state, result);
  const { players } = doc.game;
  const mine = sides(c.state.room).find((side) => players?.[side] === 'human');
  const rival = mine ? players?.[other(mine)] : undefined;
  const alone = isMachine(rival);
  const won = alone && result === mine;
  const next = won ? nextRung(c.state.room, rival ?? '', doc.graph) : null;
  // After a win against the best opponent another board is offered.
  const top = won && !next;
  const robotWon = rival === 'analog' && result !== mine;
  // After a loss against a machine, the first offer is to try again.
  const retry = alone && !!mine && result === other(mine);
  return [
    h(
      'div',
      { class: `banner ${result}`, role: 'group', 'aria-label': 'The game is over', key: 'banner' },
      h(
        'p',
        { class: 'verdict' },
        h('strong', null, title),
        ` ${how}${alone && c.helped ? ' With help, it does not count in the score.' : ''}`,
      ),
      h(
        'div',
        { class: 'row' },
        next && button(`Next: ${next.name}`, c.game.next, { class: 'main', id: 'next-rung' }),
        top && button('Choose another board', () => c.page.tab('boards'), { class: 'main', id: 'other-board' }),
        retry && button('Try again', c.game.retry, { class: 'main', id: 'retry' }),
        button('Rematch (swap sides)', c.game.rematch, { id: 'again', class: next || retry || top ? '' : 'main' }),
        robotWon && button('Watch how the robot is beaten', c.game.beatRobot, { id: 'beat' }),
        button('Review the game', () => c.page.tab('review'), { id: 'review' }),
        button('Close', c.dismiss, { id: 'dismiss' }),
      ),
    ),
  ];
}
