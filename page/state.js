// The state of the page, without a DOM: plain data, and one pure function from state and action
// to the next state. There are no rules of play here: they are on the server.

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').RoomState} RoomState */
/** @typedef {import('./types').Doc} Doc */
/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').Game} Game */
/** @typedef {import('./types').Move} Move */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').Room} Room */
/** @typedef {import('./types').Action} Action */

/** @type {Room[]} */
export const ROOMS = ['networks', 'bridgit', 'coins'];
const PAST = 200;

/** The two sides of a room's game. @param {Room} room @returns {[Side, Side]} */
export const sides = (room) => (room === 'coins' ? ['one', 'two'] : ['short', 'cut']);

/** @param {Side} side @returns {Side} */
export function other(side) {
  return /** @type {Record<Side, Side>} */ ({ short: 'cut', cut: 'short', one: 'two', two: 'one' })[side];
}

/** Whose rules hold on a board. @param {Room} room @param {Graph} graph @returns {import('./types').Rules} */
export const rulesOf = (room, graph) => (room === 'networks' && graph.target ? 'all' : room);

/** Whether this is a machine, and not a person here or elsewhere. @param {string|undefined} kind */
export const isMachine = (kind) => !!kind && kind !== 'human' && kind !== 'friend';

/** The terminals that SHORT has to join. @param {Graph} graph @returns {Pick<Graph, 'left'|'right'>} */
export const terminalsOf = (graph) => (graph.target ? { left: null, right: null } : graph);

/** How the page calls each side. @type {Record<Side, string>} */
export const NAMES = { short: 'SHORT', cut: 'CUT', one: 'First player', two: 'Second player' };

/** @param {Room} room @returns {Game} */
const noGame = (room) => ({
  players: null,
  first: sides(room)[0],
  moves: [],
  resigned: null,
  drawn: false,
  offer: null,
});

/**
 * A document of a room.
 * @param {Room} room @param {Graph} graph
 * @param {{title?: string, coins?: number[], size?: number|null}} [more] @returns {Doc}
 */
export function makeDoc(room, graph, more = {}) {
  return {
    title: more.title ?? '',
    graph,
    coins: more.coins ?? graph.nodes.map(() => 0),
    size: more.size ?? null,
    game: noGame(room),
    at: 0,
  };
}

/** @type {Graph} */
export const EMPTY = { nodes: [], edges: [], left: null, right: null };

/** @param {Room} room @param {Doc} doc @returns {RoomState} */
export function makeRoom(room, doc) {
  return {
    doc,
    past: [],
    future: [],
    gesture: null,
    mode: room === 'networks' && !doc.graph.edges.length ? 'draw' : 'play',
    tool: 'draw',
    view: null,
    node: null,
    edge: null,
    picked: [],
  };
}

/** @type {import('./types').Prefs} */
export const PREFS = {
  theme: 'auto',
  sound: false,
  ghosts: true,
  numbers: false,
  snap: true,
  values: false,
  labels: false,
  overlay: 'none',
  part: 'circuit',
  both: false,
  dual: false,
  analysis: false,
  seat: 'first',
  coinSeat: 'first',
  opponent: 'greedy',
  other: 'analog',
  coinOpponent: 'random',
  coinOther: 'perfect',
  start: 'first',
  strength: 50,
  pace: 600,
  pause: 450,
};

/** @returns {State} */
export function initial() {
  return { room: 'networks', rooms: emptyRooms(), prefs: PREFS, place: 'home', quest: null, away: {} };
}

/** @returns {State['rooms']} */
function emptyRooms() {
  return /** @type {any} */ (Object.fromEntries(ROOMS.map((room) => [room, makeRoom(room, makeDoc(room, EMPTY))])));
}

/** The rooms where one plays, wherever one is. @param {State} state @returns {Pick<State, 'room'|'rooms'>} */
export const home = (state) => (state.place === 'home' ? state : (state.away.home ?? initial()));

