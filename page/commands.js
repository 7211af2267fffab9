// Everything that the views and the keys can ask for, by area.

import { fileName, picture, png, save, saveText } from './files.js';
import { zoomed } from './geometry.js';
import { bell } from './sound.js';
import { isCalm } from './motion.js';
import { describe } from './scene.js';
import { EMPTY, here, makeDoc, partOf } from './state.js';
import { tikz } from './tikz.js';
import { announce, byId, patch, showError } from './ui.js';
import { helpView } from './views/help.js';

/** @typedef {import('./types').Commands} Commands */

/**
 * @param {Pick<ReturnType<typeof import('./store.js').createStore>, 'get'|'dispatch'|'pin'> & {
 *   board: ReturnType<typeof import('./board.js').createBoard>,
 *   loop: ReturnType<typeof import('./loop.js').createLoop>,
 *   game: ReturnType<typeof import('./game.js').createGame>,
 *   analysis: ReturnType<typeof import('./analysis.js').createAnalysis>,
 *   documents: ReturnType<typeof import('./documents.js').createDocuments>,
 *   arranger: ReturnType<typeof import('./arrange.js').createArranger>,
 *   tabs: ReturnType<typeof import('./views/tabs.js').createTabs>,
 *   storage: ReturnType<typeof import('./storage.js').createStorage>,
 *   gesture: import('./types').Gesture, dismiss: () => void, quest: Commands['quest'],
 * }} parts
 * @returns {Commands}
 */
export function createCommands({
  get,
  dispatch,
  pin,
  board,
  loop,
  game,
  analysis,
  documents,
  arranger,
  tabs,
  storage,
  gesture,
  dismiss,
  quest,
}) {
  /** What has been copied. @type {import('./types').Part} */
  let copied = { nodes: [], edges: [], coins: [] };
  /** The overlay that was chosen before the replay of a decisive moment. @type {import('./types').Overlay|null} */
  let overlayBefore = null;

  return {
    dispatch,
    pref,
    redraw: loop.drawNow,
    game: { ...game, back: () => dispatch({ type: 'back' }) },
    analyse: { ...analysis, overlay, showChase },
    board: { fit, zoom, layout: arranger.layout, clear, copy, paste, duplicate, selectAll },
    files: {
      ...documents,
      pickFile: () => byId('file').click(),
      exportSvg,
      exportPng,
      exportTikz,
      share: storage.share,
      isLocal: storage.isLocal,
    },
    page: { sound, help, closeHelp: () => byId('help').close(), tab: tabs.open },
    light,
    dismiss,
    quest,
    review: { decisive, end: endReview },
  };

  /** @param {Partial<import('./types').Prefs>} set */
  function pref(set) {
    dispatch({ type: 'pref', set });
  }

  /** @param {import('./types').Overlay} shown */
  function overlay(shown) {
    pref({ overlay: shown });
  }

  function showChase() {
    overlay('chase');
    analysis.steps(true);
    tabs.open('steps');
  }

  /** Zooms about the middle of the screen. @param {number} factor */
  function zoom(factor) {
    const { width, height } = board.frame();
    dispatch({ type: 'view', view: zoomed(board.view(), { x: width / 2, y: height / 2 }, factor) });
  }

  function fit() {
    dispatch({ type: 'view', view: null });
  }

  /** The nodes that are selected. */
  function selected() {
    const { picked, node } = here(get());
    return picked.length || node === null ? picked : [node];
  }

  /** @param {boolean} [deletes] */
  function copy(deletes = false) {
    const nodes = selected();
    if (!nodes.length) return;
    copied = partOf(here(get()).doc, nodes);
    if (deletes) dispatch({ type: 'nodes/delete', nodes });
    announce(`${deletes ? 'Cut' : 'Copied'}: ${nodes.length === 1 ? 'one node' : `${nodes.length} nodes`}.`);
  }

  /** Puts what has been copied on the board, in sight; the next copy stands beside it. */
  function paste() {
    if (!copied.nodes.length) return;
    dispatch({ type: 'nodes/paste', part: copied });
    const nodes = selected();
    copied = partOf(here(get()).doc, nodes);
    const { width, height } = board.frame();
    const { x, y, k } = board.view();
    const isOut = copied.nodes.some((node) => {
      const [left, top] = [node.x * k + x, node.y * k + y];
      return left < 0 || top < 0 || left > width || top > height;
    });
    if (isOut) fit();
    announce(describe(get(), analysis.now()));
  }

  /** Copies what is selected, and puts the copy beside it. */
  function duplicate() {
    copy();
    paste();
  }

  function selectAll() {
    dispatch({ type: 'nodes/pick', nodes: here(get()).doc.graph.nodes.map((_, i) => i) });
    announce(describe(get(), analysis.now()));
  }

  /** An empty board with its origin in the middle of the screen. */
  function clear() {
    dispatch({ type: 'open', doc: makeDoc(get().room, EMPTY), mode: 'draw' });
    const { width, height } = board.frame();
    dispatch({ type: 'view', view: { x: Math.round(width / 2), y: Math.round(height / 2), k: 1 } });
    pin();
  }

  /** @param {string} general */
  function nameFor(general) {
    return fileName(here(get()).doc.title, general);
  }

  function exportSvg() {
    save(nameFor('board.svg'), new Blob([board.whole(picture).text], { type: 'image/svg+xml' }));
  }

  function exportPng() {
    void board.whole(png).then((blob) => save(nameFor('board.png'), blob), showError);
  }

  function exportTikz() {
    saveText(nameFor('board.tex'), tikz(here(get()).doc, get().room === 'coins'));
  }

  function sound() {
    const on = !get().prefs.sound;
    pref({ sound: on });
    if (on) bell();
  }

  function help() {
    patch(byId('help'), helpView({ closeHelp: () => byId('help').close() }));
    byId('help').showModal();
    byId('help').scrollTop = 0;
  }

  /** @param {number[]} edges */
  function light(edges) {
    if (gesture.lit.join() === edges.join()) return;
    gesture.lit = edges;
    loop.schedule();
  }

  /** What the replay showed goes with the game. */
  function endReview() {
    if (overlayBefore === null) return;
    const before = overlayBefore;
    overlayBefore = null;
    if (get().prefs.overlay === 'reply') overlay(before);
  }

  /**
   * Replays the decisive moment: the position before the mistake, the mistake, and how it was punished.
   * @param {number} at the number of the move
   */
  function decisive(at) {
    const { doc } = here(get());
    const step = isCalm() ? 0 : 1100;
    const show = /** @param {number} to */ (to) => {
      // Whoever does something else meanwhile has left.
      if (here(get()).doc.game === doc.game) dispatch({ type: 'at', at: to });
    };
    show(at - 1);
    overlayBefore ??= get().prefs.overlay;
    if (get().room !== 'coins') overlay('reply');
    setTimeout(show, step, at);
    if (doc.game.moves.length > at) setTimeout(show, 2 * step, at + 1);
  }
}
