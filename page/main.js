// Composition of the page: the store, the questions to the engine, the drawing and the input.

import { createAnalysis } from './analysis.js';
import { api } from './api.js';
import { createArranger } from './arrange.js';
import { createBoard } from './board.js';
import { createCommands } from './commands.js';
import { createDocuments } from './documents.js';
import { createEnding } from './ending.js';
import { prepare, whenEngineChanges } from './engine/choose.js';
import { install } from './engine/install.js';
import { showNotice } from './engine/notice.js';
import { createGame } from './game.js';
import { listen } from './input.js';
import { listenToKeys } from './keys.js';
import { createScores } from './ladder.js';
import { createLoop, createPatience } from './loop.js';
import { isCalm } from './motion.js';
import { createPending } from './pending.js';
import { createProgress, createQuests } from './quests.js';
import { createRenderer, markBusy } from './render.js';
import { describe, edgeName } from './scene.js';
import { createShelf } from './shelf.js';
import { here, NAMES, repetitions, resultOf, turn } from './state.js';
import { boardNamed, createStorage, isFramed } from './storage.js';
import { createStore } from './store.js';
import { announce, byId, showError, toast } from './ui.js';
import { createTabs } from './views/tabs.js';
import { hint } from './words.js';

/** @typedef {import('./types').Action} Action */
/** @typedef {import('./types').Context} Context */
/** @typedef {import('./types').State} State */

/** @type {import('./types').Gesture} */
const gesture = { from: null, rubber: null, box: null, lit: [] };
/** @type {import('./types').GalleryItem[]} */
let gallery = [];
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

const board = createBoard(byId('board'));
const second = createBoard(byId('second'));
const loop = createLoop(draw);
const { get, dispatch, replace, pin } = createStore(board.view, changed);
const storage = createStorage(get, replace);
const pending = createPending(get, loop.schedule);
const analysis = createAnalysis(get, dispatch, loop.schedule, {
  replied: (side, edge) => announce(`${NAMES[side]} plays ${nameOf(edge, side)}.`),
  hinted: (edge, result) => {
    ending.help(get());
    // Who plays by keys can make the move at once.
    if (document.documentElement.dataset['input'] === 'keys') dispatch({ type: 'select', edge });
    announce(hint(nameOf(edge, turn(here(get()).doc)), result));
  },
  play: (edge) => game.move(edge),
  pause: () => (isCalm() ? 0 : get().prefs.pause),
});
const game = createGame(get, dispatch, analysis, pending, gesture, {
  say: announce,
  refuse: (why) => toast(why, 'bad'),
  edgeName: nameOf,
  takes: (edge) => quests.takes(edge),
});
const progress = createProgress(localStorageIfAny());
const quests = createQuests(get, dispatch, analysis, pending, progress, {
  say: announce,
  refuse: (why) => toast(why, 'bad'),
});
const documents = createDocuments(get, dispatch, analysis, pending, createShelf(localStorageIfAny()));
const arranger = createArranger(get, dispatch, loop.schedule, (why) => toast(why, 'bad'));
const tabs = createTabs(loop.drawNow);
const renderer = createRenderer(board, second, gesture, loop.schedule);
const isSlow = createPatience(loop.schedule);
const scores = createScores(localStorageIfAny());
const ending = createEnding(scores, () => queueMicrotask(() => tabs.open('review')));
/** The game whose banner has been closed. @type {object|null} */
let dismissed = null;

/** In some browsers, access to localStorage throws. */
function localStorageIfAny() {
  try {
    return isFramed() ? null : localStorage;
  } catch {
    return null;
  }
}

function dismiss() {
  dismissed = here(get()).doc.game;
  loop.drawNow();
}

/** @param {number} edge @param {import('./types').Side} by */
function nameOf(edge, by) {
  return edgeName(get(), analysis.now(), edge, by);
}

const commands = createCommands({
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
  quest: quests.commands,
});

/** What the views show and can do. @param {boolean} slow @returns {Context} */
function context(slow) {
  const state = get();
  const dark = state.prefs.theme === 'auto' ? prefersDark.matches : state.prefs.theme === 'dark';
  const waiting = pending.words();
  const shown = { state, room: here(state), analysis: analysis.now(), waiting, slow, dark };
  const more = {
    scores: scores.get(),
    helped: ending.isHelped(state),
    analysing: analysis.isOn(),
    dismissed: dismissed === shown.room.doc.game,
  };
  const learning = { lessons: quests.lessons(), progress: progress.get() };
  return { ...shown, ...more, ...learning, gallery, opening: game.opening(), edgeName: nameOf, ...commands };
}

/** @param {Action} action @param {State} before */
function changed(action, before) {
  if (action.type === 'view') renderer.refit();
  if (action.type === 'select') analysis.partOf();
  if (action.type === 'select' || action.type === 'view') return loop.schedule();
  analysis.invalidate(action);
  if (['play', 'resign', 'draw'].includes(action.type)) ending.touched(get());
  if (action.type === 'game/seat') ending.help(get());
  const elsewhere = ['room', 'go', 'quest'].includes(action.type);
  if (elsewhere) gesture.from = gesture.rubber = null;
  gesture.lit = [];
  if (elsewhere || action.type === 'open') storage.mark(before);
  if (elsewhere || ['open', 'game/new', 'game/leave'].includes(action.type)) commands.review.end();
  if (action.type === 'back') announce('Taken back.');
  if (action.type === 'mode') announce(action.mode === 'draw' ? 'Drawing.' : 'Playing.');
  tellEndOfGame(before);
  update(before);
  // Another room or mode has other buttons: they must be there before the next press.
  if (elsewhere || action.type === 'mode') loop.drawNow();
  else loop.schedule();
}

