// Automatic layout by forces: edges attract, nodes repel, terminals are left and right. A grid of cells
// keeps a round near-linear; the layout starts from breadth-first layers, a good approximation.

/** @typedef {import('./types').Graph} Graph */

const SPACING = 90;
/** How far a node stays from an edge that is not its own. */
const CLEARANCE = 34;

/** Distances from a set of nodes. @param {number[][]} rows @param {number[]} from */
function layers(rows, from) {
  const depth = new Array(rows.length).fill(-1);
  const queue = from.slice();
  for (const v of from) depth[v] = 0;
  for (let i = 0; i < queue.length; i++) {
    const u = /** @type {number} */ (queue[i]);
    for (const v of rows[u] ?? []) {
      if (depth[v] < 0) {
        depth[v] = depth[u] + 1;
        queue.push(v);
      }
    }
  }
  return depth;
}

/** @param {Graph} graph @returns {number[][]} */
function neighbours(graph) {
  /** @type {number[][]} */
  const rows = graph.nodes.map(() => []);
  for (const [u, v] of graph.edges) {
    if (u === v) continue;
    rows[u]?.push(v);
    rows[v]?.push(u);
  }
  return rows;
}

/**
 * A first placement: columns by distance from the left terminal.
 * @param {Graph} graph @returns {[number, number][]}
 */
export function columns(graph) {
  const rows = neighbours(graph);
  const depth = layers(rows, [graph.left ?? 0]);
  const deepest = Math.max(0, ...depth);
  /** @type {number[][]} */
  const column = [];
  depth.forEach((d, v) => {
    let c = d < 0 ? deepest + 1 : d;
    if (v === graph.right) c = Math.max(c, deepest + (depth.filter((x) => x === deepest).length > 1 ? 1 : 0));
    (column[c] ??= []).push(v);
  });
  /** @type {[number, number][]} */
  const at = new Array(depth.length);
  const rank = new Array(depth.length).fill(0);
  // A layer with more nodes than a square layout has rows is folded into several columns.
  const tall = Math.max(8, Math.ceil(Math.sqrt(depth.length) * 1.1));
  let x = 0;
  for (const list of column.filter(Boolean)) {
    const mean = /** @param {number} v */ (v) => {
      const before = (rows[v] ?? []).filter((u) => at[u]);
      return before.length ? before.reduce((sum, u) => sum + rank[u], 0) / before.length : 0;
    };
    list.sort((a, b) => mean(a) - mean(b) || a - b);
    const folds = Math.ceil(list.length / tall);
    const height = Math.ceil(list.length / folds);
    list.forEach((v, i) => {
      rank[v] = Math.floor(i / folds) - (height - 1) / 2;
      at[v] = [x + (i % folds) * SPACING, rank[v] * SPACING * 0.9];
    });
    x += folds * SPACING + SPACING * 0.2;
  }
  return at;
}

/**
 * One layout, a few rounds at a time, so that the page stays responsive.
 * @param {Graph} graph @param {boolean} fresh whether to forget where the nodes are
 */