/** @param {State} state */
export const here = (state) => state.rooms[state.room];

/** The moves that are shown. @param {Doc} doc @returns {Move[]} */
export const shown = (doc) => doc.game.moves.slice(0, doc.at);

/** Whose turn it is in what is shown. @param {Doc} doc @returns {Side} */
export function turn(doc) {
  const last = doc.game.moves[doc.at - 1];
  return last ? other(last.by) : doc.game.first;
}

/** Who owns each edge in what is shown. @param {Doc} doc @returns {(Side|null)[]} */
export function owners(doc) {
  /** @type {(Side|null)[]} */
  const owner = doc.graph.edges.map(() => null);
  for (const move of shown(doc)) if (move.edge !== null) owner[move.edge] = move.by;
  return owner;
}

/** The coins on every node in what is shown. @param {Doc} doc @returns {number[]} */
export function coinsNow(doc) {
  const coins = doc.coins.slice();
  for (const { edge } of shown(doc)) {
    const arc = edge === null ? undefined : doc.graph.edges[edge];
    if (arc) {
      coins[arc[0]] = (coins[arc[0]] ?? 0) - 1;
      coins[arc[1]] = (coins[arc[1]] ?? 0) + 1;
    }
  }
  return coins;
}

/** A name that no node has: a, b, …, z, a1, b1, … @param {Graph} graph */
export function freshName(graph) {
  const taken = new Set(graph.nodes.map((node) => node.name));
  for (let i = 0; ; i++) {
    const name = String.fromCharCode(97 + (i % 26)) + (i < 26 ? '' : Math.floor(i / 26));
    if (!taken.has(name)) return name;
  }
}

/** @param {State} state @param {Action} action @returns {State} */
export function reduce(state, action) {
  switch (action.type) {
    case 'room':
      return { ...goTo(state, 'home'), room: action.room };
    case 'go':
      return goTo(state, action.place);
    case 'quest': {
      // A task has a board of its own, beside those of the rooms.
      const at = goTo(state, action.place);
      const fresh = { ...makeRoom(action.room, action.doc), mode: /** @type {const} */ ('play') };
      return { ...at, room: action.room, rooms: { ...at.rooms, [action.room]: fresh }, quest: action.quest };
    }
    case 'quest/set':
      return state.quest ? { ...state, quest: { ...state.quest, ...action.set } } : state;
    case 'pref':
      return { ...state, prefs: { ...state.prefs, ...action.set } };
    case 'furnish': {
      // A first board, for a room that nobody has used yet.
      const { doc, past } = state.rooms[action.room];
      if (doc.graph.nodes.length || past.length) return state;
      return {
        ...state,
        rooms: { ...state.rooms, [action.room]: { ...makeRoom(action.room, action.doc), mode: 'play' } },
      };
    }
    default: {
      // The board of a task is not drawn on.
      if (action.type === 'mode' && state.place !== 'home' && action.mode === 'draw') return state;
      const before = here(state);
      const after = reduceRoom(before, action, state.room);
      if (after === before) return state;
      return { ...state, rooms: { ...state.rooms, [state.room]: after } };
    }
  }
}

/**
 * The rooms, the lessons or the puzzles, as they were left.
 * @param {State} state @param {import('./types').Place} place @returns {State}
 */
function goTo(state, place) {
  if (place === state.place) return state;
  const { room, rooms, quest } = state;
  const left = { ...state.away, [state.place]: { room, rooms, quest } };
  const there = state.away[place] ?? { room: 'networks', rooms: emptyRooms(), quest: null };
  return { ...state, ...there, place, away: left };
}

