// The questions of the page, one function each; the engine that answers is chosen elsewhere.

import { unfold } from './chase.js';
import { ask } from './engine/choose.js';

/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').Move} Move */
/** @typedef {import('./types').WireNetwork} WireNetwork */

/** @param {Graph} graph @returns {WireNetwork} */
export function wireNetwork(graph) {
  return {
    vertices: graph.nodes.length,
    edges: graph.edges.map(([u, v]) => [u + 1, v + 1]),
    left: (graph.left ?? -1) + 1,
    right: (graph.right ?? -1) + 1,
  };
}

/** A graph as it is drawn, with the terminals that it has. @param {Graph} graph */
export function wireDrawn(graph) {
  const { left, right, ...rest } = wireNetwork(graph);
  return { ...rest, ...(left ? { left } : {}), ...(right ? { right } : {}) };
}

/** Passes stay here: the server knows claims only. @param {Move[]} moves */
export const wireMoves = (moves) =>
  moves
    .filter((move) => move.edge !== null)
    .map((move) => ({ side: move.by, edge: /** @type {number} */ (move.edge) + 1 }));

/** @param {Graph} graph */
export const wireDigraph = (graph) => ({
  nodes: graph.nodes.map((node) => node.name),
  arcs: graph.edges.map(([u, v]) => [u + 1, v + 1]),
});

/** A coin's way along an arrow. @param {Graph} graph @param {number|null} edge */
export function wirePush(graph, edge) {
  const [u, v] = graph.edges[edge ?? 0] ?? [0, 0];
  return { from: u + 1, to: v + 1 };
}

/** @param {number[]} coins */
export const wireCoins = (coins) => coins.flatMap((count, node) => new Array(count).fill(node + 1));

export const api = {
  /** @param {object} body @param {AbortSignal} [signal] @returns {Promise<import('./types').Answer>} */
  analyse: (body, signal) => ask('/switching/analyse', body, signal),
  /** @param {object} body @returns {Promise<import('./types').Explanation>} */
  explain: (body) => ask('/switching/explain', body),
  /** @param {object} body @returns {Promise<{outcomes: import('./types').Outcome[]}>} */
  history: (body) => ask('/switching/history', body),
  /** @param {WireNetwork} network @returns {Promise<import('./types').Chase>} */
  chase: async (network) => {
    const { steps, extra } = await ask('/switching/chase', { network });
    return { steps: unfold(steps), extra };
  },
  /** @param {object} body @returns {Promise<import('./types').EdgeReason>} */
  edge: (body) => ask('/switching/edge', body),
  /** @param {object} body @returns {Promise<import('./types').Plane>} */
  plane: (body) => ask('/graph/plane', body),
  /** @param {object} body @returns {Promise<{steps: import('./types').WireLabelling[]}>} */
  trace: (body) => ask('/coins/trace', body),
  /** @param {number} size @returns {Promise<import('./types').BridgitBoard>} */
  board: (size) => ask(`/bridgit/${size}`),
  /** @param {object} body @param {AbortSignal} [signal] @returns {Promise<import('./types').CoinAnswer>} */
  coins: (body, signal) => ask('/coins/analyse', body, signal),
  /**
   * @param {object} body @param {AbortSignal} [signal]
   * @returns {Promise<{move: {from: number, to: number}|null}>}
   */
  coinReply: (body, signal) => ask('/coins/reply', body, signal),
  /** @param {object} body @returns {Promise<{outcomes: ('first'|'second'|'draw')[]}>} */
  coinHistory: (body) => ask('/coins/history', body),
  /** @returns {Promise<{boards: import('./types').GalleryItem[]}>} */
  gallery: () => ask('/gallery'),
  /** @param {string} id @returns {Promise<{text: string}>} */
  galleryBoard: (id) => ask(`/gallery/${id}`),
  /**
   * @param {{text: string, name?: string, room?: string}} body
   * @returns {Promise<import('./types').ReadFile>}
   */
  read: (body) => ask('/files/read', body),
  /** @param {object} body @returns {Promise<{text: string, name: string}>} */
  write: (body) => ask('/files/write', body),
  /** @param {object} body @returns {Promise<import('./types').Puzzle>} */
  puzzle: (body) => ask('/puzzle', body),
  /** @returns {Promise<{boards: string[]}>} */
  puzzles: () => ask('/puzzles'),
  /** @param {object} body @returns {Promise<import('./types').Judgement>} */
  check: (body) => ask('/puzzle/check', body),
  /** @param {object} body @returns {Promise<{network: WireNetwork, seed: number}>} */
  random: (body) => ask('/random', body),
};
