// The keys of the whole page. Those of the board itself are in input.js.

import { here } from './state.js';
import { byId } from './ui.js';

/** @typedef {import('./types').Context} Context */
/**
 * @typedef {Pick<Context, 'dispatch'|'pref'|'game'|'analyse'|'board'|'page'|'quest'> & {focusBoard: () => void}} Keyed
 */

/** @param {() => import('./types').State} get @param {Keyed} act */
export function listenToKeys(get, act) {
  addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (byId('help').open) return;
    const modified = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (modified && ['z', 'y'].includes(key)) {
      if (isText(target)) return;
      event.preventDefault();
      return act.dispatch({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
    }
    // What is selected as text is copied as text.
    const isPlain = modified && !event.shiftKey && !isText(target) && !getSelection()?.toString();
    const edits = isPlain ? drawingKeys(get(), act)[key] : undefined;
    if (edits) {
      event.preventDefault();
      return edits();
    }
    if (modified || event.altKey || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) return;
    const keys = keysOf(get(), act);
    const press = keys[event.key] ?? keys[key];
    if (!press) return;
    event.preventDefault();
    press();
  });
}

/** Whether the element has an undo of its own. @param {HTMLElement} element */
function isText(element) {
  return ['INPUT', 'TEXTAREA'].includes(element.tagName) && /** @type {any} */ (element).type !== 'range';
}

/**
 * What a key means together with Ctrl, while drawing.
 * @param {import('./types').State} state @param {Keyed} act @returns {Record<string, () => void>}
 */
function drawingKeys(state, { board }) {
  if (state.place !== 'home' || here(state).mode !== 'draw') return {};
  return { c: () => board.copy(), x: () => board.copy(true), v: board.paste, a: board.selectAll };
}

/**
 * What each key means now.
 * @param {import('./types').State} state @param {Keyed} act @returns {Record<string, () => void>}
 */
function keysOf(state, { dispatch, pref, game, analyse, board, page, quest, focusBoard }) {
  const room = here(state);
  const { doc, mode } = room;
  const everywhere = {
    '?': page.help,
    g: focusBoard,
    '+': () => board.zoom(1.3),
    '=': () => board.zoom(1.3),
    '-': () => board.zoom(1 / 1.3),
    0: board.fit,
    1: () => dispatch({ type: 'room', room: 'networks' }),
    2: () => dispatch({ type: 'room', room: 'bridgit' }),
    3: () => dispatch({ type: 'room', room: 'coins' }),
    4: () => quest.enter('learn'),
    5: () => quest.enter('puzzles'),
  };
  // The board of a task has no games to start and nothing to draw.
  if (state.place !== 'home') return everywhere;
  return {
    ...everywhere,
    ',': () => dispatch({ type: 'at', at: doc.at - 1 }),
    '.': () => dispatch({ type: 'at', at: doc.at + 1 }),
    w: () => pref({ values: !state.prefs.values, ...(state.prefs.values ? {} : { analysis: true }) }),
    a: () => pref({ analysis: !state.prefs.analysis }),
    ...(state.room !== 'bridgit' && { m: () => dispatch({ type: 'mode', mode: mode === 'draw' ? 'play' : 'draw' }) }),
    ...(mode === 'play' && { s: game.start }),
    ...(mode === 'play' && doc.game.players && { h: analyse.hint, b: game.back }),
    ...(mode === 'draw' && {
      d: () => dispatch({ type: 'tool', tool: 'draw' }),
      v: () => dispatch({ type: 'tool', tool: 'move' }),
      t: () => dispatch({ type: 'tool', tool: 'terminals' }),
      x: () => dispatch({ type: 'tool', tool: 'erase' }),
    }),
  };
}
