// The questions of the page, one function each; the engine that answers is chosen elsewhere.

import { unfold } from './chase.js';
import { ask } from './engine/choose.js';

/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').Move} Move */
/** @typedef {import('./types').WireNetwork} WireNetwork */

/** @param {Graph} graph */
const wireGraph = (graph) => ({
  vertices: graph.nodes.length,
  edges: graph.edges.map(([u, v]) => /** @type {[number, number]} */ ([u + 1, v + 1])),
});

/** @param {Graph} graph @returns {WireNetwork} */
export function wireNetwork(graph) {
  // In the join-all game any two nodes may stand for terminals that have not been chosen.
  const isWithout = graph.left === null || graph.right === null;
  const [left, right] = graph.target && isWithout ? [0, 1] : [graph.left ?? -1, graph.right ?? -1];
  return { ...wireGraph(graph), left: left + 1, right: right + 1, ...(graph.target ? { target: graph.target } : {}) };
}

/** A graph as it is drawn, with the terminals that it has. @param {Graph} graph */
export function wireDrawn(graph) {
  const [left, right] = [(graph.left ?? -1) + 1, (graph.right ?? -1) + 1];
  return { ...wireGraph(graph), ...(left ? { left } : {}), ...(right ? { right } : {}) };
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

/** The engine's word for why it has refused. @param {unknown} error @returns {string|null} */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : null);

/** Whether chance has offered nothing that fits, so that another seed may. @param {unknown} error */
export const isNoLuck = (error) => codeOf(error) === 'no-luck';

/** Whether there is no answer to explain: nobody won even moving second before the last move. @param {unknown} error */
export const isNothingToExplain = (error) => codeOf(error) === 'nothing-to-explain';

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
