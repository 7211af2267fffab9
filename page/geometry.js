// Geometry: curves of edges, distances, bounding boxes, world and screen coordinates.

/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').View} View */
/** @typedef {{x: number, y: number}} Point */
/**
 * How an edge is drawn: a straight line when `bend` is null, else a curve through `mid`.
 * @typedef {{d: string, mid: Point, from: Point, to: Point, bend: Point|null, loop: boolean}} Shape
 */

export const RADIUS = 13;
export const GRID = 20;

/**
 * A curve whose path is written only when it is needed: of a large board, that is most of the work.
 * @implements {Shape}
 */
class Curve {
  /** @param {Point} from @param {Point} to @param {Point} mid @param {Point|null} bend @param {boolean} loop */
  constructor(from, to, mid, bend, loop) {
    this.from = from;
    this.to = to;
    this.mid = mid;
    this.bend = bend;
    this.loop = loop;
    /** @type {string|null} */
    this.path = null;
  }

  get d() {
    return (this.path ??= pathOf(this));
  }

  /** So that a list of paths may contain curves. */
  toString() {
    return this.d;
  }
}

/** @param {Curve} curve */
function pathOf({ from: a, to: b, mid, bend, loop }) {
  if (loop && bend) {
    const w = ((a.y - mid.y) / 1.0125) * 0.8;
    return `M${r1(a.x)} ${r1(a.y)}C${r1(a.x - w)} ${r1(bend.y)} ${r1(a.x + w)} ${r1(bend.y)} ${r1(a.x)} ${r1(a.y)}`;
  }
  const by = bend ? `Q${r1(bend.x)} ${r1(bend.y)} ` : 'L';
  return `M${r1(a.x)} ${r1(a.y)}${by}${r1(b.x)} ${r1(b.y)}`;
}

/** @param {number} v */
const r1 = (v) => Math.round(v * 10) / 10;

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** @param {number} v */
export const snapped = (v) => Math.round(v / GRID) * GRID;

/**
 * Which copy of its parallel class every edge is, and how many there are. Directed graphs count
 * the two directions as parallel, so that both arrows are visible.
 * @param {Graph} graph
 */
export function copies(graph) {
  const n = graph.nodes.length;
  /** @type {Map<number, number[]>} */
  const classes = new Map();
  graph.edges.forEach(([u, v], i) => {
    const key = Math.min(u, v) * n + Math.max(u, v);
    const list = classes.get(key);
    if (list) list.push(i);
    else classes.set(key, [i]);
  });
  /** @type {{copy: number, of: number}[]} */
  const out = new Array(graph.edges.length);
  for (const list of classes.values()) list.forEach((edge, copy) => (out[edge] = { copy, of: list.length }));
  return out;
}

/**
 * The curve of one edge.
 * @param {Point} a @param {Point} b @param {boolean} forward whether u < v: a class bends one way
 * @param {{copy: number, of: number, bow?: number}} place `bow` overrides: the height of the arc @returns {Shape}
 */
export function edgeShape(a, b, forward, place) {
  if (a === b) return loopShape(a, place.copy);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy) || 1;
  const fan = (place.copy - (place.of - 1) / 2) * Math.min(34, length * 0.3) * (forward ? 1 : -1);
  const offset = place.bow ?? fan;
  const m = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  if (!offset) return new Curve(a, b, m, null, false);
  const mid = { x: m.x - (dy / length) * offset, y: m.y + (dx / length) * offset };
  const bend = { x: 2 * mid.x - m.x, y: 2 * mid.y - m.y };
  return new Curve(a, b, mid, bend, false);
}

/** @param {Point} a @param {number} copy @returns {Shape} */
function loopShape(a, copy) {
  const size = 38 + 16 * copy;
  const mid = { x: a.x, y: a.y - size * 1.0125 };
  return new Curve(a, a, mid, { x: a.x, y: a.y - size * 1.35 }, true);
}

/** A point of the curve at t in 0…1. @param {Shape} s @param {number} t @returns {Point} */
export function along(s, t) {
  if (s.loop && s.bend) {
    const w = ((s.mid.y - s.from.y) / 1.0125) * -0.8;
    const [x1, x2, y] = [s.from.x - w, s.from.x + w, s.bend.y];
    const q = 1 - t;
    const [b0, b1, b2] = [q * q * q + t * t * t, 3 * q * q * t, 3 * q * t * t];
    return { x: b0 * s.from.x + b1 * x1 + b2 * x2, y: b0 * s.from.y + (b1 + b2) * y };
  }
  const q = 1 - t;
  if (!s.bend) return { x: q * s.from.x + t * s.to.x, y: q * s.from.y + t * s.to.y };
  return {
    x: q * q * s.from.x + 2 * q * t * s.bend.x + t * t * s.to.x,
    y: q * q * s.from.y + 2 * q * t * s.bend.y + t * t * s.to.y,
  };
}

