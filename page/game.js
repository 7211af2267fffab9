// The human's part of the game: taking a side, moving, resigning. An action that is not allowed now
// is refused with a message.

import { api, wireCoins, wireDigraph, wireNetwork } from './api.js';
import { barred, chosen, firstSide, mover, nextRung, robotsRival, seatOf, watched } from './ladder.js';
import { coinsNow, here, NAMES, other, owners, sides, turn, unready, winnerOf } from './state.js';
import { takenBy } from './words.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Side} Side */

/**
 * @param {() => State} get @param {(action: import('./types').Action) => void} dispatch
 * @param {ReturnType<typeof import('./analysis.js').createAnalysis>} analysis
 * @param {ReturnType<typeof import('./pending.js').createPending>} pending
 * @param {{from: number|null}} gesture
 * @param {{
 *   say: (text: string) => void, refuse: (why: string) => void, edgeName: (edge: number, by: Side) => string,
 *   takes?: (edge: number|null) => boolean,
 * }} tell `takes` is asked first: the click may be an attempt at a task
 * @param {Pick<typeof api, 'analyse'|'coins'>} ask
 */
export function createGame(get, dispatch, analysis, pending, gesture, tell, ask = api) {
  /** What was announced when the game began. @type {{game: object, text: string}|null} */
  let opening = null;

  return {
    opening: () => opening,
    start,
    take,
    rematch,
    retry,
    beatRobot,
    stand,
    pass,
    resign,
    draw,
    next,
    play,
    move,
    pick,
    push,
    taken,
    tellTaken,
  };

  function start() {
    const { prefs, room } = get();
    const { doc } = here(get());
    const why = pending.words() ?? unready(room, doc);
    if (why) return tell.refuse(why);
    const [one, two] = sides(room);
    const opponent = chosen(room, prefs);
    const first = firstSide(get());
    const seat = seatOf(room, prefs);
    const no = seat === 'first' || seat === 'second' ? barred(opponent, doc.graph) : null;
    if (no) return tell.refuse(no);
    analysis.now().paused = false;
    switch (seat) {
      case 'first':
        return begin({ [one]: 'human', [two]: opponent }, first);
      case 'second':
        return begin({ [one]: opponent, [two]: 'human' }, first);
      case 'both':
        return begin({ [one]: 'human', [two]: 'human' }, first);
      case 'links':
        return begin(byLinks(first), first);
      case 'watch': {
        const [machine, rival] = watched(room, prefs, doc.graph);
        return begin({ [one]: machine, [two]: rival }, first);
      }
      default:
        void choose('perfect');
    }
  }

  /**
   * A move on a board where no game has begun begins it: whoever clicks moves first, on the side that is chosen.
   * @returns {string|null} why not
   */
  function startByMove() {
    const { prefs, room } = get();
    const { doc } = here(get());
    const why = unready(room, doc);
    if (why) return why;
    const opponent = chosen(room, prefs);
    const seat = seatOf(room, prefs);
    const first = mover(get());
    switch (seat) {
      case 'watch':
        return 'Two machines are to play. Press Start to watch them.';
      case 'choose':
        return 'Press Start: the machine looks at the board and picks its side.';
      case 'both':
        begin({ [first]: 'human', [other(first)]: 'human' }, first);
        return null;
      case 'links':
        begin(byLinks(first), first);
        return null;
      default: {
        const no = barred(opponent, doc.graph);
        if (no) return no;
        // In the coin game, whoever moves first is the first player.
        if (room === 'coins' && seat === 'second')
          return 'You are the second player. Press Start: the opponent moves first.';
        begin({ [first]: 'human', [other(first)]: opponent }, first);
        return null;
      }
    }
  }

  /**
   * Whoever starts a game by links makes its first move.
   * @param {Side} first @returns {Partial<Record<Side, import('./types').PlayerKind>>}
   */
  function byLinks(first) {
    return { [first]: 'human', [other(first)]: 'friend' };
  }

  /**
   * @param {Partial<Record<Side, import('./types').PlayerKind>>} players @param {Side} first
   * @param {string} [text] @param {number|null} [offer]
   */
  function begin(players, first, text = '', offer = null) {
    dispatch({ type: 'mode', mode: 'play' });
    dispatch({ type: 'game/new', players, first, offer });
    opening = text ? { game: here(get()).doc.game, text } : null;
    if (text) tell.say(text);
  }

  /**
   * The machine looks at the board and takes the side that wins, as in 1972.
   * @param {import('./types').PlayerKind} opponent
   */
  async function choose(opponent) {
    const { graph, coins } = here(get()).doc;
    const words = 'I look at the board.';
    const reason = await (get().room === 'coins'
      ? pending.send(
          words,
          () => ask.coins({ digraph: wireDigraph(graph), coins: wireCoins(coins) }),
          ({ outcome }) => {
            const players = outcome === 'first' ? { one: opponent, two: 'human' } : { one: 'human', two: opponent };
            const text = {
              first: 'I move first.',
              second: 'I move second. You move first.',
              draw: 'Nobody can win this by force. You move first.',
            }[outcome];
            begin(/** @type {any} */ (players), 'one', text);
          },
        )
      : pending.send(
          words,
          () => ask.analyse({ network: wireNetwork(graph), moves: [], overlays: [] }),
          ({ announcement }) => {
            const { role, text, move: offered } = announcement;
            if (role === 'choose')
              return begin({ short: 'human', cut: opponent }, 'short', text, offered === null ? null : offered - 1);
            const human = other(role);
            begin({ [role]: opponent, [human]: 'human' }, human, text);
          },
        ));
    if (reason) tell.refuse(reason);
  }

  /** @param {'short'|'cut'} side */
  function take(side) {
    dispatch({ type: 'game/take', human: side, opponent: 'perfect' });
    tell.say(`You are ${NAMES[side]}. Your move.`);
  }

  function rematch() {
    const { players, first } = here(get()).doc.game;
    const [one, two] = sides(get().room);
    begin({ [one]: players?.[two] ?? 'human', [two]: players?.[one] ?? 'human' }, first);
  }

  /** The same game from the start. */
  function retry() {
    const { players, first } = here(get()).doc.game;
    // A copy: it is another game, and counts as one.
    if (players) begin({ ...players }, first);
  }

  /** The same side again, against the next opponent of the ladder. */
  function next() {
    const { room } = get();
    const { graph, game } = here(get()).doc;
    const { players, first } = game;
    const [one, two] = sides(room);
    const mine = players?.[one] === 'human' ? one : two;
    const rung = nextRung(room, players?.[other(mine)] ?? '', graph);
    if (!rung) return;
    dispatch({ type: 'pref', set: room === 'coins' ? { coinOpponent: rung.kind } : { opponent: rung.kind } });
    begin({ [mine]: 'human', [other(mine)]: rung.kind }, first);
  }

  /**
   * Shannon's robot against the one who knows it, who plays the person's side: from here on in a game against the
   * robot, else from the start, and then the robot moves first.
   */
  function beatRobot() {
    const { room, prefs } = get();
    const { players } = here(get()).doc.game;
    const mine = robotsRival(players);
    analysis.now().paused = false;
    if (mine && players?.[mine] === 'human' && !analysis.now().ended)
      return dispatch({ type: 'game/seat', side: mine, player: 'exploit:analog' });
    const [one, two] = sides(room);
    const side = mine ?? (prefs.seat === 'second' ? two : one);
    begin({ [side]: 'exploit:analog', [other(side)]: 'analog' }, other(side));
  }

  /** The person takes the seat back, from the one who knows. */
  function stand() {
    const mine = robotsRival(here(get()).doc.game.players);
    if (mine) dispatch({ type: 'game/seat', side: mine, player: 'human' });
  }

  function pass() {
    play(null);
  }

  /** Both agree: the machine, too, as long as it cannot win by force. */
  function draw() {
    const { players } = here(get()).doc.game;
    const { coin, known } = analysis.now();
    const kinds = Object.values(players ?? {});
    const alone = kinds.filter((kind) => kind === 'human').length === 1 && !kinds.includes('friend');
    if (alone && (!known || coin?.outcome !== 'draw')) return tell.refuse('The machine plays on: this is not a draw.');
    dispatch({ type: 'draw' });
    tell.say('The game is a draw.');
  }

  function resign() {
    dispatch({ type: 'resign', by: turn(here(get()).doc) });
  }

  /** Why nobody may move now; null when one may. @returns {string|null} */
  function waitFor() {
    const { players, offer, resigned, drawn } = here(get()).doc.game;
    const { held, known, error } = analysis.now();
    if (pending.words()) return pending.words();
    if (offer !== null) return 'Choose your side first.';
    if (!players) return 'Start the game first.';
    if (resigned || drawn || winnerOf(get(), analysis.now())) return 'The game is over. Take back, or start another.';
    const side = turn(here(get()).doc);
    if (players[side] === 'friend')
      return 'It is the other player’s turn: copy the link, send it, and open the one that comes back.';
    if (players[side] !== 'human') return `It is ${NAMES[side]}’s turn.`;
    // Two people may move ahead of the server; but a machine's move must be known before it is answered.
    if (held.length && players[other(side)] !== 'human') return 'One move at a time.';
    return known ? null : error;
  }

  /** A person plays an edge, or passes. @param {number|null} edge */
  function play(edge) {
    if (tell.takes?.(edge)) return dispatch({ type: 'select' });
    if (move(edge)) dispatch({ type: 'select' });
  }

  /**
   * Makes a move; if the server has not analysed the position yet, the move waits.
   * @param {number|null} edge @returns {boolean}
   */
  function move(edge) {
    const { players, offer } = here(get()).doc.game;
    const begins = !players && offer === null && !pending.words();
    const why = noCoin(edge) ?? (begins ? startByMove() : null) ?? waitFor();
    if (why) tell.refuse(why);
    if (why || (edge !== null && taken()[edge])) return false;
    if (!analysis.now().known) {
      analysis.hold(edge);
      return true;
    }
    const side = turn(here(get()).doc);
    tell.say(edge === null ? `${NAMES[side]} passes.` : `${NAMES[side]} plays ${tell.edgeName(edge, side)}.`);
    dispatch({ type: 'play', by: side, edge });
    return true;
  }

  /** @param {number|null} edge */
  function noCoin(edge) {
    const { doc } = here(get());
    if (edge === null || get().room !== 'coins' || analysis.now().held.length) return null;
    const [u] = doc.graph.edges[edge] ?? [0];
    return coinsNow(doc)[u] ? null : `There is no coin on ${doc.graph.nodes[u]?.name}.`;
  }

  /**
   * The edges that cannot be played: owned ones, and those of waiting moves.
   * @returns {(string|null)[]}
   */
  function taken() {
    if (get().room === 'coins') return [];
    const owner = /** @type {(string|null)[]} */ (owners(here(get()).doc));
    for (const edge of analysis.now().held) if (edge !== null) owner[edge] = 'held';
    return owner;
  }

  /**
   * Says why an edge cannot be played; not of one that was played just now, because a double click asks nothing.
   * @param {number} edge
   */
  function tellTaken(edge) {
    const { room } = get();
    const { doc } = here(get());
    const owner = owners(doc)[edge];
    if ((owner !== 'short' && owner !== 'cut') || waitFor()) return;
    if (!doc.game.moves.slice(-2).some((last) => last.edge === edge)) tell.refuse(takenBy(room, owner));
  }

  /** Coins: one is dragged from a node to another. @param {number} from @param {number} to */
  function push(from, to) {
    const { graph } = here(get()).doc;
    const edge = graph.edges.findIndex(([u, v]) => u === from && v === to);
    gesture.from = null;
    if (edge >= 0) return play(edge);
    tell.refuse(`There is no arrow from ${graph.nodes[from]?.name} to ${graph.nodes[to]?.name}.`);
  }

  /** Coins: the first pick is the coin, the second where it goes. @param {number} node */
  function pick(node) {
    const room = here(get());
    const from = room.node !== null && gesture.from !== null ? gesture.from : null;
    const arcs = room.doc.graph.edges;
    const edge = from === null ? -1 : arcs.findIndex(([u, v]) => u === from && v === node);
    if (edge >= 0) {
      gesture.from = null;
      return play(edge);
    }
    const coins = coinsNow(room.doc);
    if (from !== null && from !== node && !coins[node])
      tell.refuse(`There is no arrow from ${room.doc.graph.nodes[from]?.name} to ${room.doc.graph.nodes[node]?.name}.`);
    gesture.from = coins[node] ? node : null;
    dispatch({ type: 'select', node });
    if (gesture.from !== null) {
      const goals = arcs.filter(([u]) => u === node).map(([, v]) => room.doc.graph.nodes[v]?.name);
      tell.say(
        goals.length
          ? `Coin on ${room.doc.graph.nodes[node]?.name}: it may go to ${goals.join(', ')}.`
          : 'This coin cannot move.',
      );
    }
  }
}
