// What the server has said about what is on the board, and the machine's turn. It asks, keeps
// answers by position, and forgets what has been overtaken.

import { api, Refused, wireCoins, wireDigraph, wireMoves, wireNetwork, wirePush } from './api.js';
import { coinsNow, here, other, ROOMS, shown, turn, unready } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Doc} Doc */
/** @typedef {import('./types').Action} Action */
/** @typedef {import('./types').Side} Side */
/**
 * @typedef {{
 *   answer: import('./types').Answer|null, coin: import('./types').CoinAnswer|null,
 *   error: string|null, busy: boolean, hint: number|null, paused: boolean,
 *   explanation: import('./types').Explanation|null, explained: string|null,
 *   chase: import('./types').Chase|null, chaseAt: number, chaseOf: unknown, chaseError: string|null,
 *   board: import('./types').BridgitBoard|null,
 *   outcomes: (string|null)[],
 * }} RoomLive
 */

/** @returns {RoomLive} */
const fresh = () => ({
  answer: null, coin: null, error: null, busy: false, hint: null, paused: false,
  explanation: null, explained: null, chase: null, chaseAt: 0, chaseOf: null, chaseError: null,
  board: null, outcomes: [],
});

const SENT = new Set(['partition', 'clumps', 'currents']);

/**
 * @param {() => State} get @param {(action: Action) => void} dispatch @param {() => void} changed
 * @param {(side: Side, edge: number) => void} replied
 */