/** How far a point is from a curve. @param {Point} p @param {Shape} s */
export function distanceTo(p, s) {
  if (!s.bend) return toSegment(p, s.from, s.to);
  let best = Infinity;
  let last = s.from;
  for (let i = 1; i <= 10; i++) {
    const next = along(s, i / 10);
    best = Math.min(best, toSegment(p, last, next));
    last = next;
  }
  return best;
}

/** @param {Point} p @param {Point} a @param {Point} b */
function toSegment(p, a, b) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** The path moved sideways, for two trees on one line. @param {Shape} s @param {number} by */
export function beside(s, by) {
  const length = distance(s.from, s.to) || 1;
  const ox = (-(s.to.y - s.from.y) / length) * by;
  const oy = ((s.to.x - s.from.x) / length) * by;
  const at = /** @param {Point} p */ (p) => `${r1(p.x + ox)} ${r1(p.y + oy)}`;
  if (s.loop || !s.bend) return s.loop ? s.d : `M${at(s.from)}L${at(s.to)}`;
  return `M${at(s.from)}Q${at(s.bend)} ${at(s.to)}`;
}

/** A wavy line along the curve, as Chase draws his second tree. @param {Shape} s */
export function wavy(s) {
  const length = s.loop ? 110 : distance(s.from, s.to);
  // An even number of arcs, so that both ends look alike.
  const arcs = 2 * Math.max(2, Math.round(length / 16));
  let d = `M${r1(s.from.x)} ${r1(s.from.y)}`;
  for (let i = 1; i <= arcs; i++) {
    const [bow, to] = [besideAt(s, (i - 0.5) / arcs, i % 2 ? 6 : -6), along(s, i / arcs)];
    d += `Q${r1(bow.x)} ${r1(bow.y)} ${r1(to.x)} ${r1(to.y)}`;
  }
  return d;
}

/** A point beside the curve. @param {Shape} s @param {number} t @param {number} by @returns {Point} */
function besideAt(s, t, by) {
  const [p, q] = [along(s, t - 0.005), along(s, t + 0.005)];
  const l = distance(p, q) || 1;
  return { x: (p.x + q.x) / 2 - ((q.y - p.y) / l) * by, y: (p.y + q.y) / 2 + ((q.x - p.x) / l) * by };
}

/** Where along its edge a number may stand, the liked places first. */
const SPOTS = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
/** With more edges than this, the numbers stand at the midpoints: there is no room anyway. */
const PLACED = 150;

/**
 * Places the numbers of the edges, each beside its own edge and away from other edges, nodes and numbers.
 * @param {Shape[]} shapes @param {Point[]} nodes @param {number} size @returns {Point[]}
 */
export function numberPlaces(shapes, nodes, size) {
  /** @type {{x: number, y: number, w: number}[]} */
  const placed = [];
  return shapes.map((shape, i) => {
    const w = (3.6 * String(i + 1).length + 1) * size;
    if (shape.loop) return { x: shape.mid.x, y: shape.mid.y - 8 };
    const sides = shapes.length > PLACED ? [-1] : [-1, 1];
    const spots = (shapes.length > PLACED ? [0.5] : SPOTS).flatMap((t) =>
      sides.map((side) => besideAt(shape, t, side * 14 * size)),
    );
    /** @param {Point} p @param {Point} q @param {number} rx @param {number} ry */
    const meets = (p, q, rx, ry) => Math.abs(p.x - q.x) < rx && Math.abs(p.y - q.y) < ry;
    /** @param {Point} p */
    const harm = (p) =>
      4 * nodes.filter((q) => meets(p, q, w + RADIUS * size, (6 + RADIUS) * size)).length +
      4 * placed.filter((q) => meets(p, q, w + q.w, 12 * size)).length +
      shapes.filter((other) => other !== shape && distanceTo(p, other) < 8 * size).length;
    let [best, least] = [spots[0] ?? shape.mid, Infinity];
    for (const spot of spots) {
      const cost = spots.length > 1 ? harm(spot) : 0;
      if (cost < least) [best, least] = [spot, cost];
      if (!least) break;
    }
    placed.push({ ...best, w });
    return best;
  });
}

/**
 * An arrow head near the end of the curve.
 * @param {Shape} s @param {number} gap how far from the end node @param {number} [size]
 */