/** @param {RoomState} room @param {Action} action @param {Room} name @returns {RoomState} */
function reduceRoom(room, action, name) {
  switch (action.type) {
    case 'mode':
      return { ...room, mode: action.mode, node: null, edge: null, picked: [] };
    case 'tool':
      return { ...room, tool: action.tool };
    case 'view':
      return { ...room, view: action.view };
    case 'select':
      return { ...room, node: action.node ?? null, edge: action.edge ?? null, picked: [] };
    case 'nodes/pick':
      return { ...room, node: null, edge: null, picked: action.nodes };
    case 'title':
      return { ...room, doc: { ...room.doc, title: action.title } };
    case 'at':
      return { ...room, doc: { ...room.doc, at: clamp(action.at, room.doc.game.moves.length) } };
    case 'undo':
      return travel(room, 'past');
    case 'redo':
      return travel(room, 'future');
    default: {
      const doc = reduceDoc(room.doc, action, name);
      if (doc === room.doc) return room;
      return settle(record(room, doc, action), action);
    }
  }
}

/** @param {number} at @param {number} most */
const clamp = (at, most) => Math.max(0, Math.min(most, at));

/**
 * Adds the old document to the past, once per gesture.
 * @param {RoomState} room @param {Doc} doc @param {Action} action
 */
function record(room, doc, action) {
  const gesture = 'gesture' in action ? action.gesture : null;
  const same = gesture !== null && gesture === room.gesture;
  const past = same ? room.past : [...room.past.slice(-PAST + 1), room.doc];
  return { ...room, doc, past, future: [], gesture };
}

/**
 * The selection after a change of the graph.
 * @param {RoomState} room @param {Action} action @returns {RoomState}
 */
function settle(room, action) {
  const { nodes } = room.doc.graph;
  switch (action.type) {
    case 'node/add':
      return { ...room, node: nodes.length - 1, edge: null };
    case 'node/delete':
    case 'nodes/delete':
    case 'edge/delete':
    case 'rewrite':
      return { ...room, node: null, edge: null, picked: [] };
    case 'nodes/paste':
      return { ...room, node: null, edge: null, picked: action.part.nodes.map((_, i) => nodes.length - 1 - i) };
    case 'open':
      return { ...room, node: null, edge: null, picked: [], view: null, mode: action.mode ?? room.mode };
    default:
      return room;
  }
}

/**
 * One step of undo or redo. Positions in which the machine would move at once are skipped: stopping there would
 * only repeat its move.
 * @param {RoomState} room @param {'past'|'future'} which @returns {RoomState}
 */
function travel(room, which) {
  const back = which === 'past';
  let [from, to] = [back ? room.past : room.future, back ? room.future : room.past];
  let doc = room.doc;
  do {
    const next = from[from.length - 1];
    if (!next) break;
    [from, to, doc] = [from.slice(0, -1), [...to, doc], next];
  } while (machineNext(doc));
  if (doc === room.doc) return room;
  return {
    ...room,
    doc,
    past: back ? from : to,
    future: back ? to : from,
    gesture: null,
    node: null,
    edge: null,
    picked: [],
    view: doc.size === room.doc.size ? room.view : null,
  };
}

/** Whether a machine that plays a human is to move. @param {Doc} doc */
function machineNext(doc) {
  const { players, resigned, drawn, offer, moves } = doc.game;
  if (!players || resigned || drawn || offer !== null || doc.at !== moves.length) return false;
  return Object.values(players).includes('human') && isMachine(players[turn(doc)]);
}

