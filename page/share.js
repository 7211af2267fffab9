// The state in an address: board, moves and view, packed, compressed, and encoded in characters that an
// address may contain.

import { makeDoc, makeRoom, PREFS, ROOMS, sides } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Room} Room */
/** @typedef {import('./types').RoomState} RoomState */

const VERSION = 1;

/** As much of a board as the engine takes; drawing more would freeze the page. */
const LARGEST = { nodes: 50_000, edges: 100_000 };

/** More bytes than this no board of the page has. */
const MOST = 1 << 24;

/** @type {import('./types').Overlay[]} */
const OVERLAYS = ['none', 'trees', 'reply', 'partition', 'clumps', 'currents', 'chase'];
/** @type {import('./types').PlayerKind[]} */
const PLAYERS = ['human', 'friend', 'random', 'greedy', 'min-cut', 'analog', 'strength', 'perfect', 'exploit:analog'];
/** What the server knows for a Bridg-It board. */
const SIZES = { least: 2, most: 150 };

/** @param {Uint8Array} bytes @param {'compress'|'decompress'} way */
async function squeeze(bytes, way) {
  const stream = way === 'compress' ? new CompressionStream('deflate-raw') : new DecompressionStream('deflate-raw');
  const body = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream).pipeThrough(atMost(MOST));
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Lets so many bytes through: a short link may unfold into anything. @param {number} bytes */
function atMost(bytes) {
  let left = bytes;
  return new TransformStream({
    transform(chunk, out) {
      left -= chunk.length;
      if (left < 0) throw new Error('too much');
      out.enqueue(chunk);
    },
  });
}

