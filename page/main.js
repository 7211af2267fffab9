// The page: state in, picture out, and everything that a person can ask for in between.

import { api } from './api.js';
import { createBoard } from './board.js';
import { createDocuments } from './documents.js';
import { createPending } from './pending.js';
import { picture, png, save } from './files.js';
import { createGame } from './game.js';
import { zoomed } from './geometry.js';
import { listen } from './input.js';
import { forces } from './layout.js';
import { createAnalysis } from './analysis.js';
import { boardsPanel } from './views/boards.js';
import { actionsView, helpView, inspectorView, roomsView, stripView, toolbarView } from './views/chrome.js';
import { NAMES, playPanel, winnerOf } from './views/play.js';
import { stepsPanel } from './views/steps.js';
import { whyPanel } from './views/why.js';
import { describe, sceneOf } from './scene.js';
import { decode, encode, pack, unpack } from './share.js';
import { bell } from './sound.js';
import { coinsNow, EMPTY, here, initial, makeDoc, other, owners, PREFS, reduce, ROOMS, sides, turn, unready } from './state.js';
import { announce, byId, h, patch, toast, showError } from './ui.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Action} Action */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').Room} Room */
/** @typedef {import('./types').GalleryItem} GalleryItem */

const STORE = 'switchyard/1';
/** @type {State} */
let state = initial();
/** @type {GalleryItem[]} */
let gallery = [];
let tab = 'play';
/** @type {{from: number|null, rubber: {x: number, y: number}|null}} */
const gesture = { from: null, rubber: null };
let restless = '';
const dark = matchMedia('(prefers-color-scheme: dark)');

const board = createBoard(byId('board'));
const second = createBoard(byId('second'));
const pending = createPending(() => state, schedule);
const analysis = createAnalysis(() => state, dispatch, schedule, { replied, play: (edge) => game.move(edge) });
const game = createGame(() => state, dispatch, analysis, pending, gesture, { say: announce, refuse: (why) => toast(why, 'bad'), edgeName });
const { start, take, rematch, pass, resign, play, pick, taken } = game;
const { openBridgit, openGallery, openText, openRandom, furnish, exportGraph, exportRecord } = createDocuments(() => state, dispatch, analysis, pending);

/** What the panels see and may do. @returns {Context} */
function context() {
  return {
    state, room: here(state), analysis: analysis.now(), waiting: pending.words(), slow, gallery, opening: game.opening(), dark: isDark(),
    dispatch, pref: (set) => dispatch({ type: 'pref', set }), redraw: draw,
    start, take, rematch, pass, resign, back: () => dispatch({ type: 'back' }), hint: analysis.hint, pause: analysis.pause, retry: analysis.retry,
    overlay, showChase, chaseTo: analysis.chaseTo, edgeName,
    fit: () => dispatch({ type: 'view', view: null }), zoom, layout, clear, share, sound, help, closeHelp: () => byId('help').close(),
    openBridgit, openGallery, openRandom, openText, pickFile: () => byId('file').click(),
    exportGraph, exportRecord, exportSvg, exportPng,
  };
}
/**
 * @typedef {{
 *   state: State, room: import('./types').RoomState, analysis: import('./analysis.js').RoomAnalysis, waiting: string|null, slow: boolean, gallery: GalleryItem[],
 *   opening: {game: object, text: string}|null, dark: boolean,
 *   dispatch: (action: Action) => void, pref: (set: Partial<import('./types').Prefs>) => void, redraw: () => void,
 *   start: () => void, take: (side: 'short'|'cut') => void, rematch: () => void, pass: () => void, resign: () => void, back: () => void,
 *   hint: () => void, pause: (on: boolean) => void, retry: () => void,
 *   overlay: (o: import('./types').Overlay) => void, showChase: () => void, chaseTo: (at: number) => void,
 *   edgeName: (edge: number, by: Side) => string,
 *   fit: () => void, zoom: (f: number) => void, layout: () => void, clear: () => void, share: () => void, sound: () => void, help: () => void, closeHelp: () => void,
 *   openBridgit: (size: number) => Promise<string>, openGallery: (item: GalleryItem) => void,
 *   openRandom: (wish: {nodes: number, edges: number, outcome: string}) => Promise<string>, openText: (text: string) => Promise<string>,
 *   pickFile: () => void, exportGraph: (format: string) => void, exportRecord: () => void, exportSvg: () => void, exportPng: () => void,
 * }} Context
 */

