// Lessons and puzzles: the tasks, the attempts at them, and what this browser remembers of both. The server judges.

import { api, isNoLuck, wireCoins, wireDigraph, wireMoves, wireNetwork, wirePush } from './api.js';
import { LESSONS } from './curriculum.js';
import { bridgitGraph, docOf } from './documents.js';
import { addressOf, boardOf, KINDS, numbers, readAddress } from './lessons.js';
import { here, makeDoc, other, resultOf, sides } from './state.js';

/** @typedef {import('./types').Quest} Quest */
/** @typedef {import('./types').Lesson} Lesson */
/** @typedef {import('./types').Puzzle} Puzzle */
/** @typedef {import('./types').Doc} Doc */
/** @typedef {import('./types').Room} Room */
/** @typedef {import('./types').Side} Side */

const KEY = 'switchyard/progress';
/** How many seeds are tried for a puzzle, where any will do. */
const SEEDS = 20;
const anySeed = () => Math.floor(Math.random() * 1e6);
/** What a lesson or a puzzle begins with. */
const FRESH = {
  picked: /** @type {[number[], number[]]} */ ([[], []]),
  brush: /** @type {0|1} */ (0),
  typed: '',
  judged: null,
  tries: 0,
  done: false,
  after: '',
};

/** The progress in lessons and puzzles, which this browser remembers. @param {Storage|null} storage */
export function createProgress(storage) {
  /** @type {import('./types').Progress} */
  let now = { streak: 0, best: 0, solved: 0, lessons: {} };
  try {
    now = { ...now, ...JSON.parse(storage?.getItem(KEY) ?? '{}') };
  } catch {
    // Progress that cannot be read is lost: it starts again at zero.
  }
  return { get: () => now, set };

  /** @param {Partial<import('./types').Progress>} more */
  function set(more) {
    now = { ...now, ...more };
    try {
      storage?.setItem(KEY, JSON.stringify(now));
    } catch {
      // Without storage, the progress lasts until the page is closed.
    }
  }
}

/**
 * @param {() => import('./types').State} get @param {(action: import('./types').Action) => void} dispatch
 * @param {ReturnType<typeof import('./analysis.js').createAnalysis>} analysis
 * @param {ReturnType<typeof import('./pending.js').createPending>} pending
 * @param {ReturnType<typeof createProgress>} progress
 * @param {{say: (text: string) => void, refuse: (why: string) => void}} tell
 * @param {Pick<typeof api, 'read'|'galleryBoard'|'puzzle'|'puzzles'|'check'>} ask
 */