export function forces(graph, fresh) {
  const n = graph.nodes.length;
  const start = fresh ? columns(graph) : graph.nodes.map(({ x, y }) => /** @type {[number, number]} */ ([x, y]));
  const xs = Float64Array.from(start, (p) => p[0]);
  const ys = Float64Array.from(start, (p) => p[1]);
  // Nodes at the same point would never separate: shift each by a small fixed offset.
  for (let i = 0; i < n; i++) {
    xs[i] = /** @type {number} */ (xs[i]) + Math.sin(i * 12.9898) * 3;
    ys[i] = /** @type {number} */ (ys[i]) + Math.cos(i * 78.233) * 3;
  }
  const dx = new Float64Array(n);
  const dy = new Float64Array(n);
  const touched = new Set(graph.edges.filter(([u, v]) => u !== v).flat());
  /** Nodes without neighbours: the forces would fling them away. */
  const alone = graph.nodes.map((_, i) => i).filter((i) => !touched.has(i) && touched.size);
  const small = n <= 80 && graph.edges.length <= 240;
  const rounds = n > 600 ? 90 : n > 150 ? 160 : 300;
  let round = 0;
  return { done: () => round >= rounds, run, at };

  /** @param {number} ms */
  function run(ms) {
    const end = performance.now() + ms;
    while (round < rounds && performance.now() < end) {
      once(SPACING * 0.5 * (1 - round / rounds) + 0.5);
      round++;
    }
  }

  /** @param {number} heat */
  function once(heat) {
    dx.fill(0);
    dy.fill(0);
    push();
    for (const [u, v] of graph.edges) if (u !== v) pull(u, v);
    if (small) for (const [u, v] of graph.edges) if (u !== v) clear(u, v);
    spreadTerminals();
    for (const i of alone) dx[i] = dy[i] = 0;
    for (let i = 0; i < n; i++) {
      const l = Math.hypot(dx[i] ?? 0, dy[i] ?? 0) || 1;
      const s = Math.min(l, heat) / l;
      xs[i] = (xs[i] ?? 0) + (dx[i] ?? 0) * s;
      ys[i] = (ys[i] ?? 0) + (dy[i] ?? 0) * s;
    }
  }

  /** @param {number} u @param {number} v */
  function pull(u, v) {
    const [ax, ay] = [(xs[v] ?? 0) - (xs[u] ?? 0), (ys[v] ?? 0) - (ys[u] ?? 0)];
    const l = Math.hypot(ax, ay) || 1;
    const f = (l / SPACING) * 0.28;
    dx[u] = (dx[u] ?? 0) + ax * f;
    dy[u] = (dy[u] ?? 0) + ay * f;
    dx[v] = (dx[v] ?? 0) - ax * f;
    dy[v] = (dy[v] ?? 0) - ay * f;
  }

  /** Nodes that lie on an edge without being its end are pushed off it. @param {number} u @param {number} v */
  function clear(u, v) {
    const [ax, ay] = [xs[u] ?? 0, ys[u] ?? 0];
    const [ex, ey] = [(xs[v] ?? 0) - ax, (ys[v] ?? 0) - ay];
    const l2 = ex * ex + ey * ey || 1;
    for (let i = 0; i < n; i++) {
      if (i === u || i === v) continue;
      const [px, py] = [(xs[i] ?? 0) - ax, (ys[i] ?? 0) - ay];
      const t = (px * ex + py * ey) / l2;
      if (t < 0.05 || t > 0.95) continue;
      const [ox, oy] = [px - t * ex, py - t * ey];
      const d = Math.hypot(ox, oy);
      if (d > CLEARANCE) continue;
      // A node exactly on the edge goes to a side of its own.
      const [nx, ny] =
        d > 0.5
          ? [ox / d, oy / d]
          : [(-ey / Math.sqrt(l2)) * (i % 2 ? 1 : -1), (ex / Math.sqrt(l2)) * (i % 2 ? 1 : -1)];
      const f = (CLEARANCE - d) * 0.7;
      dx[i] = (dx[i] ?? 0) + nx * f;
      dy[i] = (dy[i] ?? 0) + ny * f;
      for (const end of [u, v]) {
        dx[end] = (dx[end] ?? 0) - nx * f * 0.5;
        dy[end] = (dy[end] ?? 0) - ny * f * 0.5;
      }
    }
  }

  /** The terminals go to the two ends of the picture. */
  function spreadTerminals() {
    const { left, right } = graph;
    if (left === null || right === null || left === right) return;
    const [ax, ay] = [(xs[right] ?? 0) - (xs[left] ?? 0), (ys[right] ?? 0) - (ys[left] ?? 0)];
    const l = Math.hypot(ax, ay) || 1;
    const f = SPACING * (n > 150 ? 0.9 : 0.25);
    dx[right] = (dx[right] ?? 0) + (ax / l) * f;
    dy[right] = (dy[right] ?? 0) + (ay / l) * f;
    dx[left] = (dx[left] ?? 0) - (ax / l) * f;
    dy[left] = (dy[left] ?? 0) - (ay / l) * f;
  }

  function push() {
    const reach = n > 150 ? SPACING * 2.2 : SPACING * 5;
    /** @type {Map<number, number[]>} */
    const cells = new Map();
    const key = /** @param {number} i */ (i) =>
      (Math.floor((xs[i] ?? 0) / reach) + 5000) * 10007 + Math.floor((ys[i] ?? 0) / reach) + 5000;
    const apart = new Set(alone);
    for (let i = 0; i < n; i++) {
      if (apart.has(i)) continue;
      const list = cells.get(key(i));
      if (list) list.push(i);
      else cells.set(key(i), [i]);
    }
    for (let i = 0; i < n; i++) {
      if (apart.has(i)) continue;
      for (const shift of [-10008, -10007, -10006, -1, 0, 1, 10006, 10007, 10008]) {
        for (const j of cells.get(key(i) + shift) ?? []) if (j < i) repel(i, j, reach);
      }
    }
  }

  /** @param {number} i @param {number} j @param {number} reach */
  function repel(i, j, reach) {
    const [ax, ay] = [(xs[i] ?? 0) - (xs[j] ?? 0), (ys[i] ?? 0) - (ys[j] ?? 0)];
    const l2 = Math.max(1, ax * ax + ay * ay);
    if (l2 > reach * reach) return;
    const f = (SPACING * SPACING * 0.32) / l2;
    dx[i] = (dx[i] ?? 0) + ax * f;
    dy[i] = (dy[i] ?? 0) + ay * f;
    dx[j] = (dx[j] ?? 0) - ax * f;
    dy[j] = (dy[j] ?? 0) - ay * f;
  }

  /** Where the nodes are now, turned so that L is left of R. @returns {[number, number][]} */
  function at() {
    const { left, right } = graph;
    let [c, s] = [1, 0];
    if (left !== null && right !== null) {
      const [ax, ay] = [(xs[right] ?? 0) - (xs[left] ?? 0), (ys[right] ?? 0) - (ys[left] ?? 0)];
      const l = Math.hypot(ax, ay);
      if (l > 1) [c, s] = [ax / l, ay / l];
    }
    const places = Array.from(xs, (x, i) => {
      const y = ys[i] ?? 0;
      return /** @type {[number, number]} */ ([Math.round(c * x + s * y), Math.round(-s * x + c * y)]);
    });
    return withAlone(places);
  }

  /** Nodes without neighbours stand in a row below the others. @param {[number, number][]} places */
  function withAlone(places) {
    if (!alone.length) return places;
    const others = places.filter((_, i) => touched.has(i));
    const low = Math.max(...others.map(([, y]) => y));
    const from = Math.min(...others.map(([x]) => x));
    alone.forEach((i, k) => (places[i] = [from + (k % 12) * SPACING, low + (1 + Math.floor(k / 12)) * SPACING]));
    return places;
  }
}