/** @param {Uint8Array} bytes */
function letters(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {string} text */
const unletters = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

/**
 * One room as a small tuple of plain values.
 * @param {Room} name @param {RoomState} room @param {import('./types').Prefs} prefs
 */
export function pack(name, room, prefs) {
  const { graph, game, coins, size, title, at } = room.doc;
  const { view } = room;
  return {
    v: VERSION,
    r: name,
    t: title,
    // The size determines a Bridg-It board.
    g:
      size === null
        ? [
            graph.nodes.map((n) => [n.name, Math.round(n.x), Math.round(n.y)]),
            graph.edges.flat(),
            graph.left,
            graph.right,
            ...(graph.target ? [graph.target] : []),
          ]
        : null,
    z: size,
    c: name === 'coins' ? coins : null,
    m: game.moves.map((move) => (move.by === sides(name)[0] ? 1 : -1) * ((move.edge ?? -1) + 2)),
    a: at,
    p: game.players,
    f: game.first,
    x: game.drawn ? 'draw' : game.resigned,
    o: game.offer,
    d: room.mode,
    w: view && [Math.round(view.x), Math.round(view.y), Math.round(view.k * 1000) / 1000],
    s: [
      prefs.overlay,
      ...[prefs.values, prefs.ghosts, prefs.numbers, prefs.both, prefs.analysis].map((on) => (on ? 1 : 0)),
    ],
  };
}

/**
 * The reverse of `pack`. Whatever is wrong is reported in words: links get truncated and altered.
 * @param {any} data @returns {{name: Room, room: RoomState, prefs: Partial<import('./types').Prefs>}}
 */
export function unpack(data) {
  if (!data || typeof data !== 'object' || data.v !== VERSION)
    throw new Error('the link is of another version, or broken');
  /** @type {Room} */
  const name = data.r;
  if (!ROOMS.includes(name)) throw new Error('the link names no room of this page');
  const size = data.z ?? null;
  must(size === null || (whole(size, SIZES.most + 1) && size >= SIZES.least), 'names a board of no size');
  const graph = data.g ? unpackGraph(data.g, name) : { nodes: [], edges: [], left: null, right: null };
  const coins = data.c ?? undefined;
  must(
    coins === undefined ||
      (list(coins).length === graph.nodes.length && coins.every((/** @type {any} */ n) => whole(n, 1e6))),
    'puts coins where no node is',
  );
  const doc = makeDoc(name, graph, { title: String(data.t ?? ''), size, coins });
  doc.game = unpackGame(data, name, size === null ? graph.edges.length : Infinity);
  const { moves } = doc.game;
  doc.at = whole(data.a, moves.length + 1) ? data.a : moves.length;
  const room = makeRoom(name, doc);
  room.mode = data.d === 'draw' ? 'draw' : 'play';
  if (Array.isArray(data.w) && data.w.slice(0, 3).every(Number.isFinite) && data.w[2] > 0)
    room.view = { x: data.w[0], y: data.w[1], k: data.w[2] };
  const [overlay, values, ghosts, numbers, both, analysis] = Array.isArray(data.s) ? data.s : [];
  const prefs = {
    overlay: OVERLAYS.includes(overlay) ? overlay : PREFS.overlay,
    values: !!values,
    ghosts: !!ghosts,
    numbers: !!numbers,
    both: !!both,
    analysis: !!analysis,
  };
  return { name, room, prefs };
}

/** @param {any} fine @param {string} wrong */
function must(fine, wrong) {
  if (!fine) throw new Error(`the link ${wrong}`);
}

/** Whether it is a whole number from 0, below the end. @param {any} n @param {number} end */
const whole = (n, end) => Number.isInteger(n) && n >= 0 && n < end;

/** @param {any} value @returns {any[]} */
function list(value) {
  must(Array.isArray(value), 'has something else where a list should be');
  return value;
}

/** @param {any} data @param {Room} name @param {number} edges @returns {import('./types').Game} */
function unpackGame(data, name, edges) {
  const [one, two] = sides(name);
  const moves = list(data.m ?? []).map((m) => {
    const edge = Math.abs(m) - 2;
    must(Number.isInteger(m) && edge >= -1 && edge < edges, 'holds a move that is not on its board');
    return { by: m > 0 ? one : two, edge: edge < 0 ? null : edge };
  });
  const side = (/** @type {any} */ s) => (s === one || s === two ? s : null);
  const seats = Object.entries(data.p ?? {}).filter(
    ([s, kind]) => side(s) && PLAYERS.includes(/** @type {any} */ (kind)),
  );
  return {
    players: data.p ? Object.fromEntries(seats) : null,
    first: data.f === two ? two : one,
    moves,
    resigned: side(data.x),
    drawn: data.x === 'draw',
    offer: whole(data.o, edges) ? data.o : null,
  };
}

/** @param {any} g @param {Room} room @returns {import('./types').Graph} */
function unpackGraph(g, room) {
  const [rows, flat, left, right, target] = list(g);
  must(
    list(rows).length <= LARGEST.nodes && list(flat).length <= 2 * LARGEST.edges,
    'holds a larger board than the page takes',
  );
  const place = (/** @type {any} */ n) => (Number.isFinite(n) ? n : 0);
  const nodes = list(rows).map((row) => {
    const [name, x, y] = list(row);
    return { name: String(name), x: place(x), y: place(y) };
  });
  const isNode = (/** @type {any} */ n) => whole(n, nodes.length);
  /** @type {[number, number][]} */
  const edges = [];
  for (let i = 0; i + 1 < list(flat).length; i += 2) {
    must(isNode(flat[i]) && isNode(flat[i + 1]), 'holds an edge without an end');
    edges.push([flat[i], flat[i + 1]]);
  }
  return {
    nodes,
    edges,
    left: isNode(left) ? left : null,
    right: isNode(right) ? right : null,
    ...(target === 'all' && room === 'networks' ? { target } : {}),
  };
}

/** The seats as a friend sees them, to whom the link goes. @param {RoomState} room @returns {RoomState} */
export function forFriend(room) {
  const { doc } = room;
  const { players } = doc.game;
  if (!players || !Object.values(players).includes('friend')) return room;
  const swapped = Object.entries(players).map(([side, kind]) => [side, kind === 'friend' ? 'human' : 'friend']);
  return { ...room, doc: { ...doc, game: { ...doc.game, players: Object.fromEntries(swapped) } } };
}

/**
 * Whether a link goes on with a game by links that is known here: its moves begin with the known ones. True where
 * no such game is known.
 * @param {RoomState} known @param {RoomState} linked
 */
export function continues(known, linked) {
  const { players, moves } = known.doc.game;
  if (!players || !Object.values(players).includes('friend')) return true;
  const board = (/** @type {RoomState} */ { doc }) => JSON.stringify([doc.size, doc.graph.edges, doc.graph.target]);
  if (board(known) !== board(linked)) return true;
  const after = linked.doc.game.moves;
  return moves.every((move, i) => after[i]?.by === move.by && after[i]?.edge === move.edge);
}

/** @param {State} state @returns {Promise<string>} */
export async function encode(state) {
  const data = pack(state.room, state.rooms[state.room], state.prefs);
  return letters(await squeeze(new TextEncoder().encode(JSON.stringify(data)), 'compress'));
}

/** @param {string} text */
export async function decode(text) {
  let data;
  try {
    data = JSON.parse(new TextDecoder().decode(await squeeze(unletters(text), 'decompress')));
  } catch {
    throw new Error('the link is incomplete or damaged');
  }
  return unpack(data);
}
