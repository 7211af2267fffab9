// Boards that are opened or generated, and boards and games that are saved as files.

import { api, isNoLuck, wireCoins, wireDigraph, wireDrawn, wireNetwork, wirePush } from './api.js';
import { fileName, saveText } from './files.js';
import { UNIT } from './glyphs.js';
import { arranged, sketched } from './places.js';
import { pack, unpack } from './share.js';
import { here, makeDoc, shown, sides } from './state.js';
import { announce, clearToasts, showError, toast } from './ui.js';

/** @typedef {import('./types').GalleryItem} GalleryItem */
/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').ReadFile} ReadFile */
/** @typedef {import('./types').Room} Room */

const LARGEST_FILE = 3_000_000;
/** A small picture of more edges would be a blot. */
const LARGEST_SKETCH = 150;

/**
 * @param {() => import('./types').State} get @param {(action: import('./types').Action) => void} dispatch
 * @param {{bridgit: (size: number) => Promise<import('./types').BridgitBoard>}} analysis
 * @param {ReturnType<typeof import('./pending.js').createPending>} pending
 * @param {ReturnType<typeof import('./shelf.js').createShelf>} shelf
 */
export function createDocuments(get, dispatch, analysis, pending, shelf) {
  const saved = { shelf: shelf.names, sketch, saveBoard, openSaved, removeSaved };
  const opened = { openBridgit, openGallery, openText, openUpload, openRandom, openEdgeGame, furnishEmpty };
  return { ...opened, ...saved, exportGraph, exportRecord };

  /** Saves the board and its game under a name. @param {string} name @returns {string} what happened */
  function saveBoard(name) {
    const state = get();
    const named = { ...here(state), doc: { ...here(state).doc, title: name } };
    const done = shelf.put(name, pack(state.room, named, state.prefs));
    if (done) dispatch({ type: 'title', title: name });
    return done ? `Saved as “${name}”. It is in the gallery.` : 'This browser keeps nothing: save a file instead.';
  }

  /** @param {string} name @returns {string|null} */
  function sketch(name) {
    try {
      const { graph } = unpack(shelf.take(name)).room.doc;
      return graph.edges.length > LARGEST_SKETCH ? null : JSON.stringify(sketched(graph));
    } catch {
      // Opening it says what is wrong with it.
      return null;
    }
  }

  /** @param {string} name */
  function openSaved(name) {
    try {
      const { room } = unpack(shelf.take(name));
      dispatch({ type: 'open', doc: room.doc, mode: 'play' });
      announce(`Opened: ${name}.`);
    } catch (error) {
      showError(error);
    }
  }

  /** @param {string} name */
  function removeSaved(name) {
    shelf.remove(name);
    toast(`Deleted “${name}”.`);
    dispatch({ type: 'select' });
  }

  /** @param {number} size */
  function openBridgit(size) {
    return pending.send(
      `The board of size ${size} is on its way.`,
      () => analysis.bridgit(size),
      (wire) => {
        const at = here(get()).doc;
        const doc = makeDoc('bridgit', bridgitGraph(wire), { size, title: '' });
        // A link contains the size and the moves; the board itself comes from the server.
        if (at.size === size && !at.graph.edges.length) Object.assign(doc, { game: at.game, at: at.at });
        dispatch({ type: 'open', doc, mode: 'play' });
      },
    );
  }

  /** The game of an edge: between its ends, on the rest of the graph. @param {number} edge */
  function openEdgeGame(edge) {
    const { graph, title } = here(get()).doc;
    const [left, right] = graph.edges[edge] ?? [0, 0];
    if (left === right) return toast('This edge joins a node to itself: SHORT has won its game.', 'bad');
    const edges = graph.edges.filter((_, e) => e !== edge);
    const name = `Edge ${edge + 1}’s game${title ? ` on “${title}”` : ''}`;
    dispatch({
      type: 'open',
      doc: makeDoc('networks', { nodes: graph.nodes, edges, left, right }, { title: name }),
      mode: 'play',
    });
    // The next click is a move.
    dispatch({ type: 'pref', set: { overlay: 'none' } });
    toast(`${name}: its ends are L and R, and it is not there itself. Undo brings the whole graph back.`);
  }

  /** @param {GalleryItem} item */
  async function openGallery(item) {
    const reason = await pending.send(
      `${item.title} is on its way.`,
      () => fetched(item),
      (file) => openFile(file, item),
    );
    if (reason) toast(reason, 'bad');
  }

  /** @param {GalleryItem} item @returns {Promise<ReadFile>} */
  async function fetched(item) {
    const { text } = await api.galleryBoard(item.id);
    return api.read({ text, room: item.room });
  }

  /**
   * Opens the first board of the gallery in every room that is still empty.
   * @param {GalleryItem[]} gallery
   */
  async function furnishEmpty(gallery) {
    // The first coin game is one that somebody wins.
    const firsts = [
      gallery.find((item) => item.room === 'networks'),
      gallery.find((item) => item.id === 'butler-snowed.coins') ?? gallery.find((item) => item.room === 'coins'),
    ];
    await Promise.all(firsts.map((item) => item && !get().rooms[item.room].doc.graph.nodes.length && furnish(item)));
  }

  /** @param {GalleryItem} item */
  async function furnish(item) {
    try {
      const { graph, coins } = graphOf(await fetched(item), item);
      dispatch({ type: 'furnish', room: item.room, doc: placed(item.room, graph, item.title, coins, item.id) });
    } catch (error) {
      showError(error);
    }
  }

  /**
   * Reads any text the server can read, for the room that is shown; a file of a coin game for the room of coins.
   * @param {string} text @param {string} [name] the title of what is opened @returns {Promise<string>}
   */
  async function openText(text, name = '') {
    if (!text.trim()) return 'There is nothing to read yet: paste a graph or open a file.';
    const room = name.toLowerCase().endsWith('.coins') ? 'coins' : get().room;
    const reason = await pending.send(
      'The graph is being read.',
      () => api.read({ text, room }),
      (file) => {
        const elsewhere = room !== get().room;
        if (elsewhere) dispatch({ type: 'room', room });
        openFile(file, { title: name });
        if (elsewhere) toast('This is the digraph of a coin game: it is open in the room Coins.');
      },
    );
    return /holds no board/.test(reason) ? `${reason} Write it with --embed, so that it does.` : reason;
  }

  /** Reads a file of the user's. @param {File} file @returns {Promise<string>} */
  async function openUpload(file) {
    return file.size > LARGEST_FILE
      ? 'This file is larger than the page opens (3 MB).'
      : openText(await file.text(), file.name);
  }

  /** @param {ReadFile} file @param {Partial<GalleryItem>} [item] */
  function openFile(file, item) {
    const { room } = get();
    const { graph, coins } = graphOf(file, item);
    // Without terminals there is nothing to play yet: they are chosen while drawing.
    const bare = room === 'networks' && !graph.target && (graph.left === null || graph.right === null);
    dispatch({
      type: 'open',
      doc: placed(room, graph, item?.title ?? '', coins, item?.id),
      mode: bare ? 'draw' : 'play',
    });
    if (bare) dispatch({ type: 'tool', tool: 'terminals' });
    if (file.moves?.length) {
      const [one, two] = sides(room);
      dispatch({ type: 'game/new', players: { [one]: 'human', [two]: 'human' }, first: file.moves[0]?.side ?? one });
      for (const move of file.moves) dispatch({ type: 'play', by: move.side, edge: move.edge ? move.edge - 1 : null });
    }
    // What was wrong with another file is over.
    clearToasts();
    if (bare)
      toast(
        'This file does not say which nodes are L and R: click the two nodes, or press Play and choose “Join all nodes”.',
      );
    announce(`Opened: ${graph.nodes.length} nodes, ${graph.edges.length} edges.`);
  }

  /** @param {{nodes: number, edges: number, outcome: string, few?: number}} wish */
  function openRandom({ outcome, few, ...size }) {
    const wish = { ...size, outcome, ...(few && outcome === 'first' ? { winning_moves: few } : {}) };
    /** What may be done about it. @type {Record<string, string>} */
    const advice = { cut: ' Try fewer edges.', short: ' Try more edges.' };
    /** @param {unknown} error */
    const advised = (error) => {
      throw isNoLuck(error) ? new Error(`${/** @type {Error} */ (error).message}.${advice[outcome] ?? ''}`) : error;
    };
    return pending.send(
      'A random network is on its way.',
      () => api.random(outcome === 'any' ? size : wish).catch(advised),
      ({ network, seed }) => {
        const names =
          network.vertices <= 26
            ? (/** @type {number} */ i) => String.fromCharCode(97 + i)
            : (/** @type {number} */ i) => String(i + 1);
        /** @type {Graph} */
        const graph = {
          nodes: Array.from({ length: network.vertices }, (_, i) => ({ name: names(i), x: 0, y: 0 })),
          edges: network.edges.map(([u, v]) => [u - 1, v - 1]),
          left: network.left - 1,
          right: network.right - 1,
        };
        dispatch({ type: 'open', doc: placed(get().room, graph, `random, seed ${seed}`), mode: 'play' });
      },
    );
  }

  /** @param {string} format */
  async function exportGraph(format) {
    const { doc } = here(get());
    const body =
      format === 'coins'
        ? { format, digraph: wireDigraph(doc.graph), coins: wireCoins(doc.coins) }
        : { format, network: wireDrawn(doc.graph), names: doc.graph.nodes.map((node) => node.name) };
    await written(body);
  }

  async function exportRecord() {
    const { doc } = here(get());
    const body =
      get().room === 'coins'
        ? {
            format: 'coins',
            digraph: wireDigraph(doc.graph),
            coins: wireCoins(doc.coins),
            pushes: shown(doc).map((m) => wirePush(doc.graph, m.edge)),
          }
        : {
            format: 'record',
            network: wireNetwork(doc.graph),
            moves: shown(doc).map((m) => ({ side: m.by, edge: (m.edge ?? -1) + 1 })),
          };
    await written(body);
  }

  /** @param {object} body */
  async function written(body) {
    try {
      const { text, name } = await api.write(body);
      saveText(fileName(here(get()).doc.title, name), text);
    } catch (error) {
      showError(error);
    }
  }
}