export function arrowHead(s, gap, size = 1) {
  const length = s.loop ? 120 : distance(s.from, s.to) || 1;
  const tip = along(s, Math.max(0.3, 1 - gap / length));
  const back = along(s, Math.max(0.2, 1 - (gap + 9 * size) / length));
  const l = distance(tip, back) || 1;
  const [nx, ny] = [(-(tip.y - back.y) / l) * 4.5 * size, ((tip.x - back.x) / l) * 4.5 * size];
  return `M${r1(tip.x)} ${r1(tip.y)}L${r1(back.x + nx)} ${r1(back.y + ny)}L${r1(back.x - nx)} ${r1(back.y - ny)}Z`;
}

/** @param {Point[]} points @returns {{x: number, y: number, w: number, h: number}} */
export function box(points) {
  if (!points.length) return { x: -200, y: -140, w: 400, h: 280 };
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

/** The corners of the convex hull, in order. @param {Point[]} points @returns {Point[]} */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  /** @param {Point[]} list */
  const half = (list) => {
    /** @type {Point[]} */
    const chain = [];
    for (const p of list) {
      while (
        chain.length > 1 &&
        turns(/** @type {Point} */ (chain.at(-2)), /** @type {Point} */ (chain.at(-1)), p) <= 0
      )
        chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Positive where b is a turn to the same side as in a hull. @param {Point} a @param {Point} b @param {Point} c */
const turns = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether a point is inside a hull. @param {Point[]} corners @param {Point} p */
export const isInside = (corners, p) =>
  corners.length > 2 && corners.every((a, i) => turns(a, corners[(i + 1) % corners.length] ?? a, p) > 0);

/**
 * The view that shows a box with a margin.
 * @param {{x: number, y: number, w: number, h: number}} b @param {number} width @param {number} height
 * @param {number} [margin] @returns {View}
 */
export function fit(b, width, height, margin = 48) {
  const m = Math.min(margin, width * 0.12, height * 0.14);
  const k = Math.max(0.02, Math.min(1.9, (width - 2 * m) / Math.max(b.w, 1), (height - 2 * m) / Math.max(b.h, 1)));
  return { k, x: width / 2 - k * (b.x + b.w / 2), y: height / 2 - k * (b.y + b.h / 2) };
}

/** @param {View} view @param {Point} p @returns {Point} */
export const toScreen = (view, p) => ({ x: view.k * p.x + view.x, y: view.k * p.y + view.y });
/** @param {View} view @param {Point} p @returns {Point} */
export const toWorld = (view, p) => ({ x: (p.x - view.x) / view.k, y: (p.y - view.y) / view.k });

/**
 * Zoom about a point of the screen.
 * @param {View} view @param {Point} at @param {number} factor @returns {View}
 */
export function zoomed(view, at, factor) {
  const k = Math.max(0.02, Math.min(12, view.k * factor));
  const f = k / view.k;
  return { k, x: at.x - (at.x - view.x) * f, y: at.y - (at.y - view.y) * f };
}

/**
 * The thing nearest in a direction: a step of the arrow keys.
 * @param {Point[]} points @param {number|null} from @param {[number, number]} way
 * @param {(i: number) => boolean} [allowed] @returns {number|null}
 */
export function step(points, from, way, allowed = () => true) {
  const start = from === null ? undefined : points[from];
  /** @type {number|null} */
  let best = null;
  let least = Infinity;
  points.forEach((p, i) => {
    if (i === from || !allowed(i)) return;
    if (!start) {
      if (best === null) best = i;
      return;
    }
    const [dx, dy] = [p.x - start.x, p.y - start.y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (ahead <= 0.5 || aside > 2.5 * ahead) return;
    if (ahead + 2 * aside < least) [least, best] = [ahead + 2 * aside, i];
  });
  return best;
}

/**
 * The curves of all edges; the last ones, the two unplayable edges of Chase's algorithm, are drawn below the network.
 * @param {Graph} graph @param {number} extras how many @returns {Shape[]}
 */
export function shapesOf(graph, extras) {
  const { nodes, edges } = graph;
  /** @type {{copy: number, of: number, bow?: number}[]} */
  const place = copies(extras ? { ...graph, edges: edges.slice(0, -extras) } : graph);
  const at = (/** @type {number} */ node) => nodes[node] ?? { x: 0, y: 0 };
  const below = Math.max(0, ...nodes.map((p) => p.y)) - at(graph.left ?? 0).y;
  for (let i = 0; i < extras; i++) place.push({ copy: 0, of: 1, bow: below + 50 + 30 * i });
  return edges.map(([u, v], i) => edgeShape(at(u), at(v), u < v, place[i] ?? { copy: 0, of: 1 }));
}

/** The area between some of the points, if no other is there. @param {number[]} nodes @param {Point[]} points */
export function areaOf(nodes, points) {
  if (nodes.length < 3) return '';
  const inside = new Set(nodes);
  const corners = hull(points.filter((_, i) => inside.has(i)));
  if (points.some((p, i) => !inside.has(i) && isInside(corners, p))) return '';
  return `M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;
}

/**
 * The direction from a node in which the gap between its edges is widest.
 * @param {number} node @param {Shape[]} shapes @param {[number, number][]} edges @param {Point} at
 */
export function gapAt(node, shapes, edges, at) {
  const angles = shapes.flatMap((s, i) => {
    const [u, v] = edges[i] ?? [-1, -1];
    if (u === node && v === node) return [-Math.PI / 2 - 0.5, -Math.PI / 2 + 0.5];
    if (u !== node && v !== node) return [];
    const p = along(s, u === node ? 0.15 : 0.85);
    return [Math.atan2(p.y - at.y, p.x - at.x)];
  });
  return widestGap(angles.sort((a, b) => a - b));
}

/** The direction in the middle of the widest gap between these angles, which ascend. @param {number[]} angles */
function widestGap(angles) {
  let [best, widest] = [-Math.PI / 4, 0];
  angles.forEach((a, i) => {
    const next = angles[i + 1] ?? (angles[0] ?? 0) + 2 * Math.PI;
    if (next - a > widest + 0.01) [best, widest] = [(a + next) / 2, next - a];
  });
  return { x: Math.cos(best), y: Math.sin(best) };
}

/**
 * Where each of these edges is marked: at its midpoint, or beside it if there is another mark.
 * @param {number[]} edges @param {Shape[]} shapes
 */
export function markPlaces(edges, shapes) {
  /** @type {Map<number, Point>} */
  const taken = new Map();
  const crowd = edges.length > 400 ? [0.5] : [0.5, 0.36, 0.64, 0.28, 0.72];
  for (const e of edges) {
    const shape = shapes[e];
    if (!shape) continue;
    const places = crowd.map((t) => (t === 0.5 ? shape.mid : along(shape, t)));
    const free = places.find((p) => crowd.length === 1 || ![...taken.values()].some((q) => distance(p, q) < 17));
    taken.set(e, free ?? shape.mid);
  }
  return /** @param {number} e */ (e) => taken.get(e) ?? { x: 0, y: 0 };
}

/** Where a label may stand, the liked places first: below its node, above, left, right. */
const SIDES = /** @type {[number, number][]} */ ([
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
]);
/** The letters of the terminals are above. */
const ABOVE = /** @type {[number, number][]} */ ([
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
]);

/**
 * Places labels beside their nodes: below (or above), unless another side overlaps less. An edge through a
 * label costs little, a mark or a node under it much.
 * @param {{at: Point, text: string, under: number, above?: boolean, pole?: boolean}[]} labels
 *   position and text of each label; `under` is how far below its node it would be; a pole is a larger node
 * @param {Point[]} nodes @param {Shape[]} shapes @param {Point[]} marks @param {number} [size] of nodes and labels
 * @returns {Point[]} the middles, counted from the nodes and in their size
 */
export function labelPlaces(labels, nodes, shapes, marks, size = 1) {
  if (!labels.length) return [];
  // Where edges are as many as this, they are under every label.
  const lines = (shapes.length > 6000 ? [] : shapes).flatMap((shape) =>
    Array.from({ length: 13 }, (_, i) => ({ shape, p: along(shape, (i + 0.5) / 13) })),
  );
  /** @type {{x: number, y: number, w: number}[]} */
  const placed = [];
  return labels.map(({ at, text, under, above, pole }) => {
    const w = 4 * size * text.length;
    const radius = (RADIUS + (pole ? 3 : 0)) * size;
    /**
     * Whether a box of this size about a point overlaps the label.
     * @param {Point} c @param {Point} p @param {number} r @param {number} [high]
     */
    const meets = (c, p, r, high = r) => Math.abs(p.x - c.x) < w + r && Math.abs(p.y - c.y) < 7 * size + high;
    /** @param {[number, number]} side */
    const place = ([dx, dy]) => ({
      x: at.x + dx * (radius + 6 * size + w),
      y: at.y + (dy > 0 ? under * size : dy * (radius + 11 * size)),
    });
    /** @param {Point} c */
    const harm = (c) =>
      8 * marks.filter((p) => meets(c, p, 8 * size)).length +
      8 * nodes.filter((p) => p !== at && meets(c, p, RADIUS * size)).length +
      8 * placed.filter((p) => meets(c, p, p.w, 7 * size)).length +
      new Set(lines.filter(({ p }) => meets(c, p, 1)).map(({ shape }) => shape)).size;
    const places = (above ? ABOVE : SIDES).map(place);
    const harms = places.map(harm);
    const best = places[harms.indexOf(Math.min(...harms))] ?? at;
    placed.push({ ...best, w });
    return { x: (best.x - at.x) / size, y: (best.y - at.y) / size };
  });
}
