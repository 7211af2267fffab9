// Ready-made graphs to draw with, and the edge list beside the drawing.

import { freshName } from './state.js';

/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').GraphNode} GraphNode */
/** @typedef {{places: [number, number][], edges: [number, number][], ends: [number, number]}} Stamp */

const STEP = 100;

/** @param {number} n @param {number} [from] in turns */
function ring(n, from = 0.5) {
  const radius = Math.max(100, (n * STEP) / (2 * Math.PI));
  return Array.from({ length: n }, (_, i) => {
    const angle = 2 * Math.PI * (from + i / n);
    return /** @type {[number, number]} */ ([
      Math.round(radius * Math.cos(angle)),
      Math.round(radius * Math.sin(angle)),
    ]);
  });
}

/** @param {number} n @returns {[number, number][]} */
const round = (n) => Array.from({ length: n }, (_, i) => [i, (i + 1) % n]);

/** @param {number} rows @param {number} columns @returns {Stamp} */
function grid(rows, columns) {
  /** @type {[number, number][]} */
  const edges = [];
  const at = /** @param {number} r @param {number} c */ (r, c) => r * columns + c;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (c + 1 < columns) edges.push([at(r, c), at(r, c + 1)]);
      if (r + 1 < rows) edges.push([at(r, c), at(r + 1, c)]);
    }
  }
  const places = Array.from(
    { length: rows * columns },
    (_, i) => /** @type {[number, number]} */ ([(i % columns) * STEP, Math.floor(i / columns) * STEP]),
  );
  return { places, edges, ends: [0, rows * columns - 1] };
}

/** Every stamp: its name, the sizes that make sense, and how it is made. */
export const STAMPS = /** @type {const} */ ({
  complete: { name: 'Complete graph', least: 2, most: 12 },
  cycle: { name: 'Cycle', least: 3, most: 40 },
  wheel: { name: 'Wheel', least: 3, most: 30 },
  grid: { name: 'Square grid', least: 2, most: 12 },
  ladder: { name: 'Ladder', least: 2, most: 30 },
});

/** @param {string} kind @param {number} n @returns {Stamp} */
export function stampOf(kind, n) {
  switch (kind) {
    case 'complete': {
      /** @type {[number, number][]} */
      const edges = [];
      for (let u = 0; u < n; u++) for (let v = u + 1; v < n; v++) edges.push([u, v]);
      return { places: ring(n), edges, ends: [0, Math.floor(n / 2)] };
    }
    case 'cycle':
      return { places: ring(n), edges: round(n), ends: [0, Math.floor(n / 2)] };
    case 'wheel': {
      const spokes = Array.from({ length: n }, (_, i) => /** @type {[number, number]} */ ([i, n]));
      return { places: [...ring(n), [0, 0]], edges: [...round(n), ...spokes], ends: [0, Math.floor(n / 2)] };
    }
    case 'grid':
      return grid(n, n);
    default:
      return grid(2, n);
  }
}

/**
 * A graph with a stamp to the right of what is there.
 * @param {Graph} graph @param {Stamp} stamp @param {boolean} terminals whether L and R are wanted @returns {Graph}
 */
export function stamped(graph, { places, edges, ends }, terminals) {
  const right = Math.max(...graph.nodes.map((node) => node.x), -Infinity);
  const left = Math.min(...places.map(([x]) => x));
  const shift = graph.nodes.length ? right + STEP - left : 0;
  const nodes = graph.nodes.slice();
  const first = nodes.length;
  for (const [x, y] of places) nodes.push({ name: freshName({ ...graph, nodes }), x: x + shift, y });
  const moved = edges.map(([u, v]) => /** @type {[number, number]} */ ([u + first, v + first]));
  const next = { ...graph, nodes, edges: [...graph.edges, ...moved] };
  if (!terminals || (graph.left !== null && graph.right !== null)) return next;
  return { ...next, left: ends[0] + first, right: ends[1] + first };
}

/** One edge per line, by the names of its ends; a node without edges stands alone. @param {Graph} graph */
export function edgeList(graph) {
  const word = /** @param {number} i */ (i) => (graph.nodes[i]?.name ?? '?').replaceAll(/\s+/g, '_') || '_';
  const touched = new Set(graph.edges.flat());
  const alone = graph.nodes.map((_, i) => i).filter((i) => !touched.has(i));
  return [...graph.edges.map(([u, v]) => `${word(u)} ${word(v)}`), ...alone.map(word)].join('\n');
}

/**
 * The graph of an edge list; nodes that have been there before stay where they are.
 * @param {Graph} old @param {string} text @returns {{graph: Graph}|{error: string}}
 */
export function fromEdgeList(old, text) {
  /** @type {GraphNode[]} */
  const nodes = [];
  /** @type {[number, number][]} */
  const edges = [];
  const place = new Map(old.nodes.map((node, i) => [edgeList({ ...old, nodes: [node], edges: [] }), i]));
  /** @type {Map<string, number>} */
  const known = new Map();
  /** The place of each old node in the new graph. @type {Map<number, number>} */
  const kept = new Map();
  const node = /** @param {string} name */ (name) => {
    let i = known.get(name);
    if (i !== undefined) return i;
    i = nodes.length;
    known.set(name, i);
    const was = place.get(name);
    if (was !== undefined) kept.set(was, i);
    nodes.push((was === undefined ? undefined : old.nodes[was]) ?? { name: name.slice(0, 24), ...free(nodes, old) });
    return i;
  };
  for (const [at, line] of text.split('\n').entries()) {
    const words = line.replace(/#.*/, '').trim().split(/\s+/).filter(Boolean);
    if (words.length > 2) return { error: `line ${at + 1}: write two names, the ends of one edge` };
    const ends = words.map(node);
    if (ends.length === 2) edges.push([ends[0] ?? 0, ends[1] ?? 0]);
  }
  const moved = /** @param {number|null} i */ (i) => (i === null ? null : (kept.get(i) ?? null));
  return { graph: { ...old, nodes, edges, left: moved(old.left), right: moved(old.right) } };
}

/** A place below everything for a new node. @param {GraphNode[]} nodes @param {Graph} old */
function free(nodes, old) {
  const low = Math.max(0, ...old.nodes.map((node) => node.y)) + STEP;
  const fresh = nodes.filter((node) => node.y >= low).length;
  return { x: (fresh % 8) * STEP, y: low + Math.floor(fresh / 8) * STEP };
}
