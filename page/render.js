// One drawing of the whole page, derived from the state: the boards, and the views around them.

import { mover, seatOf } from './ladder.js';
import { createMotion } from './motion.js';
import { dualSceneOf, sceneOf } from './scene.js';
import { rulesOf, visiblePrefs } from './state.js';
import { byId, patch } from './ui.js';
import { actionsView, inspectorView, roomsView, toolbarView } from './views/chrome.js';
import { endingView } from './views/ending.js';
import { stripView } from './views/strip.js';
import { firstClick, RULES } from './words.js';

/** @typedef {import('./types').Context} Context */
/** @typedef {ReturnType<typeof import('./board.js').createBoard>} Board */

/**
 * @param {Board} board @param {Board} second the same game as a network, beside Bridg-It
 * @param {import('./types').Gesture} gesture @param {() => void} schedule
 */
export function createRenderer(board, second, gesture, schedule) {
  const motion = createMotion(schedule);
  /** What the view was fitted to. @type {{graph: object|null, room: string}} */
  let fitted = { graph: null, room: '' };
  /** The screen and the text for which the height of the rule has been measured. */
  let measured = '';

  return { draw, refit };

  /** The view must be fitted again at the next drawing. */
  function refit() {
    fitted.graph = null;
  }

  /** @param {Context} c @param {(c: Context) => void} drawPanel */
  function draw(c, drawPanel) {
    document.documentElement.dataset['theme'] = c.dark ? 'dark' : 'light';
    const focused = document.activeElement;
    const home = focused?.closest('.stage') ? board.svg : byId('sheet');
    drawRule(c);
    drawBoards(c);
    patch(byId('rooms'), roomsView(c));
    patch(byId('actions'), actionsView(c));
    patch(byId('toolbar'), toolbarView(c));
    patch(byId('inspector'), inspectorView(c));
    patch(byId('strip'), stripView(c));
    patch(byId('ending'), endingView(c));
    drawPanel(c);
    // When the focused element has been removed, the focus stays in its part of the page.
    if (focused && !focused.isConnected) home.focus({ preventScroll: true });
    const away = c.state.place !== 'home';
    byId('strip').classList.toggle('idle', isBefore(c) || away);
    const empty = byId('empty');
    empty.hidden = away || c.room.doc.graph.nodes.length > 0 || c.state.room === 'bridgit';
    empty.textContent =
      c.state.room === 'coins'
        ? 'Click to set a node. Drag from node to node for an arrow.'
        : 'Click to set a node: the first is L, the second R. Drag from node to node for an edge.';
  }

  /** Whether a game could begin now. @param {Context} c */
  function isBefore({ state, room }) {
    const { game, graph } = room.doc;
    return state.place === 'home' && room.mode === 'play' && !game.players && graph.nodes.length > 0;
  }

  /** The rules, over the board; only narrow screens show them. @param {Context} c */
  function drawRule(c) {
    const { room, prefs } = c.state;
    const rule = byId('rule');
    const rules = RULES[rulesOf(room, c.room.doc.graph)];
    keepFree(rule, `${rules} ${firstClick(room, 'first', 'short')}`);
    // It would cover an overlay of the board.
    rule.hidden = !isBefore(c) || visiblePrefs(c.state, c.analysing).overlay !== 'none';
    rule.textContent = `${rules} ${firstClick(room, seatOf(room, prefs), mover(c.state))}`.trim();
  }

  /**
   * Keeps the top of the board free for the rule, in a game, too: the board must not move when one begins. So the
   * height is that of the longest text.
   * @param {HTMLElement} rule @param {string} longest
   */
  function keepFree(rule, longest) {
    const key = `${innerWidth} ${longest}`;
    if (key === measured) return;
    measured = key;
    rule.hidden = false;
    rule.textContent = longest;
    const { offsetTop, offsetHeight } = rule;
    board.svg.style.setProperty('--rule-foot', offsetHeight ? `${offsetTop + offsetHeight}px` : '');
    refit();
  }

  /** @param {Context} c */
  function drawBoards({ state, room, analysis }) {
    const bridgit = state.room === 'bridgit';
    const dual = state.room === 'networks' && state.place === 'home' ? (analysis.dual?.graph ?? null) : null;
    const two = (bridgit && state.prefs.both) || !!dual;
    byId('second-frame').hidden = !two;
    byId('boards').classList.toggle('two', two);
    const lost = analysis.known && analysis.answer?.winner === 'cut' && room.doc.game.moves.length > 0;
    const apart = motion.parting(state.room === 'networks' && room.mode === 'play' && lost);
    board.draw(sceneOf(state, analysis, gesture, bridgit ? { as: 'bridgit' } : { apart }));
    const pushed = motion.pushed(state);
    if (pushed) board.slide(pushed.edge, pushed.ms);
    const steps = state.prefs.overlay === 'chase' && !!analysis.chase && !room.doc.graph.target;
    if (!room.view) fit(`${state.room}${steps ? ', with steps' : ''}`, room.doc.graph);
    if (two) {
      second.svg.setAttribute('aria-label', dual ? 'The dual network' : 'The same game as a network');
      second.draw(
        dual ? dualSceneOf(state, analysis, gesture, dual) : { ...sceneOf(state, analysis, gesture), view: null },
      );
      second.look(second.fitView());
      second.refresh();
    }
  }

  /**
   * Fits the view; the screen is measured only when the board or the screen has changed.
   * @param {string} room @param {object} graph
   */
  function fit(room, graph) {
    if (board.isHeld() || (fitted.graph === graph && fitted.room === room)) return;
    fitted = { graph, room };
    board.look(board.fitView());
    board.refresh();
  }
}

/**
 * Tells stylesheets, screen readers and tests whether an answer or a layout is still due.
 * @param {boolean} busy @param {boolean} slow @param {boolean} arranging
 */
export function markBusy(busy, slow, arranging) {
  document.documentElement.dataset['settled'] = String(!busy && !arranging);
  byId('boards').setAttribute('aria-busy', String(busy));
  byId('boards').classList.toggle('slow', slow);
}