/** The rooms whose view was held still because somebody drew. @type {Set<string>} */
const held = new Set();
const EDITS = new Set(['node/add', 'node/move', 'node/delete', 'node/name', 'edge/add', 'edge/delete', 'terminal', 'coin']);

/** @param {Action} action */
function dispatch(action) {
  const before = state;
  // While one draws, the board stays where it is.
  if (EDITS.has(action.type) && !here(state).view) {
    state = reduce(state, { type: 'view', view: board.view() });
    held.add(state.room);
  }
  if (action.type === 'view') held.delete(state.room);
  // Held only for the drawing's sake: play shows everything again.
  if (action.type === 'mode' && held.delete(state.room)) state = reduce(state, { type: 'view', view: null });
  state = reduce(state, action);
  if (state === before) return;
  if (action.type === 'view') fitting.graph = null;
  if (action.type === 'select' || action.type === 'view') return schedule();
  analysis.invalidate(action);
  if (action.type === 'room') gesture.from = gesture.rubber = null;
  after(before);
  // Another room or mode has other buttons: they must be there before the next press.
  if (action.type === 'room' || action.type === 'mode') draw();
  else schedule();
}

/** What follows a change of the position: answers, the machine, the explanation. @param {State} before */
function after(before) {
  if (state.room === 'bridgit' && !here(state).doc.graph.edges.length && !pending.words()) {
    void openBridgit(here(state).doc.size ?? 5).then((reason) => reason && toast(reason, 'bad'));
  }
  analysis.refresh();
  if (state.prefs.overlay === 'reply') analysis.explain();
  analysis.chase();
  keep();
  if (before.room !== state.room) announce(`Room ${state.room}`);
}

let drawing = 0;
/** The pointer that holds a button down. @type {number|null} */
let pressed = null;
/** At most one drawing a frame. */
function schedule() {
  document.documentElement.dataset['settled'] = 'false';
  if (!drawing && pressed === null) drawing = requestAnimationFrame(draw);
}

function draw() {
  cancelAnimationFrame(drawing);
  drawing = 0;
  const c = context();
  const room = c.room;
  const busy = c.analysis.busy || c.waiting !== null;
  document.documentElement.dataset['settled'] = String(!busy && !arranging);
  byId('boards').setAttribute('aria-busy', String(busy));
  byId('boards').classList.toggle('slow', patience(busy));
  document.documentElement.dataset['theme'] = c.dark ? 'dark' : 'light';
  const focused = document.activeElement;
  const home = focused?.closest('.stage') ? board.svg : byId('sheet');
  const bridgit = state.room === 'bridgit';
  const two = bridgit && state.prefs.both;
  byId('second-frame').hidden = !two;
  byId('boards').classList.toggle('two', two);
  board.draw(sceneOf(state, c.analysis, gesture, bridgit ? { as: 'bridgit' } : {}));
  if (!room.view) fitted(room.doc.graph);
  if (two) {
    second.draw({ ...sceneOf(state, c.analysis, gesture), view: null });
    second.look(second.fitView());
  }
  patch(byId('rooms'), roomsView(c));
  patch(byId('actions'), actionsView(c));
  patch(byId('toolbar'), toolbarView(c));
  patch(byId('inspector'), inspectorView(c));
  patch(byId('strip'), stripView(c));
  drawPanel(c);
  // Whoever pressed what is no longer there stays where it was: at the board, or in the panel.
  if (focused && !focused.isConnected) home.focus({ preventScroll: true });
  const empty = byId('empty');
  empty.hidden = room.doc.graph.nodes.length > 0 || bridgit;
  empty.textContent = 'Click to set a node. Drag from node to node for an edge.';
  ring(c);
}

/** @type {ReturnType<typeof setTimeout>|undefined} */
let patient;
let slow = false;
/** Whether the server has been asked for longer than one notices: nothing flickers before. @param {boolean} busy */
function patience(busy) {
  if (!busy) {
    clearTimeout(patient);
    patient = undefined;
    slow = false;
  }
  patient ??= busy ? setTimeout(() => {
    slow = true;
    schedule();
  }, 250) : undefined;
  return slow;
}

