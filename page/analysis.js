// Analysis of the position that is shown, and the machine's turn: asks the server, stores answers by
// position, and drops answers to questions that are no longer current.

import { api, wireCoins, wireDigraph, wireMoves, wireNetwork, wirePush } from './api.js';
import { coinsNow, here, isAnalysing, isMachine, other, ROOMS, shown, turn, unready, visiblePrefs } from './state.js';
import { createBeside } from './beside.js';
import { mover } from './ladder.js';
import { noCurrents } from './words.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Doc} Doc */
/** @typedef {import('./types').Action} Action */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').RoomAnalysis} RoomAnalysis */
/**
 * @typedef {{
 *   room: string, edges: object, wanted: string, analysis: RoomAnalysis, stop: AbortController,
 *   timer?: ReturnType<typeof setTimeout>,
 * }} Question
 */

/**
 * The edges of boards that a link brought: a large one is sent only when the reader asks for it.
 * @type {WeakSet<object>}
 */
export const linked = new WeakSet();
const MOST_LINKED = { coins: 200, edges: 5000 };

/** @param {Doc} doc */
function isLargeLink(doc) {
  const coins = doc.coins.reduce((sum, count) => sum + count, 0);
  return linked.has(doc.graph.edges) && (coins > MOST_LINKED.coins || doc.graph.edges.length > MOST_LINKED.edges);
}

/** @returns {RoomAnalysis} */
const fresh = () => ({
  answer: null,
  coin: null,
  of: null,
  known: false,
  mover: 'short',
  error: null,
  refused: null,
  asks: false,
  busy: false,
  hint: null,
  hintReason: null,
  lost: null,
  won: null,
  part: null,
  dual: null,
  paused: false,
  ended: null,
  better: null,
  held: [],
  explanation: null,
  chase: null,
  labelling: null,
  chaseAt: 0,
  chaseError: null,
  board: null,
  outcomes: [],
});

const SENT = new Set(['partition', 'clumps', 'currents']);
/** What one may do without touching the game. */
const ASIDE = new Set(['pref', 'select', 'view', 'tool']);

/**
 * @param {() => State} get @param {(action: Action) => void} dispatch @param {() => void} changed
 * @param {{
 *   replied: (side: Side, edge: number) => void, play: (edge: number|null) => boolean,
 *   hinted?: (edge: number, result: 'win'|'draw'|'lose') => void, pause?: () => number,
 * }} on the machine has moved; a move that was held may be made; a hint is there; how many milliseconds lie at
 *   least between a person's move and the reply
 * @param {typeof import('./api.js').api} ask
 */
