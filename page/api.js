// The server's API: one function per question. A request that finds the server busy is repeated.

import { unfold } from './chase.js';

/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').Move} Move */
/** @typedef {import('./types').WireNetwork} WireNetwork */

/** A refusal in the server's words, with the field it is about. */
export class Refused extends Error {
  /** @param {string} reason @param {string} code @param {string} [field] */
  constructor(reason, code, field) {
    super(reason);
    this.code = code;
    this.field = field;
  }
}

/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
async function ask(path, body, signal) {
  /** @type {RequestInit} */
  const options =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  if (signal) options.signal = signal;
  for (let attempt = 0; ; attempt++) {
    let response;
    try {
      response = await fetch(`/api/v1${path}`, options);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Refused('The server does not answer. Is ssg serve still running?', 'offline');
    }
    if (response.ok) return response.json();
    const trouble = await response
      .json()
      .catch(() => ({ reason: `the server said ${response.status}`, code: 'broken' }));
    if (trouble.code !== 'busy' || attempt >= 4) throw new Refused(trouble.reason, trouble.code, trouble.field);
    await new Promise((wake) => setTimeout(wake, 1000 * Number(response.headers.get('retry-after') ?? 1)));
  }
}

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
  /** @param {object} body @returns {Promise<{network: WireNetwork, seed: number}>} */
  random: (body) => ask('/random', body),
};
