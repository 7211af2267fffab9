// The whole state in an address: what is on the board, the moves, the view; packed, compressed,
// in the letters that an address may hold.

import { ROOMS, makeDoc, makeRoom, sides, PREFS } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Room} Room */
/** @typedef {import('./types').RoomState} RoomState */

const VERSION = 1;

/** @param {Uint8Array} bytes @param {'compress'|'decompress'} way */
async function squeeze(bytes, way) {
  const stream = way === 'compress' ? new CompressionStream('deflate-raw') : new DecompressionStream('deflate-raw');
  const body = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function letters(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {string} text */
const unletters = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

/** One room as a small tuple of plain values. @param {Room} name @param {RoomState} room @param {import('./types').Prefs} prefs */
export function pack(name, room, prefs) {
  const { graph, game, coins, size, title, at } = room.doc;
  const { view } = room;
  return {
    v: VERSION,
    r: name,
    t: title,
    // A Bridg-It board is known by its size.
    g: size === null ? [graph.nodes.map((n) => [n.name, Math.round(n.x), Math.round(n.y)]), graph.edges.flat(), graph.left, graph.right] : null,
    z: size,
    c: name === 'coins' ? coins : null,
    m: game.moves.map((move) => (move.by === sides(name)[0] ? 1 : -1) * ((move.edge ?? -1) + 2)),
    a: at,
    p: game.players,
    f: game.first,
    x: game.resigned,
    o: game.offer,
    d: room.mode,
    w: view && [Math.round(view.x), Math.round(view.y), Math.round(view.k * 1000) / 1000],
    s: [prefs.overlay, prefs.values ? 1 : 0, prefs.ghosts ? 1 : 0, prefs.numbers ? 1 : 0, prefs.both ? 1 : 0],
  };
}

/**
 * Back from the tuple. Whatever is wrong with it is said in words: links get cut and mangled.
 * @param {any} data @returns {{name: Room, room: RoomState, prefs: Partial<import('./types').Prefs>}}
 */
export function unpack(data) {
  if (!data || typeof data !== 'object' || data.v !== VERSION) throw new Error('the link is of another version, or broken');
  /** @type {Room} */
  const name = data.r;
  if (!ROOMS.includes(name)) throw new Error('the link names no room of this page');
  const graph = data.g ? unpackGraph(data.g) : { nodes: [], edges: [], left: null, right: null };
  const [one, two] = sides(name);
  const doc = makeDoc(name, graph, { title: String(data.t ?? ''), size: data.z ?? null, coins: data.c ?? undefined });
  const moves = (data.m ?? []).map((/** @type {number} */ m) => {
    const edge = Math.abs(m) - 2;
    if (!Number.isInteger(edge) || edge < -1 || (data.g && edge >= graph.edges.length)) throw new Error('the link holds a move that is not on its board');
    return { by: m > 0 ? one : two, edge: edge < 0 ? null : edge };
  });
  doc.game = { players: data.p ?? null, first: data.f === two ? two : one, moves, resigned: data.x ?? null, offer: data.o ?? null };
  doc.at = Math.max(0, Math.min(moves.length, data.a ?? moves.length));
  const room = makeRoom(name, doc);
  room.mode = data.d === 'draw' ? 'draw' : 'play';
  if (Array.isArray(data.w)) room.view = { x: +data.w[0], y: +data.w[1], k: +data.w[2] || 1 };
  const [overlay, values, ghosts, numbers, both] = data.s ?? [];
  const prefs = { overlay: overlay ?? PREFS.overlay, values: !!values, ghosts: !!ghosts, numbers: !!numbers, both: !!both };
  return { name, room, prefs };
}

/** @param {any} g @returns {import('./types').Graph} */
function unpackGraph(g) {
  const [rows, flat, left, right] = g;
  const nodes = rows.map((/** @type {any[]} */ [name, x, y]) => ({ name: String(name), x: +x || 0, y: +y || 0 }));
  /** @type {[number, number][]} */
  const edges = [];
  for (let i = 0; i + 1 < flat.length; i += 2) {
    if (!nodes[flat[i]] || !nodes[flat[i + 1]]) throw new Error('the link holds an edge without an end');
    edges.push([flat[i], flat[i + 1]]);
  }
  const terminal = (/** @type {any} */ t) => (nodes[t] ? t : null);
  return { nodes, edges, left: terminal(left), right: terminal(right) };
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