export function createAnalysis(get, dispatch, changed, on, ask = api) {
  const rooms = Object.fromEntries(ROOMS.map((room) => [room, fresh()]));
  /** Answers by what they are about. @type {WeakMap<object, Map<string, any>>} */
  const answers = new WeakMap();
  /** Verdicts by position, for the strip. @type {WeakMap<object, Map<string, string>>} */
  const verdicts = new WeakMap();
  /** The numbers of positions. @type {WeakMap<object, Map<string, string>>} */
  const positions = new WeakMap();
  /**
   * What is requested once per board and key: explanations, steps, histories.
   * @type {WeakMap<object, Map<string, any>>}
   */
  const extras = new WeakMap();
  /** @type {Map<number, import('./types').BridgitBoard>} */
  const boards = new Map();
  /** Who has won a game, by its moves. @type {WeakMap<object, Side>} */
  const ends = new WeakMap();
  /** When the last move was made. */
  let moment = 0;
  /**
   * The one question about the position that is shown; a change of the position cancels it.
   * @type {Question|null}
   */
  let question = null;

  const forget = (/** @type {Doc} */ doc, /** @type {string} */ key) => storeFor(extras, doc).delete(key);
  const beside = createBeside({ get, now, ask, changed, isOn, forget, positionKey, once });
  const { explain, partOf, plane, steps, stepTo } = beside;
  const more = { explain, partOf, plane, steps, stepTo, pause, bridgit, retry, isOn };

  return { now, invalidate, refresh, hold, release, hint, ...more };

  /** @returns {RoomAnalysis} */
  function now() {
    const analysis = /** @type {RoomAnalysis} */ (rooms[get().room]);
    analysis.board = boards.get(here(get()).doc.size ?? -1) ?? null;
    return analysis;
  }

  /** Whether verdicts and marks may be seen now. */
  function isOn() {
    return isAnalysing(get(), now());
  }

  /** The overlay that the server is to compute; empty when there is none, or it would refuse. @param {State} state */
  function overlayOf(state) {
    const { overlay } = visiblePrefs(state, isAnalysing(state, now()));
    const tooMany = overlay === 'currents' && noCurrents(here(state).doc.graph.edges.length);
    now().refused = tooMany || null;
    return SENT.has(overlay) && !tooMany ? overlay : '';
  }

  /** @template T @param {WeakMap<object, Map<string, T>>} store @param {Doc} doc @returns {Map<string, T>} */
  function storeFor(store, doc) {
    let map = store.get(doc.graph.edges);
    if (!map) store.set(doc.graph.edges, (map = new Map()));
    return map;
  }

  /**
   * The keys of the positions before the first move, after it, and so on to the last. Every key is
   * a number determined by the key before and one move, so that keys of long games stay short.
   * @param {Doc} doc @param {number} [last] @returns {string[]}
   */
  function positionKeys(doc, last = doc.game.moves.length) {
    const known = storeFor(positions, doc);
    /** @param {string} word */
    const number = (word) => {
      let key = known.get(word);
      if (!key) known.set(word, (key = String(known.size)));
      return key;
    };
    const { left, right, target, nodes } = doc.graph;
    const keys = [number(`${nodes.length},${target ?? [left, right]},${doc.coins}`)];
    for (const move of doc.game.moves.slice(0, last)) keys.push(number(`${keys.at(-1)}${move.by[0]}${move.edge}`));
    return keys;
  }

  /** @param {Doc} doc @param {number} at @returns {string} */
  function positionKey(doc, at) {
    return positionKeys(doc, at).at(-1) ?? '';
  }

  /** @param {State} state @param {Doc} [doc] */
  function answerKey(state, doc = here(state).doc) {
    return `${positionKey(doc, doc.at)}|${overlayOf(state)}`;
  }

  /**
   * Stores an answer for its position; an answer with an overlay also serves without it.
   * @param {Doc} doc @param {string} key @param {any} answer
   */
  function keep(doc, key, answer) {
    const kept = storeFor(answers, doc);
    kept.set(key, answer);
    const plain = key.slice(0, key.lastIndexOf('|') + 1);
    if (!kept.has(plain)) kept.set(plain, answer);
  }

  /**
   * Drops what an action makes obsolete: a hint and waiting moves are about one position.
   * @param {Action} action
   */
  function invalidate(action) {
    if (ASIDE.has(action.type)) return;
    now().hint = null;
    now().hintReason = null;
    if (action.type === 'play') moment = performance.now();
    if (action.type !== 'play') now().held = [];
  }

  /** Asks for what is missing; called after every change. */
  function refresh() {
    const state = get();
    const { doc } = here(state);
    const analysis = now();
    // The labels that a task shows belong to the digraph: there need not be a coin on it.
    const isLabelled = state.room === 'coins' && !!state.quest?.show.labels;
    if (unready(state.room, doc) && !isLabelled) {
      cancel();
      Object.assign(analysis, { answer: null, coin: null, known: false, error: null, outcomes: [], ended: null });
      return;
    }
    analysis.ended = ends.get(doc.game.moves) ?? null;
    // An answer about another board says nothing about this one.
    if (analysis.of !== doc.graph.edges) Object.assign(analysis, { of: doc.graph.edges, answer: null, coin: null });
    const key = answerKey(state);
    const whole = storeFor(answers, doc).get(key);
    const kept = whole ?? storeFor(answers, doc).get(key.slice(0, key.lastIndexOf('|') + 1));
    analysis.known = !!kept;
    if (kept) settle(analysis, state, kept);
    readStrip(state, analysis);
    analysis.better = analysis.lost = analysis.won = null;
    if (kept && doc.game.players && isOn()) {
      beside.lookBack(state, analysis);
      beside.lost(state, analysis);
    }
    const machine = machineSide(state, analysis);
    analysis.asks = !whole && isLargeLink(doc);
    if (analysis.asks) {
      cancel();
      analysis.error = 'This link brought a large position.';
      return;
    }
    if (whole && !machine) {
      cancel();
      analysis.error = null;
      if (here(state).mode === 'play') fillStrip(state);
    } else {
      sendQuestion(state, analysis, key, machine);
    }
    if (!machine) release();
  }

  /** @param {RoomAnalysis} analysis @param {State} state @param {any} answer */
  function settle(analysis, state, answer) {
    const { doc } = here(state);
    analysis.mover = mover(state);
    if (state.room === 'coins') analysis.coin = answer;
    else analysis.answer = answer;
    const winner = state.room === 'coins' ? answer.over && other(turn(doc)) : answer.winner;
    if (winner && doc.at === doc.game.moves.length) {
      ends.set(doc.game.moves, winner);
      analysis.ended = winner;
    }
  }

  /**
   * Sends the question, unless the same one is pending.
   * @param {State} state @param {RoomAnalysis} analysis @param {string} key @param {Side|null} machine
   */
  function sendQuestion(state, analysis, key, machine) {
    const { doc } = here(state);
    const { edges } = doc.graph;
    const wanted = `${key}|${machine ?? ''}`;
    if (question && question.room === state.room && question.edges === edges && question.wanted === wanted) return;
    cancel();
    const mine = (question = { room: state.room, edges, wanted, analysis, stop: new AbortController() });
    analysis.error = null;
    const start = () => {
      analysis.busy = true;
      void guarded(mine, () => (state.room === 'coins' ? askCoins : askSwitching)(mine, state, key, machine));
    };
    const wait = machine && isWatching(doc) ? state.prefs.pace : 0;
    if (wait) question.timer = setTimeout(start, wait);
    else start();
  }

  /** Nobody waits for the question under way any more: what is answered to it changes nothing. */
  function cancel() {
    const old = question;
    if (!old) return;
    question = null;
    clearTimeout(old.timer);
    old.analysis.busy = false;
    old.stop.abort();
  }

  /** @param {RoomAnalysis} analysis */
  function over(analysis) {
    return analysis.known && !!(analysis.answer?.winner || analysis.coin?.over);
  }

  /** @param {Doc} doc */
  function isWatching(doc) {
    return !!doc.game.players && !Object.values(doc.game.players).includes('human');
  }

  /**
   * The machine's side, when it is to move now.
   * @param {State} state @param {RoomAnalysis} analysis @returns {Side|null}
   */
  function machineSide(state, analysis) {
    const { doc, mode } = here(state);
    const { players, moves, resigned, drawn, offer } = doc.game;
    if (
      mode !== 'play' ||
      !players ||
      resigned ||
      drawn ||
      offer !== null ||
      doc.at !== moves.length ||
      analysis.paused ||
      over(analysis)
    )
      return null;
    const side = turn(doc);
    return isMachine(players[side]) ? side : null;
  }

  /** A move in a position of which the server has not spoken yet waits its turn. @param {number|null} edge */
  function hold(edge) {
    now().held.push(edge);
    changed();
  }

  /** The next move that was held, once it may be made. */
  function release() {
    const analysis = now();
    if (!analysis.known || !analysis.held.length) return;
    const [edge = null, ...rest] = analysis.held;
    analysis.held = rest;
    // After a move that is impossible, the others would no longer mean what they meant.
    if (!on.play(edge)) now().held = [];
  }

  /** @param {State} state @param {Side} side */
  function playerOf(state, side) {
    const kind = here(state).doc.game.players?.[side] ?? 'perfect';
    return { kind, strength: state.prefs.strength, seed: Math.floor(Math.random() * 2 ** 32) };
  }

  /** Waits until a person has seen their own move. @param {Doc} doc */
  async function aMoment(doc) {
    const left = isWatching(doc) || !doc.at ? 0 : moment + (on.pause?.() ?? 0) - performance.now();
    if (left > 0) await new Promise((wake) => setTimeout(wake, left));
  }

  /** @param {Question} mine @param {State} state @param {string} key @param {Side|null} machine */
  async function askSwitching(mine, state, key, machine) {
    const { doc } = here(state);
    const overlay = overlayOf(state);
    const body = {
      network: wireNetwork(doc.graph),
      moves: wireMoves(shown(doc)),
      overlays: overlay ? [overlay] : [],
      ...(machine ? { reply: { side: machine, player: playerOf(state, machine) } } : {}),
    };
    const answer = await ask.analyse(body, mine.stop.signal);
    if (question !== mine) return;
    if (machine) await aMoment(doc);
    if (question !== mine) return;
    const marks = storeFor(verdicts, doc);
    if (!machine || !answer.reply) {
      if (machine && !answer.winner) throw new Error('The engine made no move.');
      keep(doc, key, answer);
      marks.set(positionKey(doc, doc.at), answer.outcome);
      return;
    }
    if (answer.before) marks.set(positionKey(doc, doc.at), answer.before);
    const edge = answer.reply.edge - 1;
    const moves = [...shown(doc), { by: machine, edge }];
    const next = { ...doc, game: { ...doc.game, moves }, at: moves.length };
    keep(doc, answerKey(state, next), answer);
    marks.set(positionKey(next, next.at), answer.outcome);
    dispatch({ type: 'play', by: machine, edge });
    on.replied(machine, edge);
  }

  /** @param {Question} mine @param {State} state @param {string} key @param {Side|null} machine */
  async function askCoins(mine, state, key, machine) {
    const { doc } = here(state);
    const digraph = wireDigraph(doc.graph);
    const coins = wireCoins(coinsNow(doc));
    const answer = storeFor(answers, doc).get(key) ?? (await ask.coins({ digraph, coins }, mine.stop.signal));
    if (question !== mine) return;
    keep(doc, key, answer);
    storeFor(verdicts, doc).set(positionKey(doc, doc.at), answer.outcome);
    if (!machine || answer.over) return;
    const { move } = await ask.coinReply({ digraph, coins, player: playerOf(state, machine) }, mine.stop.signal);
    if (question !== mine) return;
    if (!move) throw new Error('The engine made no move.');
    await aMoment(doc);
    if (question !== mine) return;
    const edge = doc.graph.edges.findIndex(([u, v]) => u === move.from - 1 && v === move.to - 1);
    dispatch({ type: 'play', by: machine, edge });
    on.replied(machine, edge);
  }

  /**
   * Runs a question. An error is stored to be shown, and the question stays until it is retried.
   * @param {Question} mine @param {() => Promise<void>} work
   */
  async function guarded(mine, work) {
    try {
      await work();
      if (question !== mine) return;
      cancel();
      refresh();
    } catch (error) {
      if (question !== mine) return;
      Object.assign(mine.analysis, {
        error: error instanceof Error ? error.message : String(error),
        answer: null,
        coin: null,
        known: false,
        busy: false,
        held: [],
      });
    } finally {
      changed();
    }
  }

  /** Tries again after a failure, or for the first time where the reader was asked. */
  function retry() {
    cancel();
    linked.delete(here(get()).doc.graph.edges);
    refresh();
    changed();
  }

  /** What is already known of the game's past. @param {State} state @param {RoomAnalysis} analysis */
  function readStrip(state, analysis) {
    const { doc } = here(state);
    const marks = storeFor(verdicts, doc);
    analysis.outcomes = positionKeys(doc).map((key) => marks.get(key) ?? null);
  }

  /**
   * Requests once what belongs to a board and a key. The result is stored, and `look` is called to
   * use it if it is still wanted; a failure is forgotten, so that it can be requested again.
   * @template T @param {Doc} doc @param {string} key @param {() => Promise<T>} load @param {() => void} look
   * @returns {T|null} what is there already
   */
  function once(doc, key, load, look) {
    const kept = storeFor(extras, doc);
    if (kept.has(key)) return kept.get(key);
    kept.set(key, null);
    load().then(
      (answer) => {
        kept.set(key, answer);
        look();
        changed();
      },
      () => {
        kept.delete(key);
        changed();
      },
    );
    return null;
  }

  /** Asks for the verdicts that are missing, all at once. @param {State} state */
  function fillStrip(state) {
    const { doc } = here(state);
    const { moves } = doc.game;
    const n = moves.length;
    if (!n || now().outcomes.every(Boolean) || n * doc.graph.edges.length > 400_000) return;
    once(
      doc,
      `history ${positionKey(doc, n)}`,
      async () => {
        const { outcomes } = await (state.room === 'coins'
          ? ask.coinHistory({
              digraph: wireDigraph(doc.graph),
              coins: wireCoins(doc.coins),
              moves: moves.map((m) => wirePush(doc.graph, m.edge)),
            })
          : ask.history({ network: wireNetwork(doc.graph), moves: wireMoves(moves) }));
        const marks = storeFor(verdicts, doc);
        let i = 0;
        // A pass changes neither the position nor the verdict.
        for (const [at, key] of positionKeys(doc).entries()) {
          if (at > 0 && moves[at - 1]?.edge !== null) i++;
          const outcome = outcomes[i];
          if (outcome) marks.set(key, outcome);
        }
      },
      () => {
        readStrip(get(), now());
        if (isOn()) beside.lost(get(), now());
      },
    );
  }

  /** A good move for whoever is to move. */
  function hint() {
    const state = get();
    const analysis = now();
    const { doc } = here(state);
    if (state.room === 'coins') {
      const best = analysis.known ? analysis.coin?.best : null;
      analysis.hint = best ? doc.graph.edges.findIndex(([u, v]) => u === best.from - 1 && v === best.to - 1) : null;
      const rated = analysis.coin?.moves.find((m) => m.from === best?.from && m.to === best.to);
      if (analysis.hint !== null && rated) on.hinted?.(analysis.hint, rated.result);
      changed();
      return;
    }
    /** Whether the hint is still about what is shown. */
    const wanted = () => get().room === state.room && here(get()).doc === doc;
    const body = {
      network: wireNetwork(doc.graph),
      moves: wireMoves(shown(doc)),
      overlays: [],
      reply: { side: turn(doc), player: { kind: 'perfect', strength: 100, seed: 0 } },
    };
    ask.analyse(body).then(
      (answer) => {
        if (wanted() && answer.reply) {
          analysis.hint = answer.reply.edge - 1;
          analysis.hintReason = answer.reason ?? null;
          // After a winning move, the mover wins even though the other side is to move.
          on.hinted?.(analysis.hint, answer.outcome === turn(doc) ? 'win' : 'lose');
        }
        changed();
      },
      (error) => {
        if (wanted()) analysis.error = error.message;
        changed();
      },
    );
  }

  /** @param {boolean} paused */
  function pause(paused) {
    now().paused = paused;
    refresh();
    changed();
  }

  /** @param {number} size @returns {Promise<import('./types').BridgitBoard>} */
  async function bridgit(size) {
    const board = boards.get(size) ?? (await ask.board(size));
    boards.set(size, board);
    return board;
  }
}
