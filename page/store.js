// The state of the page and the one way to change it: an action goes through the reducer, and
// whoever draws or asks the server is told what has changed.

import { here, initial, reduce } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Action} Action */

/** Actions that change the drawing. */
const EDITS = new Set([
  'node/add',
  'node/move',
  'node/delete',
  'node/name',
  'nodes/move',
  'nodes/delete',
  'nodes/copy',
  'rewrite',
  'edge/add',
  'edge/delete',
  'terminal',
  'coin',
]);

/**
 * @param {() => import('./types').View} viewNow the view as the board shows it
 * @param {(action: Action, before: State) => void} changed called after every action that changed the state
 */
export function createStore(viewNow, changed) {
  let state = initial();
  /** The rooms whose view was fixed only because somebody draws there. @type {Set<string>} */
  const pinned = new Set();

  return { get: () => state, dispatch, replace, pin };

  /** @param {Action} action */
  function dispatch(action) {
    const before = state;
    // A board that is fitted to the screen must not move while nodes are added.
    if (EDITS.has(action.type) && !here(state).view) {
      state = reduce(state, { type: 'view', view: viewNow() });
      pin();
    }
    if (action.type === 'view') pinned.delete(state.room);
    // When drawing ends, the whole board is shown again.
    if (action.type === 'mode' && pinned.delete(state.room)) state = reduce(state, { type: 'view', view: null });
    state = reduce(state, action);
    if (state !== before) changed(action, before);
  }

  /** The view that this room has now holds only until drawing ends. */
  function pin() {
    pinned.add(state.room);
  }

  /** Puts another state in place, without telling anybody. @param {State} next */
  function replace(next) {
    state = next;
  }
}
