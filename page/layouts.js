// Layouts without forces: a circle, a drawing without crossings, and layers for digraphs, from the top down to the
// nodes without followers.

/** @typedef {import('./types').Graph} Graph */
/** @typedef {[number, number]} Place */

const SPACING = 90;

/** All nodes on a circle, in their order; L is left and R right of it where they are opposite. @param {Graph} graph */
export function onCircle({ nodes, left }) {
  const n = nodes.length;
  const radius = Math.max(SPACING, (SPACING * n) / (2 * Math.PI));
  const first = left ?? 0;
  return nodes.map((_, i) => {
    const angle = Math.PI + (2 * Math.PI * (i - first)) / n;
    return /** @type {Place} */ ([Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))]);
  });
}

/**
 * Places of a drawing without crossings, as the server gives them, on the scale of the board.
 * @param {[number, number][]} places @returns {Place[]}
 */
export function onPlane(places) {
  const k = 0.8 * SPACING * Math.max(2, Math.sqrt(places.length));
  return places.map(([x, y]) => [Math.round(k * x), Math.round(k * y)]);
}

/**
 * The dual as a graph.
 * @param {NonNullable<import('./types').Plane['dual']>} dual @returns {Graph}
 */
export function planeGraph({ network, places }) {
  const nodes = onPlane(places).map(([x, y]) => ({ name: '', x, y }));
  const edges = network.edges.map(([u, v]) => /** @type {[number, number]} */ ([u - 1, v - 1]));
  return { nodes, edges, left: network.left - 1, right: network.right - 1 };
}

/**
 * Layers (Sugiyama, Tagawa, Toda 1981): arcs that close a cycle are set aside, a node stands above all its
 * followers, and barycentres order each layer. An arc that skips layers keeps a place free in each of them.
 * @param {Graph} graph @returns {Place[]}
 */
export function inLayers(graph) {
  const n = graph.nodes.length;
  const arcs = forward(graph);
  const level = heights(n, arcs);
  /** Places in each layer: nodes, and from n on places of passing arcs. @type {number[][]} */
  const rows = [];
  level.forEach((at, v) => (rows[at] ??= []).push(v));
  /** @type {[number, number][]} */
  const links = [];
  let count = n;
  for (const [u, v] of arcs) {
    let above = u;
    for (let at = (level[u] ?? 0) - 1; at > (level[v] ?? 0); at--) {
      (rows[at] ??= []).push(count);
      links.push([above, count]);
      above = count++;
    }
    links.push([above, v]);
  }
  return placed(rows, order(rows, links, count), n);
}

/** The arcs without loops and without those that lead back, by depth-first search. @param {Graph} graph */
function forward({ nodes, edges }) {
  /** @type {number[][]} */
  const next = nodes.map(() => []);
  for (const [u, v] of edges) if (u !== v) next[u]?.push(v);
  const state = new Uint8Array(nodes.length);
  /** @type {[number, number][]} */
  const kept = [];
  const entered = nodes.map((_, v) => !edges.some(([a, b]) => b === v && a !== v));
  const roots = [...nodes.keys()].sort((a, b) => Number(entered[b]) - Number(entered[a]));
  for (const root of roots) {
    if (state[root]) continue;
    state[root] = 1;
    const stack = [{ v: root, i: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = next[top.v]?.[top.i++];
      if (to === undefined) {
        state[top.v] = 2;
        stack.pop();
      } else {
        if (state[to] !== 1) kept.push([top.v, to]);
        if (!state[to]) {
          state[to] = 1;
          stack.push({ v: to, i: 0 });
        }
      }
    }
  }
  return kept;
}

/** The longest way down from every node. @param {number} n @param {[number, number][]} arcs */
function heights(n, arcs) {
  const level = new Array(n).fill(0);
  for (let round = 0, changed = true; changed && round <= n; round++) {
    changed = false;
    for (const [u, v] of arcs)
      if (level[u] <= level[v]) {
        level[u] = level[v] + 1;
        changed = true;
      }
  }
  return level;
}

/**
 * Where each place stands in its layer.
 * @param {number[][]} rows @param {[number, number][]} links @param {number} count
 */
function order(rows, links, count) {
  /** @type {[number[][], number[][]]} */
  const near = [Array.from({ length: count }, () => []), Array.from({ length: count }, () => [])];
  for (const [u, v] of links) {
    near[0][v]?.push(u);
    near[1][u]?.push(v);
  }
  const at = new Array(count).fill(0);
  const settle = /** @param {number[]} row */ (row) => row.forEach((v, i) => (at[v] = i - (row.length - 1) / 2));
  rows.forEach(settle);
  for (let sweep = 0; sweep < 12; sweep++) {
    const [from, lists] = sweep % 2 ? [rows, near[1]] : [[...rows].reverse(), near[0]];
    for (const row of from) {
      const mean = /** @param {number} v */ (v) => {
        const list = lists[v] ?? [];
        return list.length ? list.reduce((sum, u) => sum + at[u], 0) / list.length : at[v];
      };
      const wish = new Map(row.map((v) => [v, mean(v)]));
      row.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || a - b);
      settle(row);
    }
  }
  return at;
}

/** From this many layers on they stand closer, so that the drawing is not much taller than wide. */
const DEEP = 8;

/** @param {number[][]} rows @param {number[]} at @param {number} n */
function placed(rows, at, n) {
  const gap = rows.length > DEEP ? 0.7 * SPACING : SPACING;
  /** @type {Place[]} */
  const places = new Array(n);
  rows.forEach((row, level) => {
    for (const v of row) if (v < n) places[v] = [Math.round((at[v] ?? 0) * 1.3 * SPACING), -level * gap];
  });
  return places;
}