export function createLive(get, dispatch, changed, replied) {
  const rooms = Object.fromEntries(ROOMS.map((room) => [room, fresh()]));
  /** Answers by what they are about. @type {WeakMap<object, Map<string, any>>} */
  const answers = new WeakMap();
  /** Verdicts by position, for the strip. @type {WeakMap<object, Map<string, string>>} */
  const verdicts = new WeakMap();
  /** @type {Map<number, import('./types').BridgitBoard>} */
  const boards = new Map();
  let asking = '';
  let ticket = 0;
  let filling = '';
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  return { now, refresh, hint, explain, chase, chaseTo, pause, bridgit, retry };

  /** @returns {RoomLive} */
  function now() {
    return /** @type {RoomLive} */ (rooms[get().room]);
  }

  /** @template T @param {WeakMap<object, Map<string, T>>} store @param {Doc} doc @returns {Map<string, T>} */
  function shelf(store, doc) {
    let map = store.get(doc.graph.edges);
    if (!map) store.set(doc.graph.edges, (map = new Map()));
    return map;
  }

  /** @param {Doc} doc @param {number} at */
  function positionKey(doc, at) {
    const { left, right, nodes } = doc.graph;
    const moves = doc.game.moves.slice(0, at).map((move) => `${move.by[0]}${move.edge}`).join(' ');
    return `${nodes.length},${left},${right},${doc.coins}|${moves}`;
  }

  /** Asks for what is missing; called after every change. */
  function refresh() {
    const state = get();
    const { doc, mode } = here(state);
    const live = now();
    if (unready(state.room, doc)) {
      Object.assign(live, { answer: null, coin: null, error: null, outcomes: [], busy: false });
      asking = '';
      return;
    }
    const overlay = state.prefs.overlay;
    const key = `${state.room}|${positionKey(doc, doc.at)}|${SENT.has(overlay) ? overlay : ''}`;
    const kept = shelf(answers, doc).get(key);
    if (kept) settle(live, state, kept);
    const machine = machineSide(state, live);
    const wanted = `${key}|${machine ?? ''}|${live.paused}`;
    readStrip(state, live);
    if (kept && (!machine || over(live))) {
      asking = wanted;
      if (mode === 'play') fillStrip(state, live);
      return;
    }
    if (wanted === asking) return;
    asking = wanted;
    clearTimeout(timer);
    const mine = ++ticket;
    const wait = machine && isWatching(doc) ? state.prefs.pace : 0;
    const start = () => {
      if (mine === ticket) void (state.room === 'coins' ? askCoins : askSwitching)(state, key, machine, mine);
    };
    if (wait) timer = setTimeout(start, wait);
    else start();
  }

  /** @param {RoomLive} live @param {State} state @param {any} answer */
  function settle(live, state, answer) {
    live.error = null;
    live.busy = false;
    if (state.room === 'coins') live.coin = answer;
    else live.answer = answer;
  }

  /** @param {RoomLive} live */
  function over(live) {
    return !!(live.answer?.winner || live.coin?.over);
  }

  /** @param {Doc} doc */
  function isWatching(doc) {
    return !!doc.game.players && !Object.values(doc.game.players).includes('human');
  }

  /** The machine's side, when it is to move now. @param {State} state @param {RoomLive} live @returns {Side|null} */
  function machineSide(state, live) {
    const { doc, mode } = here(state);
    const { players, moves, resigned, offer } = doc.game;
    if (mode !== 'play' || !players || resigned || offer !== null || doc.at !== moves.length || live.paused) return null;
    const side = turn(doc);
    return players[side] === 'human' ? null : side;
  }

  /** @param {State} state @param {Side} side */
  function playerOf(state, side) {
    const kind = here(state).doc.game.players?.[side] ?? 'perfect';
    return { kind, strength: state.prefs.strength, seed: Math.floor(Math.random() * 2 ** 32) };
  }

  /** @param {State} state @param {string} key @param {Side|null} machine @param {number} mine */
  async function askSwitching(state, key, machine, mine) {
    const { doc } = here(state);
    const live = now();
    live.busy = true;
    const overlay = state.prefs.overlay;
    const body = {
      network: wireNetwork(doc.graph),
      moves: wireMoves(shown(doc)),
      overlays: SENT.has(overlay) ? [overlay] : [],
      ...(machine ? { reply: { side: machine, player: playerOf(state, machine) } } : {}),
    };
    await guarded(live, mine, async () => {
      const answer = await api.analyse(body);
      if (mine !== ticket) return;
      const marks = shelf(verdicts, doc);
      if (!answer.reply) {
        shelf(answers, doc).set(key, answer);
        marks.set(positionKey(doc, doc.at), answer.outcome);
        return;
      }
      if (answer.before) marks.set(positionKey(doc, doc.at), answer.before);
      const edge = answer.reply.edge - 1;
      const moves = [...shown(doc), { by: /** @type {Side} */ (machine), edge }];
      const next = { ...doc, game: { ...doc.game, moves }, at: moves.length };
      const position = positionKey(next, next.at);
      shelf(answers, doc).set(`${state.room}|${position}|${SENT.has(overlay) ? overlay : ''}`, answer);
      marks.set(position, answer.outcome);
      dispatch({ type: 'play', by: /** @type {Side} */ (machine), edge });
      replied(/** @type {Side} */ (machine), edge);
    });
  }

  /** @param {State} state @param {string} key @param {Side|null} machine @param {number} mine */
  async function askCoins(state, key, machine, mine) {
    const { doc } = here(state);
    const live = now();
    live.busy = true;
    const digraph = wireDigraph(doc.graph);
    const coins = wireCoins(coinsNow(doc));
    await guarded(live, mine, async () => {
      const answer = shelf(answers, doc).get(key) ?? (await api.coins({ digraph, coins }));
      if (mine !== ticket) return;
      shelf(answers, doc).set(key, answer);
      shelf(verdicts, doc).set(positionKey(doc, doc.at), answer.outcome);
      if (!machine || answer.over) return;
      const { move } = await api.coinReply({ digraph, coins, player: playerOf(state, machine) });
      if (mine !== ticket || !move) return;
      const edge = doc.graph.edges.findIndex(([u, v]) => u === move.from - 1 && v === move.to - 1);
      dispatch({ type: 'play', by: machine, edge });
      replied(machine, edge);
    });
  }

  /** Runs a question; a refusal is kept to be shown. @param {RoomLive} live @param {number} mine @param {() => Promise<void>} ask */
  async function guarded(live, mine, ask) {
    try {
      await ask();
    } catch (error) {
      if (mine !== ticket) return;
      live.error = error instanceof Refused ? error.message : String(error);
      live.answer = null;
      live.coin = null;
    } finally {
      if (mine === ticket) {
        live.busy = false;
        if (!live.error) asking = '';
      }
    }
    if (mine === ticket && !live.error) refresh();
    changed();
  }

  /** Tries again after a failure. */
  function retry() {
    now().error = null;
    asking = '';
    refresh();
  }

  /** What is already known of the game's past. @param {State} state @param {RoomLive} live */
  function readStrip(state, live) {
    const { doc } = here(state);
    const marks = shelf(verdicts, doc);
    live.outcomes = [];
    for (let at = 0; at <= doc.game.moves.length; at++) live.outcomes.push(marks.get(positionKey(doc, at)) ?? null);
  }

  /** Asks for the verdicts that are missing, all at once. @param {State} state @param {RoomLive} live */
  function fillStrip(state, live) {
    const { doc } = here(state);
    const n = doc.game.moves.length;
    const key = positionKey(doc, n);
    if (!n || live.outcomes.every(Boolean) || filling === key || n * doc.graph.edges.length > 400_000) return;
    filling = key;
    const moves = doc.game.moves;
    const question = state.room === 'coins'
      ? api.coinHistory({ digraph: wireDigraph(doc.graph), coins: wireCoins(doc.coins), moves: moves.map((m) => wirePush(doc.graph, m.edge)) })
      : api.history({ network: wireNetwork(doc.graph), moves: wireMoves(moves) });
    question.then(({ outcomes }) => {
      const marks = shelf(verdicts, doc);
      let i = 0;
      // A pass makes no claim: the position, and so the verdict, stays.
      for (let at = 0; at <= n; at++) {
        if (at > 0 && moves[at - 1]?.edge !== null) i++;
        const outcome = outcomes[i];
        if (outcome) marks.set(positionKey(doc, at), outcome);
      }
      readStrip(get(), now());
      changed();
    }, () => {});
  }

  /** A good move for whoever is to move. */
  function hint() {
    const state = get();
    const live = now();
    const { doc } = here(state);
    if (state.room === 'coins') {
      const best = live.coin?.best;
      live.hint = best ? doc.graph.edges.findIndex(([u, v]) => u === best.from - 1 && v === best.to - 1) : null;
      changed();
      return;
    }
    const side = turn(doc);
    const body = {
      network: wireNetwork(doc.graph), moves: wireMoves(shown(doc)), overlays: [],
      reply: { side, player: { kind: 'perfect', strength: 100, seed: 0 } },
    };
    api.analyse(body).then((answer) => {
      live.hint = answer.reply ? answer.reply.edge - 1 : null;
      changed();
    }, (error) => {
      live.error = error.message;
      changed();
    });
  }

  /** Why the last move was answered as it was (or how the one to come should be). */
  function explain() {
    const state = get();
    const live = now();
    const { doc } = here(state);
    const moves = shown(doc).filter((move) => move.edge !== null);
    const key = positionKey(doc, doc.at);
    if (state.room === 'coins' || live.explained === key) return;
    live.explained = key;
    live.explanation = null;
    if (!moves.length) return;
    api.explain({ network: wireNetwork(doc.graph), moves: wireMoves(moves) }).then((why) => {
      if (live.explained === key) live.explanation = why;
      changed();
    }, () => changed());
  }

  /** The 1972 algorithm on this graph. */
  function chase() {
    const live = now();
    const { doc } = here(get());
    const of = `${doc.graph.left},${doc.graph.right}`;
    if (live.chaseOf === doc.graph.edges && live.chase) return;
    live.chaseOf = doc.graph.edges;
    live.chase = null;
    live.chaseAt = 0;
    live.chaseError = null;
    const edges = doc.graph.edges;
    api.chase(wireNetwork(doc.graph)).then((steps) => {
      const still = here(get()).doc.graph;
      if (still.edges === edges && `${still.left},${still.right}` === of) live.chase = steps;
      changed();
    }, (error) => {
      live.chaseError = error.message;
      changed();
    });
  }

  /** @param {number} at */
  function chaseTo(at) {
    const live = now();
    live.chaseAt = Math.max(0, Math.min((live.chase?.steps.length ?? 1) - 1, at));
    changed();
  }

  /** @param {boolean} on */
  function pause(on) {
    now().paused = on;
    refresh();
    changed();
  }

  /** @param {number} size @returns {Promise<import('./types').BridgitBoard>} */
  async function bridgit(size) {
    let board = boards.get(size);
    if (!board) boards.set(size, (board = await api.board(size)));
    /** @type {RoomLive} */ (rooms['bridgit']).board = board;
    return board;
  }
}

export { other };