/** What the view was fitted to. @type {{graph: object|null, room: string}} */
let fitting = { graph: null, room: '' };
/** Fits the view, but measures the screen only when board or screen have changed. @param {object} graph */
function fitted(graph) {
  if (board.isHeld() || (fitting.graph === graph && fitting.room === state.room)) return;
  fitting = { graph, room: state.room };
  board.look(board.fitView());
}

/** @param {Context} c */
function drawPanel(c) {
  /** @type {[string, string][]} */
  const tabs = [['play', 'Play'], ['why', 'Why'], ['steps', 'Steps'], ['boards', 'Boards']];
  const shownTabs = tabs.filter(([key]) => key !== 'steps' || state.room !== 'coins');
  if (!shownTabs.some(([key]) => key === tab)) tab = 'play';
  patch(byId('tabs'), shownTabs.map(([key, name]) => h('button', {
    type: 'button', role: 'tab', key, id: `tab-${key}`, 'aria-selected': String(key === tab), 'aria-controls': 'sheet', tabindex: key === tab ? 0 : -1,
    onclick: () => openTab(key),
    onkeydown: (/** @type {KeyboardEvent} */ e) => {
      const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
      const next = shownTabs[(shownTabs.findIndex(([k]) => k === tab) + by + shownTabs.length) % shownTabs.length];
      if (by && next) openTab(next[0], true);
    },
  }, name)));
  const panels = { play: playPanel, why: whyPanel, steps: stepsPanel, boards: boardsPanel };
  const sheet = byId('sheet');
  sheet.setAttribute('aria-labelledby', `tab-${tab}`);
  patch(sheet, [h('div', { class: 'sheet-body', key: `${state.room}/${tab}` }, h('h2', { class: 'hush' }, shownTabs.find(([key]) => key === tab)?.[1] ?? ''), ...panels[/** @type {keyof typeof panels} */ (tab)](c))]);
}

/** @param {string} key @param {boolean} [focus] */
function openTab(key, focus = false) {
  tab = key;
  draw();
  if (focus) byId(`tab-${key}`).focus();
}

/** The bell, and the word, when somebody has won. @param {Context} c */
function ring(c) {
  const winner = c.room.mode === 'play' ? winnerOf(c) : null;
  const key = winner ? `${state.room}${c.room.doc.game.moves.length}${winner}` : '';
  if (key === restless) return;
  restless = key;
  if (!winner || !c.room.doc.game.moves.length || c.room.doc.at !== c.room.doc.game.moves.length) return;
  announce(`${NAMES[winner]} has won.`);
  const machine = c.room.doc.game.players?.[winner] !== 'human';
  if (state.prefs.sound && machine) bell();
}

const isDark = () => (state.prefs.theme === 'auto' ? dark.matches : state.prefs.theme === 'dark');

/** @param {number} edge @param {Side} by @returns {string} */
function edgeName(edge, by) {
  const { graph } = here(state).doc;
  if (state.room === 'bridgit') {
    const name = analysis.now().board?.names[edge] ?? String(edge + 1);
    return by === 'short' ? name.toLowerCase() : name.toUpperCase();
  }
  const [u, v] = graph.edges[edge] ?? [0, 0];
  const [a, b] = [graph.nodes[u]?.name ?? '?', graph.nodes[v]?.name ?? '?'];
  return state.room === 'coins' ? `${a} → ${b}` : `branch ${edge + 1} (${a}–${b})`;
}

/** @param {Side} side @param {number} edge */
function replied(side, edge) {
  announce(`${NAMES[side]} plays ${edgeName(edge, side)}.`);
}

// Seeing why

/** @param {import('./types').Overlay} overlay */
function overlay(overlay) {
  dispatch({ type: 'pref', set: { overlay } });
}

function showChase() {
  overlay('chase');
  analysis.chase(true);
  tab = 'steps';
  draw();
}

// The view