/** @param {import('./types').BridgitBoard} wire @returns {Graph} */
export function bridgitGraph(wire) {
  const { network, points, size } = wire;
  const nodes = Array.from({ length: network.vertices }, () => ({ name: '', x: size * UNIT, y: 0 }));
  network.edges.forEach(([u, v], e) => {
    const [x, y] = points[e] ?? [0, 0];
    const [dx, dy] = x % 2 ? [0, 1] : [1, 0];
    // The ends of an edge are one unit from its midpoint, the first end before it.
    put(u - 1, x - dx, y - dy);
    put(v - 1, x + dx, y + dy);
  });
  const [left, right] = [network.left - 1, network.right - 1];
  nodes[left] = { name: 'L', x: size * UNIT, y: -UNIT * 0.6 };
  nodes[right] = { name: 'R', x: size * UNIT, y: (2 * size + 0.6) * UNIT };
  return { nodes, edges: network.edges.map(([u, v]) => [u - 1, v - 1]), left, right };

  /** @param {number} node @param {number} x @param {number} y */
  function put(node, x, y) {
    nodes[node] = { name: '', x: x * UNIT, y: y * UNIT };
  }
}

/** @param {ReadFile} file @param {Partial<GalleryItem>} [item] @returns {{graph: Graph, coins: number[]}} */
function graphOf(file, item) {
  /** @type {Graph} */
  const graph = {
    nodes: file.names.map((name, i) => ({ name, x: (i % 20) * 80, y: Math.floor(i / 20) * 80 })),
    edges: file.edges.map(([u, v]) => [u - 1, v - 1]),
    left: file.left === null ? null : file.left - 1,
    right: file.right === null ? null : file.right - 1,
    ...(file.target ? { target: file.target } : {}),
  };
  return { graph, coins: file.names.map((name) => (item?.coins ?? []).filter((coin) => coin === name).length) };
}

/**
 * Makes a document of a graph without coordinates: computes them.
 * @param {Room} room @param {Graph} graph @param {string} title @param {number[]} [coins]
 * @param {string} [id] of a board of the gallery
 */
function placed(room, graph, title, coins, id) {
  arranged(graph, id).forEach(([x, y], i) => Object.assign(graph.nodes[i] ?? {}, { x, y }));
  return makeDoc(room, graph, { title, ...(coins ? { coins } : {}) });
}

/**
 * The document of a file, with places for its nodes.
 * @param {Room} room @param {ReadFile} file @param {Partial<GalleryItem>} [item] @returns {import('./types').Doc}
 */
export function docOf(room, file, item) {
  const { graph, coins } = graphOf(file, item);
  return placed(room, graph, item?.title ?? '', coins, item?.id);
}