/** @param {Doc} doc @param {Action} action @param {Room} room @returns {Doc} */
function reduceDoc(doc, action, room) {
  const { graph, game } = doc;
  /** A change of the graph ends the game. @param {Graph} next @param {number[]} [coins] @returns {Doc} */
  const redraw = (next, coins = doc.coins) => ({ ...doc, graph: next, coins, game: noGame(room), at: 0 });
  switch (action.type) {
    case 'node/add': {
      const node = { name: action.name ?? freshName(graph), x: action.x, y: action.y };
      const nodes = [...graph.nodes, node];
      return redraw(withTerminals({ ...graph, nodes }, room), [...doc.coins, 0]);
    }
    case 'node/move': {
      const nodes = graph.nodes.slice();
      const node = nodes[action.node];
      if (!node || (node.x === action.x && node.y === action.y)) return doc;
      nodes[action.node] = { ...node, x: action.x, y: action.y };
      return { ...doc, graph: { ...graph, nodes } };
    }
    case 'node/name': {
      const nodes = graph.nodes.map((node, i) => (i === action.node ? { ...node, name: action.name } : node));
      return graph.nodes[action.node]?.name === action.name ? doc : { ...doc, graph: { ...graph, nodes } };
    }
    case 'node/delete':
      return redraw(
        withoutNode(graph, action.node),
        doc.coins.filter((_, i) => i !== action.node),
      );
    case 'rewrite': {
      // Coins stay with their nodes, which keep their names.
      const coins = new Map(graph.nodes.map((node, i) => [node.name, doc.coins[i] ?? 0]));
      return redraw(
        action.graph,
        action.graph.nodes.map((node) => coins.get(node.name) ?? 0),
      );
    }
    case 'nodes/move': {
      const moved = new Set(action.nodes);
      const nodes = graph.nodes.map((node, i) =>
        moved.has(i) ? { ...node, x: node.x + action.dx, y: node.y + action.dy } : node,
      );
      return action.dx || action.dy ? { ...doc, graph: { ...graph, nodes } } : doc;
    }
    case 'nodes/delete': {
      const last = action.nodes.slice().sort((a, b) => b - a);
      if (!last.length) return doc;
      const gone = new Set(last);
      return redraw(
        last.reduce(withoutNode, graph),
        doc.coins.filter((_, i) => !gone.has(i)),
      );
    }
    case 'nodes/paste':
      return action.part.nodes.length ? redraw(...withPart(graph, doc.coins, action.part, room)) : doc;
    case 'edge/add':
      return redraw({ ...graph, edges: [...graph.edges, [action.u, action.v]] });
    case 'edge/delete':
      return redraw({ ...graph, edges: graph.edges.filter((_, i) => i !== action.edge) });
    case 'terminal':
      return redraw(withTerminal(joining('terminals', graph), action.which, action.node));
    case 'target':
      return redraw(joining(action.target, graph));
    case 'coin': {
      const coins = doc.coins.slice();
      coins[action.node] = Math.max(0, (coins[action.node] ?? 0) + action.by);
      return redraw(graph, coins);
    }
    case 'place': {
      const nodes = graph.nodes.map((node, i) => ({
        ...node,
        x: action.at[i]?.[0] ?? node.x,
        y: action.at[i]?.[1] ?? node.y,
      }));
      return { ...doc, graph: { ...graph, nodes } };
    }
    case 'open':
      return action.doc;
    default:
      return reduceGame(doc, game, action, room);
  }
}

/** @param {Doc} doc @param {Game} game @param {Action} action @param {Room} room @returns {Doc} */
function reduceGame(doc, game, action, room) {
  switch (action.type) {
    case 'game/new': {
      const offer = action.offer ?? null;
      return { ...doc, game: { ...noGame(room), players: action.players, first: action.first, offer }, at: 0 };
    }
    case 'game/take': {
      if (game.offer === null) return doc;
      // The machine has shown its first move, and makes it as the side that the human did not choose.
      const by = other(action.human);
      const players = { [action.human]: 'human', [by]: action.opponent };
      const moves = [{ by, edge: game.offer }];
      return { ...doc, game: { ...game, players, first: by, offer: null, moves }, at: 1 };
    }
    case 'game/seat':
      return game.players
        ? { ...doc, game: { ...game, players: { ...game.players, [action.side]: action.player } } }
        : doc;
    case 'game/leave':
      return { ...doc, game: noGame(room), at: 0 };
    case 'play': {
      const moves = [...shown(doc), { by: action.by, edge: action.edge }];
      return { ...doc, game: { ...game, moves, resigned: null, drawn: false, offer: null }, at: moves.length };
    }
    case 'back': {
      const keep = backTo(doc);
      if (keep === null) return doc;
      return { ...doc, game: { ...game, moves: game.moves.slice(0, keep), resigned: null, drawn: false }, at: keep };
    }
    case 'draw':
      return { ...doc, game: { ...game, moves: shown(doc), drawn: true } };
    case 'resign':
      return { ...doc, game: { ...game, moves: shown(doc), resigned: action.by } };
    default:
      return doc;
  }
}