export function createQuests(get, dispatch, analysis, pending, progress, tell, ask = api) {
  let lessons = LESSONS;
  /** @type {string[]} */
  let boards = [];
  const wish = { kind: 'any', difficulty: 'any' };
  /** How many moves lead to the task's position; later moves are attempts. */
  let start = 0;

  return {
    load,
    follow,
    open: openOwn,
    takes,
    watch,
    lessons: () => lessons,
    commands: { enter, lesson, puzzle, wish: () => wish, say, check, again, reveal },
  };

  /** Asks which boards of the gallery are puzzles. */
  async function load() {
    ({ boards } = await ask.puzzles());
  }

  /** Goes where an address leads, if it leads to a lesson or a puzzle. @param {string} hash */
  async function follow(hash) {
    const to = readAddress(hash);
    if (!to) return false;
    if (to.lesson) await openStep(to.lesson, to.step);
    else if (boards.length && to.puzzle?.board && !boards.includes(to.puzzle.board))
      tell.refuse(`The link is damaged: no puzzle has the name ${to.puzzle.board}.`);
    else await openPuzzle(to.puzzle ?? {});
    return true;
  }

  /** @param {'learn'|'puzzles'} place */
  function enter(place) {
    if (get().place === place || get().away[place]?.quest) return dispatch({ type: 'go', place });
    if (place === 'puzzles') return puzzle();
    const next = lessons.find(({ id, steps }) => (progress.get().lessons[id] ?? 0) < steps.length) ?? lessons[0];
    if (next) lesson(next.id, Math.min(progress.get().lessons[next.id] ?? 0, next.steps.length - 1));
  }

  /** @param {string} id @param {number} step */
  function lesson(id, step) {
    const { quest } = get();
    // A step without a task is done when it has been read.
    if (quest?.lesson && !quest.task && step > quest.lesson.step) passed(quest);
    void openStep(id, step);
  }

  /** A teacher's own lesson, from a file. @param {Lesson} own */
  function openOwn(own) {
    const id = own.id ?? 'own';
    lessons = [...lessons.filter((one) => one.id !== id), { ...own, id, line: own.line ?? '' }];
    lesson(id, 0);
  }

  /** @param {string} id @param {number} at */
  async function openStep(id, at) {
    const found = lessons.find((one) => one.id === id);
    const step = found?.steps[at];
    if (!found || !step) return tell.refuse('There is no such lesson.');
    const failed = await pending.send(
      'The lesson is on its way.',
      () => stepBoard(found, at),
      ({ room, doc }) => {
        begin('learn', room, doc, {
          ...FRESH,
          link: addressOf({ lesson: id, step: at }),
          title: found.title,
          text: step.text,
          after: step.after ?? '',
          task: step.task ?? null,
          show: step.show ?? {},
          lesson: { id, step: at, steps: found.steps.length },
        });
      },
    );
    if (failed) tell.refuse(failed);
  }

  /** The board of a step: its own, or the one of a step before. @param {Lesson} of @param {number} at */
  async function stepBoard(of, at) {
    const step = /** @type {import('./types').LessonStep} */ (of.steps[at]);
    const from = of.steps.slice(0, at + 1).findLast((one) => one.board || one.bridgit);
    const { room, doc } = await boardFor(from ?? step, step.coins);
    const taken = ['short', 'cut'].flatMap((by) =>
      numbers(step[/** @type {'short'|'cut'} */ (by)]).map((edge) => ({
        by: /** @type {Side} */ (by),
        edge: edge - 1,
      })),
    );
    doc.game = { ...doc.game, moves: taken };
    doc.at = taken.length;
    return { room, doc };
  }

  /**
   * @param {import('./types').LessonStep} step @param {string} [coins]
   * @returns {Promise<{room: Room, doc: Doc}>}
   */
  async function boardFor(step, coins) {
    if (step.bridgit) {
      const wire = await analysis.bridgit(step.bridgit);
      return { room: 'bridgit', doc: makeDoc('bridgit', bridgitGraph(wire), { size: step.bridgit }) };
    }
    const { board } = step;
    if (typeof board === 'object') return boardOf(board, coins);
    const name = board ?? 'course.net';
    const room = name.endsWith('.coins') ? 'coins' : 'networks';
    const { text } = await ask.galleryBoard(name);
    const file = await ask.read({ text, room });
    return { room, doc: docOf(room, file, { id: name, coins: (coins ?? step.coins ?? '').split(' ') }) };
  }

  /** @param {{kind?: string, difficulty?: string}} [wanted] */
  function puzzle(wanted = {}) {
    Object.assign(wish, wanted);
    const { streak } = progress.get();
    const any = [...KINDS, 'gallery'];
    const kind = wish.kind === 'any' ? any[Math.floor(Math.random() * any.length)] : wish.kind;
    if (kind === 'gallery') {
      const last = get().quest?.link;
      const others = boards.filter((board) => addressOf({ puzzle: { board } }) !== last);
      return void openPuzzle({ board: others[Math.floor(Math.random() * others.length)] ?? 'needle.net' });
    }
    // Without a wish, puzzles become harder as one solves them.
    const difficulty = wish.difficulty === 'any' ? Math.min(5, 1 + Math.floor(streak / 3)) : Number(wish.difficulty);
    void openPuzzle({ kind: /** @type {string} */ (kind), difficulty, seed: anySeed() }, SEEDS);
  }

  /** @param {import('./lessons.js').Wanted} wanted @param {number} [others] how many other seeds will do */
  async function openPuzzle(wanted, others = 0) {
    const failed = await pending.send(
      'A puzzle is on its way.',
      () => fetched(wanted, others),
      ({ room, doc, made, link }) => {
        begin('puzzles', room, doc, {
          ...FRESH,
          link,
          title: made.title ?? 'Puzzle',
          text: made.question,
          task: taskOf(made),
          show: {},
          puzzle: made,
        });
      },
    );
    if (failed) tell.refuse(failed);
  }

  /** @param {import('./lessons.js').Wanted} wanted @param {number} others */
  async function fetched(wanted, others) {
    let made;
    try {
      made = await ask.puzzle(wanted);
    } catch (error) {
      // Some seeds have no puzzle of this difficulty.
      if (!others || !isNoLuck(error)) throw error;
      return fetched({ ...wanted, seed: anySeed() }, others - 1);
    }
    const room = /** @type {Room} */ (['label', 'keep-draw'].includes(made.kind) ? 'coins' : 'networks');
    const file = await ask.read({ text: made.network, room });
    const id = wanted.board;
    return {
      room,
      made,
      link: addressOf({ puzzle: wanted }),
      doc: docOf(room, file, { coins: made.coins ?? [], ...(id ? { id } : {}) }),
    };
  }

  /** @param {Puzzle} made @returns {import('./types').Task} */
  function taskOf(made) {
    const side = made.side ?? 'short';
    switch (made.kind) {
      case 'only-move':
        return { kind: 'move', side };
      case 'which-side':
        return { kind: 'side', first: side };
      case 'two-trees':
        return { kind: 'trees' };
      case 'label':
        return { kind: 'label', node: made.node ?? '' };
      case 'keep-draw':
        return { kind: 'push' };
      default:
        return { kind: 'outcome' };
    }
  }

  /** @param {'learn'|'puzzles'} place @param {Room} room @param {Doc} doc @param {Quest} quest */
  function begin(place, room, doc, quest) {
    start = doc.at;
    dispatch({ type: 'quest', place, room, doc, quest });
    if (quest.task?.kind === 'win') newGame(quest.task);
    tell.say(`${quest.title}. ${quest.text}`);
  }

  /** @param {Extract<import('./types').Task, {kind: 'win'}>} task */
  function newGame({ side, opponent, first }) {
    const players = { [side]: 'human', [other(side)]: opponent };
    dispatch({ type: 'game/new', players: /** @type {any} */ (players), first: first ?? side });
  }

  /** A click on the board, where it is an attempt and no move of a game. @param {number|null} edge */
  function takes(edge) {
    const { quest, place } = get();
    if (place === 'home' || quest?.task?.kind === 'win') return false;
    if (!quest?.task || quest.done || edge === null || pending.words()) return true;
    const { task } = quest;
    const { graph } = here(get()).doc;
    switch (task.kind) {
      case 'move':
        if (quest.judged) again();
        dispatch({ type: 'play', by: task.side, edge });
        void judge({ move: { side: task.side, edge: edge + 1 } });
        break;
      case 'current':
        void judge({ current: edge + 1 });
        break;
      case 'push':
        if (quest.judged) again();
        dispatch({ type: 'play', by: sides('coins')[0], edge });
        void judge({ push: wirePush(graph, edge) });
        break;
      case 'trees':
      case 'part':
        paint(quest, edge, task.kind === 'trees' ? quest.brush : 0);
        break;
      default:
        tell.refuse('Answer in the panel.');
    }
    return true;
  }

  /** Adds an edge to what is picked, or takes it away. @param {Quest} quest @param {number} edge @param {0|1} brush */
  function paint(quest, edge, brush) {
    const had = quest.picked[brush].includes(edge);
    const picked = /** @type {[number[], number[]]} */ (quest.picked.map((set) => set.filter((e) => e !== edge)));
    if (!had) picked[brush] = [...picked[brush], edge];
    dispatch({ type: 'quest/set', set: { picked, judged: null } });
  }

  /** An answer from the panel. @param {string} said */
  function say(said) {
    const { quest } = get();
    const task = quest?.task;
    if (task?.kind === 'outcome') void judge({ outcome: said });
    else if (task?.kind === 'side') void judge({ side: { first: task.first, chosen: said } });
    else if (task?.kind === 'coin-outcome') void judge({ 'coin-outcome': said });
  }

  /** What has been picked or typed is the answer. */
  function check() {
    const { quest } = get();
    const task = quest?.task;
    const picked = quest?.picked.map((set) => set.map((edge) => edge + 1)) ?? [[], []];
    if (task?.kind === 'trees') void judge({ trees: picked });
    else if (task?.kind === 'part') void judge({ part: { part: task.part, edges: picked[0] } });
    else if (task?.kind === 'label' && quest) {
      const label = labelOf(quest.typed);
      if (label === null) return tell.refuse('Write a number, or ∞ and the labels in its set, as “∞ 0 2”.');
      const node = here(get()).doc.graph.nodes.findIndex(({ name }) => name === task.node) + 1;
      void judge({ label: { node, label } });
    }
  }

  /** @param {object} task */
  async function judge(task) {
    const { room, quest } = get();
    const { doc } = here(get());
    if (!quest) return;
    const base = { ...doc, at: start };
    const board =
      room === 'coins'
        ? { digraph: wireDigraph(doc.graph), coins: wireCoins(doc.coins) }
        : { network: wireNetwork(doc.graph), moves: wireMoves(base.game.moves.slice(0, start)) };
    try {
      const judged = await ask.check({ ...board, task });
      if (get().quest?.link !== quest.link || get().quest?.tries !== quest.tries) return;
      settle(judged);
    } catch (error) {
      tell.refuse(error instanceof Error ? error.message : String(error));
      again();
    }
  }

  /**
   * What follows from a judgement: the refutation on the board, and the count.
   * @param {import('./types').Judgement} judged
   */
  function settle(judged) {
    const { quest } = get();
    if (!quest) return;
    if (judged.reply && quest.task?.kind === 'move')
      dispatch({ type: 'play', by: other(quest.task.side), edge: judged.reply - 1 });
    const { push } = judged;
    if (push) {
      const arcs = here(get()).doc.graph.edges;
      const edge = arcs.findIndex(([u, v]) => u === push.from - 1 && v === push.to - 1);
      if (edge >= 0) dispatch({ type: 'play', by: sides('coins')[1], edge });
    }
    if (quest.puzzle && !quest.done) count(judged.right, quest.tries);
    dispatch({ type: 'quest/set', set: { judged, tries: quest.tries + 1, done: judged.right } });
    if (judged.right) passed(quest);
    tell.say(judged.sentence);
  }

  /** @param {boolean} right @param {number} tries those before */
  function count(right, tries) {
    const { streak, best, solved } = progress.get();
    const now = !right ? 0 : tries ? streak : streak + 1;
    progress.set({ streak: now, best: Math.max(best, now), solved: solved + (right ? 1 : 0) });
  }

  /** @param {Quest} quest */
  function passed(quest) {
    if (!quest.lesson) return;
    const { lessons: done } = progress.get();
    const { id, step } = quest.lesson;
    progress.set({ lessons: { ...done, [id]: Math.max(done[id] ?? 0, step + 1) } });
  }

  /** Another attempt, from the position of the task. */
  function again() {
    const { quest } = get();
    dispatch({ type: 'at', at: start });
    dispatch({ type: 'quest/set', set: { judged: null, done: false } });
    if (quest?.task?.kind === 'win') newGame(quest.task);
  }

  /** Shows the answer, which ends the streak. */
  function reveal() {
    const { quest } = get();
    const answer = quest?.puzzle?.answer;
    const task = quest?.task;
    if (!quest || !task || answer === undefined) return;
    again();
    const { graph } = here(get()).doc;
    let sentence = `The answer is ${answerText(answer)}.`;
    if (task.kind === 'move') dispatch({ type: 'play', by: task.side, edge: answer[0] - 1 });
    if (task.kind === 'push') {
      const edge = graph.edges.findIndex(
        ([u, v]) => graph.nodes[u]?.name === answer.from && graph.nodes[v]?.name === answer.to,
      );
      dispatch({ type: 'play', by: sides('coins')[0], edge });
    }
    let { picked } = quest;
    if (task.kind === 'trees') {
      picked = answer.map((/** @type {number[]} */ tree) => tree.map((edge) => edge - 1));
      sentence = 'These are two such trees. There are others.';
    }
    let { show } = quest;
    if (task.kind === 'label') {
      show = { ...show, labels: true };
      sentence += ' The board now shows all labels.';
    }
    progress.set({ streak: 0 });
    dispatch({ type: 'quest/set', set: { picked, show, judged: { right: false, sentence }, done: true } });
    tell.say(sentence);
  }

  /** A game that is a task may have ended. */
  function watch() {
    const { quest } = get();
    const task = quest?.task;
    if (!quest || quest.done || quest.judged || task?.kind !== 'win') return;
    const result = resultOf(get(), analysis.now());
    if (!result) return;
    const right = result === task.side;
    settle({ right, sentence: right ? 'You win.' : 'You lose this one. Try again.' });
  }
}

/** A label as it is typed: a number, or ∞ and the members of its set. @param {string} typed */
export function labelOf(typed) {
  const text = typed.trim().toLowerCase();
  const found = text.match(/\d+/g)?.map(Number) ?? [];
  if (/^(∞|inf)/.test(text)) return { inf: found };
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** @param {any} answer */
export function answerText(answer) {
  if (Array.isArray(answer)) return `edge ${answer.join(', ')}`;
  if (answer?.from) return `${answer.from} → ${answer.to}`;
  if (answer?.inf) return `∞(${answer.inf.join(',')})`;
  /** @type {Record<string, string>} */
  const names = { short: 'SHORT', cut: 'CUT', first: 'whoever moves first' };
  return names[answer] ?? String(answer);
}
