// The end of a game: announced and counted once, with the bell if a machine has won.

import { bell } from './sound.js';
import { here, isMachine, NAMES, other, resultOf, sides } from './state.js';
import { announce } from './ui.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Side} Side */

/**
 * @param {ReturnType<typeof import('./ladder.js').createScores>} scores
 * @param {() => void} review called for a finished game that was opened from a link
 */
export function createEnding(scores, review) {
  /** The ending that has been announced. */
  let announced = '';
  /** The games in which somebody has moved since the page was loaded, by their players. @type {WeakSet<object>} */
  const played = new WeakSet();

  /** The games in which somebody was helped: they do not count. @type {WeakSet<object>} */
  const helped = new WeakSet();

  return { touched, announceEnd, help, isHelped };

  /** A hint was given, or the analysis is on. @param {State} state */
  function help(state) {
    const { players } = here(state).doc.game;
    if (players) helped.add(players);
  }

  /** Whether somebody was helped in this game. @param {State} state */
  function isHelped(state) {
    const { players } = here(state).doc.game;
    return !!players && helped.has(players);
  }

  /** Somebody has moved, resigned or agreed on a draw. @param {State} state */
  function touched(state) {
    const { players } = here(state).doc.game;
    if (!players) return;
    played.add(players);
    if (state.prefs.analysis) help(state);
  }

  /** @param {State} state @param {import('./types').RoomAnalysis} analysis */
  function announceEnd(state, analysis) {
    const { doc, mode } = here(state);
    const { moves, players } = doc.game;
    const result = mode === 'play' && doc.at === moves.length ? resultOf(state, analysis) : null;
    const key = result ? `${state.room}${moves.length}${result}` : '';
    if (key === announced) return;
    announced = key;
    if (!result || !players) return;
    if (!played.has(players) && Object.values(players).every((kind) => kind === 'human')) review();
    announce(result === 'draw' ? 'The game is a draw.' : `${NAMES[result]} has won.`);
    if (played.has(players) && !helped.has(players) && state.place === 'home') countGame(state, result, players);
    if (result !== 'draw' && state.prefs.sound && isMachine(players[result])) bell();
  }

  /**
   * A game against a machine counts for the ladder. If moves are taken back afterwards, its first ending counts.
   * @param {State} state @param {Side|'draw'} result @param {Partial<Record<Side, string>>} players
   */
  function countGame(state, result, players) {
    const mine = sides(state.room).find((side) => players[side] === 'human');
    const rival = mine && players[other(mine)];
    if (!rival || !isMachine(rival)) return;
    const how = result === 'draw' ? 'drawn' : result === mine ? 'won' : 'lost';
    scores.count(players, scores.key(state.room, rival), how);
  }
}