/**
 * How many moves are left after taking one back: to the human's own last turn, or one move
 * when two people (or two machines) play. Null when there is nothing to take back.
 * @param {Doc} doc @returns {number|null}
 */
export function backTo(doc) {
  const { players, moves, resigned, drawn } = doc.game;
  if (resigned || drawn) return doc.at;
  const human = /** @param {Move|undefined} move */ (move) => !!move && players?.[move.by] === 'human';
  const mixed = !!players && Object.values(players).filter((kind) => kind === 'human').length === 1;
  let keep = doc.at - 1;
  if (mixed) while (keep >= 0 && !human(moves[keep])) keep--;
  return keep >= 0 ? keep : null;
}

/** @param {Graph} graph @param {number} gone @returns {Graph} */
function withoutNode(graph, gone) {
  /** @param {number} i */
  const renumber = (i) => (i > gone ? i - 1 : i);
  /** @param {number|null} i */
  const keep = (i) => (i === null || i === gone ? null : renumber(i));
  return {
    ...graph,
    nodes: graph.nodes.filter((_, i) => i !== gone),
    edges: graph.edges
      .filter(([u, v]) => u !== gone && v !== gone)
      .map(([u, v]) => /** @type {[number, number]} */ ([renumber(u), renumber(v)])),
    left: keep(graph.left),
    right: keep(graph.right),
  };
}

/**
 * Some nodes of a board with their coins, and the edges between them.
 * @param {Doc} doc @param {number[]} picked @returns {import('./types').Part}
 */
export function partOf({ graph, coins }, picked) {
  const place = new Map(picked.map((node, i) => [node, i]));
  const edges = graph.edges.flatMap(([u, v]) => {
    const [a, b] = [place.get(u), place.get(v)];
    return a === undefined || b === undefined ? [] : [/** @type {[number, number]} */ ([a, b])];
  });
  const nodes = picked.flatMap((node) => graph.nodes[node] ?? []);
  return { nodes, edges, coins: picked.map((node) => coins[node] ?? 0) };
}

/**
 * The board with a copy of a part of it or of another, a little below and to the right of the original.
 * @param {Graph} graph @param {number[]} coins @param {import('./types').Part} part @param {Room} room
 * @returns {[Graph, number[]]}
 */
function withPart(graph, coins, part, room) {
  const nodes = graph.nodes.slice();
  for (const { x, y } of part.nodes) nodes.push({ name: freshName({ ...graph, nodes }), x: x + 60, y: y + 60 });
  const from = graph.nodes.length;
  const edges = part.edges.map(([u, v]) => /** @type {[number, number]} */ ([u + from, v + from]));
  const more = { ...graph, nodes, edges: [...graph.edges, ...edges] };
  // On an empty board the first two nodes are the terminals, as when they are drawn.
  const ends = room === 'networks' && !from && nodes.length > 1 ? { left: 0, right: 1 } : {};
  return [{ ...more, ...ends }, [...coins, ...part.coins]];
}

/**
 * The first node that is drawn is L, the second R, until somebody chooses others.
 * @param {Graph} graph @param {Room} room @returns {Graph}
 */
function withTerminals(graph, room) {
  const count = graph.nodes.length;
  if (room !== 'networks' || count > 2) return graph;
  if (count === 1) return { ...graph, left: 0 };
  return graph.left === 0 && graph.right === null ? { ...graph, right: 1 } : graph;
}

