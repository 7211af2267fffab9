// Boards that come from elsewhere, and boards and games that leave as files.

import { api, Refused, wireCoins, wireDigraph, wireNetwork, wirePush } from './api.js';
import { UNIT } from './board.js';
import { saveText } from './files.js';
import { columns, forces } from './layout.js';
import { here, makeDoc, shown, sides } from './state.js';
import { announce, toast } from './ui.js';

/** @typedef {import('./types').GalleryItem} GalleryItem */

/**
 * @param {() => import('./types').State} get @param {(action: import('./types').Action) => void} dispatch
 * @param {{bridgit: (size: number) => Promise<import('./types').BridgitBoard>}} live
 */
export function createDesk(get, dispatch, live) {
  return { openBridgit, openGallery, openText, openRandom, exportGraph, exportRecord };

  /** @param {() => Promise<void>} work @returns {Promise<string>} the reason it failed, to stand beside the field */
  async function said(work) {
    try {
      await work();
      return '';
    } catch (error) {
      if (error instanceof Refused || error instanceof Error) return error.message;
      return String(error);
    }
  }

  /** @param {number} size */
  function openBridgit(size) {
    return said(async () => {
      const wire = await live.bridgit(size);
      const at = here(get());
      const known = get().room === 'bridgit' && at.doc.size === size && at.doc.game.moves.length && !at.doc.graph.edges.length;
      const graph = bridgitGraph(wire);
      const doc = makeDoc('bridgit', graph, { size, title: '' });
      // A link knows the size and the moves; the board itself comes from the server.
      if (known) Object.assign(doc, { game: at.doc.game, at: at.doc.at });
      else if (at.doc.size === size && !at.doc.graph.edges.length) doc.game = at.doc.game;
      if (get().room === 'bridgit') dispatch({ type: 'open', doc, mode: 'play' });
    });
  }

  /** @param {import('./types').BridgitBoard} wire @returns {import('./types').Graph} */
  function bridgitGraph(wire) {
    const { network, points, size } = wire;
    const nodes = Array.from({ length: network.vertices }, () => ({ name: '', x: size * UNIT, y: 0 }));
    network.edges.forEach(([u, v], e) => {
      const [x, y] = points[e] ?? [0, 0];
      const [dx, dy] = x % 2 ? [0, 1] : [1, 0];
      // The ends of an edge stand one unit from its midpoint, the first end first.
      put(u - 1, x - dx, y - dy);
      put(v - 1, x + dx, y + dy);
    });
    const [left, right] = [network.left - 1, network.right - 1];
    nodes[left] = { name: 'P', x: size * UNIT, y: -UNIT * 0.6 };
    nodes[right] = { name: 'Q', x: size * UNIT, y: (2 * size + 0.6) * UNIT };
    return { nodes, edges: network.edges.map(([u, v]) => [u - 1, v - 1]), left, right };

    /** @param {number} node @param {number} x @param {number} y */
    function put(node, x, y) {
      nodes[node] = { name: '', x: x * UNIT, y: y * UNIT };
    }
  }

  /** @param {GalleryItem} item */
  async function openGallery(item) {
    const reason = await said(async () => {
      const { text } = await api.galleryBoard(item.id);
      const refused = await openText(text, item);
      if (refused) throw new Error(refused);
    });
    if (reason) toast(reason, 'bad');
  }

  /** Reads any text the server can read. @param {string} text @param {GalleryItem} [item] */
  function openText(text, item) {
    return said(async () => {
      const room = get().room;
      if (!text.trim()) throw new Error('There is nothing to read yet: paste a graph or open a file.');
      const file = await api.read({ text, room });
      // Whoever has left the room meanwhile does not want the board elsewhere.
      if (get().room !== room) return;
      /** @type {import('./types').Graph} */
      const graph = {
        nodes: file.names.map((name, i) => ({ name, x: (i % 20) * 80, y: Math.floor(i / 20) * 80 })),
        edges: file.edges.map(([u, v]) => [u - 1, v - 1]),
        left: file.left === null ? null : file.left - 1,
        right: file.right === null ? null : file.right - 1,
      };
      const coins = file.names.map((name) => (item?.coins ?? []).filter((coin) => coin === name).length);
      openGraph(graph, item?.title ?? '', coins);
      if (file.moves?.length) {
        const [one, two] = sides(room);
        dispatch({ type: 'game/new', players: { [one]: 'human', [two]: 'human' }, first: file.moves[0]?.side ?? one });
        for (const move of file.moves) dispatch({ type: 'play', by: move.side, edge: move.edge ? move.edge - 1 : null });
      }
      for (const note of file.notes) toast(note);
      announce(`Opened: ${graph.nodes.length} nodes, ${graph.edges.length} edges.`);
    });
  }

  /** Opens a graph that has no places yet, and finds them. @param {import('./types').Graph} graph @param {string} title @param {number[]} [coins] */
  function openGraph(graph, title, coins) {
    const at = columns(graph);
    graph.nodes.forEach((node, i) => Object.assign(node, { x: at[i]?.[0] ?? node.x, y: at[i]?.[1] ?? node.y }));
    if (graph.nodes.length <= 400) {
      const work = forces(graph, true);
      work.run(500);
      work.at().forEach(([x, y], i) => Object.assign(graph.nodes[i] ?? {}, { x, y }));
    }
    dispatch({ type: 'open', doc: makeDoc(get().room, graph, { title, ...(coins ? { coins } : {}) }), mode: 'play' });
  }

  /** @param {{nodes: number, edges: number, outcome: string}} wish */
  function openRandom(wish) {
    return said(async () => {
      const { outcome, ...size } = wish;
      const { network, seed } = await api.random(outcome === 'any' ? size : wish);
      const names = network.vertices <= 26 ? (/** @type {number} */ i) => String.fromCharCode(97 + i) : (/** @type {number} */ i) => String(i + 1);
      openGraph({
        nodes: Array.from({ length: network.vertices }, (_, i) => ({ name: names(i), x: 0, y: 0 })),
        edges: network.edges.map(([u, v]) => [u - 1, v - 1]),
        left: network.left - 1,
        right: network.right - 1,
      }, `random, seed ${seed}`);
    });
  }

  /** @param {string} format */
  async function exportGraph(format) {
    const { doc } = here(get());
    const body = format === 'coins'
      ? { format, digraph: wireDigraph(doc.graph), coins: wireCoins(doc.coins) }
      : { format, network: wireNetwork(doc.graph), names: doc.graph.nodes.map((node) => node.name) };
    const reason = await said(async () => {
      const { text, name } = await api.write(body);
      saveText(name, text);
    });
    if (reason) toast(reason, 'bad');
  }

  async function exportRecord() {
    const { doc } = here(get());
    const body = get().room === 'coins'
      ? { format: 'coins', digraph: wireDigraph(doc.graph), coins: wireCoins(doc.coins), pushes: shown(doc).map((m) => wirePush(doc.graph, m.edge)) }
      : { format: 'record', network: wireNetwork(doc.graph), moves: shown(doc).map((m) => ({ side: m.by, edge: (m.edge ?? -1) + 1 })) };
    const reason = await said(async () => {
      const { text, name } = await api.write(body);
      saveText(name, text);
    });
    if (reason) toast(reason, 'bad');
  }
}