/** @param {number} factor */
function zoom(factor) {
  const { width, height } = board.frame();
  dispatch({ type: 'view', view: zoomed(board.view(), { x: width / 2, y: height / 2 }, factor) });
}

/** The layout under way. */
let arranging = '';
function layout() {
  const { graph } = here(state).doc;
  if (graph.nodes.length < 2) return;
  const work = forces(graph, true);
  const gesture = `layout${Date.now()}`;
  const room = state.room;
  arranging = gesture;
  let begun = false;
  const round = () => {
    // Anything else that the user does ends the layout.
    const on = arranging === gesture && state.room === room && (!begun || here(state).gesture === gesture);
    if (on) {
      begun = true;
      work.run(graph.nodes.length > 300 ? 60 : 12);
      dispatch({ type: 'place', at: work.at(), gesture });
      dispatch({ type: 'view', view: null });
    }
    if (on && !work.done()) return requestAnimationFrame(round);
    if (arranging === gesture) arranging = '';
    schedule();
  };
  round();
}

function clear() {
  dispatch({ type: 'open', doc: makeDoc(state.room, EMPTY), mode: 'draw' });
  const { width, height } = board.frame();
  dispatch({ type: 'view', view: { x: Math.round(width / 2), y: Math.round(height / 2), k: 1 } });
  held.add(state.room);
}

byId('file').addEventListener('change', async (/** @type {any} */ event) => {
  const file = event.target.files[0];
  event.target.value = '';
  if (!file) return;
  const reason = file.size > 3_000_000 ? 'This file is larger than the page opens (3 MB).' : await openText(await file.text());
  if (reason) toast(reason, 'bad');
});

// Keeping and sharing

async function share() {
  const shared = state;
  const address = `${location.origin}/#${await encode(shared)}`;
  if (shared === state) history.replaceState(null, '', address);
  try {
    await navigator.clipboard.writeText(address);
    toast('The link is on the clipboard.');
  } catch {
    toast('The link is in the address bar.');
  }
}

const exportSvg = () => save('board.svg', new Blob([picture(board.svg).text], { type: 'image/svg+xml' }));
const exportPng = () => void png(board.svg).then((blob) => save('board.png', blob), showError);

/** @type {ReturnType<typeof setTimeout>|undefined} */
let keeping;
/** Remembers everything, a moment later. */
function keep() {
  clearTimeout(keeping);
  // Packing a large board takes a while: not between two clicks.
  document.documentElement.dataset['kept'] = 'false';
  keeping = setTimeout(keepNow, here(state).doc.graph.edges.length > 1000 ? 1500 : 250);
}

async function keepNow() {
  const kept = state;
  try {
    const rooms = Object.fromEntries(ROOMS.map((room) => [room, pack(room, state.rooms[room], state.prefs)]));
    localStorage.setItem(STORE, JSON.stringify({ room: state.room, rooms, prefs: state.prefs }));
  } catch {
    // A full or forbidden store only means that a reload forgets.
  }
  const code = await encode(kept);
  if (kept !== state) return;
  // Very long addresses are given only when asked for.
  history.replaceState(null, '', code.length < 30_000 ? `#${code}` : location.pathname);
  document.documentElement.dataset['kept'] = 'true';
}
addEventListener('pagehide', () => void keepNow());

function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? 'null');
    if (kept) {
      state = { ...state, prefs: { ...PREFS, ...kept.prefs } };
      for (const room of ROOMS) state.rooms[room] = unpack(kept.rooms[room]).room;
      if (ROOMS.includes(kept.room)) state.room = kept.room;
    }
  } catch {
    state = initial();
  }
}

/** What the address holds comes before what was remembered. */
async function follow() {
  if (location.hash.length < 2) return;
  try {
    const { name, room, prefs } = await decode(location.hash.slice(1));
    state = { ...state, room: name, rooms: { ...state.rooms, [name]: room }, prefs: { ...state.prefs, ...prefs } };
  } catch (error) {
    showError(error);
  }
}

function sound() {
  const on = !state.prefs.sound;
  dispatch({ type: 'pref', set: { sound: on } });
  if (on) bell();
}

// Keys of the whole page

function help() {
  const dialog = byId('help');
  patch(dialog, helpView(context()));
  dialog.showModal();
}

addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (byId('help').open) return;
  if ((event.ctrlKey || event.metaKey) && ['z', 'y'].includes(event.key.toLowerCase())) {
    if (['INPUT', 'TEXTAREA'].includes(target.tagName) && /** @type {any} */ (target).type !== 'range') return;
    event.preventDefault();
    return dispatch({ type: event.key.toLowerCase() === 'y' || event.shiftKey ? 'redo' : 'undo' });
  }
  if (event.ctrlKey || event.metaKey || event.altKey || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) return;
  const act = keys()[event.key] ?? keys()[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

/** @returns {Record<string, () => void>} */
function keys() {
  const room = here(state);
  const { doc } = room;
  const playing = room.mode === 'play' && !!doc.game.players;
  /** @type {Record<string, () => void>} */
  const all = {
    '?': help, 'g': () => board.svg.focus(), '+': () => zoom(1.3), '=': () => zoom(1.3), '-': () => zoom(1 / 1.3), '0': () => dispatch({ type: 'view', view: null }),
    '1': () => dispatch({ type: 'room', room: 'networks' }), '2': () => dispatch({ type: 'room', room: 'bridgit' }), '3': () => dispatch({ type: 'room', room: 'coins' }),
    ',': () => dispatch({ type: 'at', at: doc.at - 1 }), '.': () => dispatch({ type: 'at', at: doc.at + 1 }), 'w': () => dispatch({ type: 'pref', set: { values: !state.prefs.values } }),
  };
  if (state.room !== 'bridgit') all['m'] = () => dispatch({ type: 'mode', mode: room.mode === 'draw' ? 'play' : 'draw' });
  if (room.mode === 'play') all['s'] = start;
  if (playing) Object.assign(all, { h: analysis.hint, b: () => dispatch({ type: 'back' }) });
  if (room.mode === 'draw') {
    for (const [key, tool] of /** @type {const} */ ([['d', 'draw'], ['v', 'move'], ['t', 'terminals'], ['x', 'erase']])) all[key] = () => dispatch({ type: 'tool', tool });
  }
  return all;
}

// What is pressed is what is there: a drawing that is due is made before a press or a key is heard,
// and while a button is held down nothing is drawn that could move it away.
for (const type of ['pointerdown', 'keydown', 'keyup']) {
  addEventListener(type, (event) => {
    if (drawing) draw();
    const target = /** @type {Element} */ (event.target);
    if (!target.isConnected) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event instanceof PointerEvent && target.closest?.('button, label')) pressed = event.pointerId;
  }, true);
}
for (const type of ['pointerup', 'pointercancel', 'pointermove', 'blur']) {
  addEventListener(type, (event) => {
    // Let go, or lost: the pointer has left the window, or the window has lost the focus.
    const still = event instanceof PointerEvent ? event.pointerId !== pressed || (type === 'pointermove' && event.buttons > 0) : event.target !== window;
    if (pressed === null || still) return;
    pressed = null;
    schedule();
  }, true);
}

// Beginning

const intents = {
  get: () => state, dispatch, play, pick, taken, gesture, redraw: schedule,
  rename: () => document.getElementById('node-name')?.focus(),
  say: () => announce(describe(state, analysis.now())),
};
listen(board, intents, true);
listen(second, intents, false);
const sizes = new ResizeObserver(() => {
  fitting.graph = null;
  // Before the frame is painted: nobody should see, or point at, a board that does not fit.
  draw();
});
for (const frame of document.querySelectorAll('.frame')) sizes.observe(frame);
dark.addEventListener('change', draw);
addEventListener('hashchange', async () => {
  const before = state;
  await follow();
  after(before);
  draw();
});

async function begun() {
  restore();
  await follow();
  draw();
  try {
    gallery = (await api.gallery()).boards;
  } catch (error) {
    showError(error);
  }
  const firsts = /** @type {const} */ (['networks', 'coins']).map((room) => gallery.find((board) => board.room === room));
  await Promise.all(firsts.map((item) => item && !state.rooms[item.room].doc.graph.nodes.length && furnish(item)));
  after(state);
  draw();
  document.documentElement.dataset['ready'] = 'true';
}

void begun();