/** @param {'terminals'|'all'} target @param {Graph} graph @returns {Graph} */
function joining(target, graph) {
  const { nodes, edges, left, right } = graph;
  return { nodes, edges, left, right, ...(target === 'all' ? { target } : {}) };
}

/**
 * Moves a terminal; if the node is the other terminal, the two are exchanged.
 * @param {Graph} graph @param {'left'|'right'} which @param {number} node @returns {Graph}
 */
function withTerminal(graph, which, node) {
  const opposite = which === 'left' ? 'right' : 'left';
  const next = { ...graph, [which]: node };
  if (graph[opposite] === node) next[opposite] = graph[which];
  return next;
}

/**
 * Why the board cannot be played yet, in words; null when it can.
 * @param {Room} room @param {Doc} doc @returns {string|null}
 */
export function unready(room, doc) {
  const { nodes, edges, left, right, target } = doc.graph;
  if (room === 'coins') {
    if (!nodes.length) return 'Draw some nodes and arrows first.';
    return doc.coins.some((n) => n > 0) ? null : 'Put at least one coin on a node.';
  }
  if (nodes.length < 2) return 'Draw at least two nodes first.';
  if (!target && (left === null || right === null))
    return 'Choose the two terminals: press Draw, then Terminals, and click two nodes.';
  return edges.length ? null : 'Draw at least one edge.';
}

/**
 * Who has won the position that is shown, as far as the server has said so.
 * @param {State} state @param {Pick<import('./types').RoomAnalysis, 'known'|'answer'|'coin'>} analysis
 * @returns {Side|null}
 */
export function winnerOf(state, analysis) {
  if (!analysis.known) return null;
  if (state.room === 'coins') return analysis.coin?.over ? other(turn(here(state).doc)) : null;
  return analysis.answer?.winner ?? null;
}

/**
 * Who has won the game, or that it is over in another way, whatever part of it is shown.
 * @param {State} state @param {Pick<import('./types').RoomAnalysis, 'known'|'answer'|'coin'|'ended'>} analysis
 * @returns {Side|'draw'|null}
 */
export function resultOf(state, analysis) {
  const { game } = here(state).doc;
  if (!game.players) return null;
  if (game.resigned) return other(game.resigned);
  return game.drawn ? 'draw' : analysis.ended;
}

/**
 * Whether verdicts, proofs and marks may be shown: always, except during a game in which nobody has asked for them.
 * @param {State} state @param {import('./types').RoomAnalysis} analysis
 */
export function isAnalysing(state, analysis) {
  const { mode, doc } = here(state);
  if (state.place !== 'home') return false;
  const playing = mode === 'play' && doc.game.players && !resultOf(state, analysis);
  return state.prefs.analysis || !playing;
}

/** Overlays that say something of the terminals, and nothing of the join-all game. */
export const FOR_TERMINALS = new Set(['currents', 'chase']);

/**
 * The choices that the board and the questions follow: without the analysis, none that tell who wins.
 * @param {State} state @param {boolean} analysing @returns {import('./types').Prefs}
 */
export function visiblePrefs(state, analysing) {
  const { prefs } = state;
  if (analysing)
    return here(state).doc.graph.target && FOR_TERMINALS.has(prefs.overlay) ? { ...prefs, overlay: 'none' } : prefs;
  return { ...state.prefs, overlay: 'none', values: false, labels: false, ...state.quest?.show };
}

/**
 * How often the position that is shown has been on the board: the same coins, and the same player to move.
 * @param {Doc} doc @returns {number}
 */
export function repetitions(doc) {
  const now = `${coinsNow(doc)} ${turn(doc)}`;
  let count = 0;
  for (let at = doc.at; at >= 0; at--) {
    const then = { ...doc, at };
    if (`${coinsNow(then)} ${turn(then)}` === now) count++;
  }
  return count;
}