/** Whether a click on an edge opens its game: where P, P* and R are shown and no game has begun. */
function opensEdge() {
  const { place, room, prefs } = get();
  const { mode, doc } = here(get());
  const shows = prefs.overlay === 'partition' && tabs.current() === 'why';
  return shows && place === 'home' && room === 'networks' && mode === 'play' && !doc.game.players;
}

/** Two machines that go round for ever have drawn. @param {State} state */
function endRound(state) {
  const { doc, mode } = here(state);
  const { players, drawn, moves } = doc.game;
  if (state.room !== 'coins' || mode !== 'play' || !players || drawn || doc.at !== moves.length) return;
  if (!Object.values(players).includes('human') && repetitions(doc) > 2) dispatch({ type: 'draw' });
}

/** Says that a change of the drawing has ended the game. @param {State} before */
function tellEndOfGame(before) {
  const [was, now] = [here(before), here(get())];
  if (before.place !== get().place || before.room !== get().room || was.mode !== 'draw' || now.mode !== 'draw') return;
  if (was.doc.game.players && !now.doc.game.players)
    toast('The board has changed: the game has ended. Undo brings it back.');
}

/**
 * What follows a change of the position: answers, the machine's move, the explanation.
 * @param {State} before
 */
function update(before) {
  const state = get();
  if (state.room === 'bridgit' && !here(state).doc.graph.edges.length && !pending.words()) {
    void documents.openBridgit(here(state).doc.size ?? 5).then((reason) => reason && toast(reason, 'bad'));
  }
  endRound(state);
  analysis.refresh();
  if (get().prefs.overlay === 'reply' && analysis.isOn()) analysis.explain();
  analysis.steps();
  analysis.partOf();
  analysis.plane();
  storage.save();
  if (before.room !== get().room) announce(`Room ${get().room}`);
}

function draw() {
  const busy = analysis.now().busy || pending.words() !== null;
  const slow = isSlow(busy);
  markBusy(busy, slow, arranger.isRunning());
  renderer.draw(context(slow), tabs.drawPanel);
  ending.announceEnd(get(), analysis.now());
  // A game that is a task may have ended with this answer.
  queueMicrotask(quests.watch);
}

function listenToPage() {
  const intents = {
    get,
    dispatch,
    play: (/** @type {number} */ edge) => (opensEdge() ? documents.openEdgeGame(edge) : game.play(edge)),
    pick: game.pick,
    push: game.push,
    over: () => resultOf(get(), analysis.now()) !== null,
    taken: game.taken,
    tellTaken: game.tellTaken,
    gesture,
    redraw: loop.schedule,
    redrawNow: loop.drawNow,
    rename: () => {
      const field = /** @type {HTMLInputElement|null} */ (document.getElementById('node-name'));
      field?.focus();
      field?.select();
    },
    say: () => announce(describe(get(), analysis.now())),
  };
  listen(board, intents, true);
  listen(second, intents, false);
  listenToKeys(get, { ...commands, focusBoard: () => board.svg.focus() });
  const sizes = new ResizeObserver(() => {
    renderer.refit();
    // Before the frame is painted: a board that does not fit must not be seen or clicked.
    loop.drawNow();
  });
  for (const frame of document.querySelectorAll('.frame')) sizes.observe(frame);
  prefersDark.addEventListener('change', loop.drawNow);
  // The focus ring around the board is shown only to users of the keyboard.
  addEventListener('keydown', () => (document.documentElement.dataset['input'] = 'keys'), true);
  addEventListener('pointerdown', () => (document.documentElement.dataset['input'] = 'pointer'), true);
  /** @param {File|undefined} file */
  const openFile = async (file) => {
    const lesson = await lessonIn(file);
    if (lesson) return quests.open(lesson);
    const reason = file ? await documents.openUpload(file) : '';
    if (reason) toast(reason, 'bad');
  };
  byId('file').addEventListener('change', (/** @type {any} */ event) => {
    const file = event.target.files[0];
    event.target.value = '';
    void openFile(file);
  });
  // A file can be dropped anywhere.
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    void openFile(event.dataTransfer?.files[0]);
  });
  addEventListener('popstate', async () => {
    const before = get();
    const address = location.hash;
    await storage.travel();
    // The address of a lesson or a puzzle may have been pasted over another.
    if (get().quest?.link !== address.slice(1)) await quests.follow(address);
    update(before);
    loop.drawNow();
  });
}

/** A lesson, if the file is one. @param {File|undefined} file */
async function lessonIn(file) {
  if (!file?.name.endsWith('.json')) return null;
  try {
    const read = JSON.parse(await file.text());
    return Array.isArray(read?.steps) ? read : null;
  } catch {
    return null;
  }
}

async function begin() {
  if (isFramed()) document.documentElement.dataset['framed'] = 'true';
  whenEngineChanges(showNotice);
  listenToPage();
  storage.restore();
  const address = location.hash;
  await storage.follow();
  loop.drawNow();
  try {
    const [found] = await Promise.all([api.gallery(), quests.load()]);
    gallery = found.boards;
  } catch (error) {
    showError(error);
  }
  const named = gallery.find((item) => item.id === boardNamed());
  await documents.furnishEmpty(gallery);
  if (named) {
    dispatch({ type: 'room', room: named.room });
    await documents.openGallery(named);
  }
  await quests.follow(address);
  update(get());
  loop.drawNow();
  document.documentElement.dataset['ready'] = 'true';
  if (!isFramed()) install(showNotice);
  prepare();
}

void begin();
