// The end of a game, announced once: in words, and with the bell when the machine has won.

import { bell } from './sound.js';
import { here, NAMES, winnerOf } from './state.js';
import { announce } from './ui.js';

export function createEnding() {
  /** The ending that has been announced. */
  let announced = '';

  /** @param {import('./types').State} state @param {import('./types').RoomAnalysis} analysis */
  return (state, analysis) => {
    const { doc, mode } = here(state);
    const { moves, players } = doc.game;
    const winner = mode === 'play' ? winnerOf(state, analysis) : null;
    const key = winner ? `${state.room}${moves.length}${winner}` : '';
    if (key === announced) return;
    announced = key;
    if (!winner || !moves.length || doc.at !== moves.length) return;
    announce(`${NAMES[winner]} has won.`);
    if (state.prefs.sound && players?.[winner] !== 'human') bell();
  };
}
