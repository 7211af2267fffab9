// Where the nodes of a board stand when it is opened: famous graphs as everybody draws them, the others by forces.

import { columns, forces } from './layout.js';

/** @typedef {[number, number]} Place */

/** @param {number} n @param {number} radius @param {number} [from] in turns; the first node is there */
const circle = (n, radius, from = 0.75) =>
  Array.from({ length: n }, (_, i) => {
    const angle = 2 * Math.PI * (from + i / n);
    return /** @type {Place} */ ([Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))]);
  });

/** Four nodes, each joined to each, as a diamond. @param {number} x @param {number} [half] @returns {Place[]} */
const island = (x, half = 110) => [
  [x - half, 0],
  [x, -half],
  [x, half],
  [x + half, 0],
];

/** The square of a path as a strip of triangles. @param {number} n @returns {Place[]} */
const strip = (n) => Array.from({ length: n }, (_, i) => [80 * ((n - 1) / 2 - i), i % 2 ? -70 : 70]);

/** A Bridg-It board as a network: columns of SHORT's dots between L and R. @param {number} m @returns {Place[]} */
const bridgit = (m) => [
  [-48 * m - 50, 0],
  ...Array.from({ length: m * (m - 1) }, (_, i) => {
    const [column, row] = [Math.floor(i / m), i % m];
    return /** @type {Place} */ ([96 * (column - (m - 2) / 2), 96 * (row - (m - 1) / 2)]);
  }),
  [48 * m + 50, 0],
];

/** One graph for three games: the ends of an edge of P, of R and of P* are the terminals. @returns {Place[]} */
const threeGames = () => [
  [-280, 100],
  [-160, 60],
  [180, -60],
  [240, 120],
  [-260, -120],
  [-40, 160],
  [-120, -60],
  [20, -160],
  [280, -140],
  [40, 40],
];

/** Coordinates by board, in the order of its file. @type {Record<string, () => Place[]>} */
export const PLACES = {
  'course.net': () => [
    [-160, 0],
    [0, -110],
    [0, 110],
    [160, 0],
  ],
  'figure-3.net': () => [
    [-200, 0],
    [0, -120],
    [0, 0],
    [0, 120],
    [200, 0],
  ],
  'chase-2.net': () => [
    [80, -130],
    [-260, 0],
    [90, 130],
    [-100, -110],
    [50, 0],
    [-100, 110],
    [260, 0],
  ],
  // From right to left, because the terminals are 3 and 1.
  'path-square-6.net': () => strip(6),
  'path-square-8.net': () => strip(8),
  'maire-1.net': () => [
    [-300, 0],
    [-20, -190],
    [60, -40],
    [76, 58],
    [180, 20],
    [-20, 190],
    [300, 0],
  ],
  'maire-6.net': () => [
    [-170, 0],
    [0, -110],
    [0, 110],
    [170, 0],
  ],
  'maire-p.net': threeGames,
  'maire-r.net': threeGames,
  'maire-p-star.net': threeGames,
  'needle.net': () => [
    [-300, -150],
    [260, 150],
    [-40, 40],
    [-300, 20],
    [-160, -20],
    [-60, 150],
    [300, 0],
    [-120, -150],
    [80, -20],
    [300, -150],
  ],
  // A community around each terminal, joined by roads to the north and the south.
  'scattered.net': () => [
    [-140, -200],
    [-180, -280],
    [-220, -100],
    [0, -200],
    [200, -280],
    [200, -80],
    [360, -200],
    [360, -80],
    [460, -160],
    [400, -20],
    [520, 20],
    [-440, -220],
    [-360, -280],
    [-360, -120],
    [-440, -120],
    [-540, -240],
    [-460, -20],
    [260, -200],
    [100, -120],
    [260, 0],
    [40, 0],
    [80, 100],
    [260, 80],
    [180, 140],
    [-400, 60],
    [-550, -20],
    [-320, 220],
    [-160, 80],
    [-100, 280],
    [0, 160],
    [-140, 200],
    [-550, 280],
    [-550, 160],
    [-460, 160],
    [-460, 280],
    [340, 280],
    [260, 200],
    [240, 280],
    [140, 280],
    [0, 280],
  ],
  'two-islands.net': () => [...island(-200), ...island(200)],
  'two-bridges.net': () => [
    [-310, 0],
    [-190, 0],
    [-110, 110],
    [-110, -110],
    [110, 110],
    [110, -110],
    [190, 0],
    [310, 0],
  ],
  'archipelago.net': () => [...island(-300, 80), ...island(0, 80), ...island(300, 80)],
  'ladder.net': () => Array.from({ length: 12 }, (_, i) => [100 * Math.floor(i / 2) - 250, i % 2 ? 60 : -60]),
  // On its corner, so that the terminals are left and right.
  'grid.net': () =>
    Array.from({ length: 25 }, (_, i) => {
      const [row, column] = [Math.floor(i / 5), i % 5];
      return [80 * (row + column - 4), 65 * (row - column)];
    }),
  'bridgit-2.net': () => bridgit(2),
  'bridgit-3.net': () => bridgit(3),
  'bridgit-5.net': () => bridgit(5),
  'bridgit-8.net': () => bridgit(8),
  'tetrahedron.net': () => [
    [-180, 0],
    [0, -120],
    [0, 120],
    [180, 0],
  ],
  'cube.net': () => [
    [-260, 0],
    [-90, -130],
    [-90, 0],
    [90, -130],
    [-90, 130],
    [90, 0],
    [90, 130],
    [260, 0],
  ],
  'utilities.net': () => [
    [-170, -110],
    [0, -110],
    [170, -110],
    [-170, 110],
    [0, 110],
    [170, 110],
  ],
  'wheel.net': () => [[0, 0], ...circle(6, 190, 0.5)],
  // Opposite corners left and right, the square between them.
  'octahedron.net': () => [
    [-260, 0],
    [0, -170],
    [-90, 30],
    [90, -30],
    [0, 170],
    [260, 0],
  ],
  // The pentagon outside, the star inside.
  'petersen.net': () => [...circle(5, 220), ...circle(5, 110)],
};

/** The box of a small picture. */
const [WIDTH, HEIGHT, MARGIN] = [60, 44, 4];

/**
 * A board as a small picture.
 * @param {Pick<import('./types').Graph, 'nodes'|'edges'|'left'|'right'>} graph @returns {import('./types').Sketch}
 */
export function sketched({ nodes, edges, left, right }) {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - x0 || 1, Math.max(...ys) - y0 || 1];
  const k = Math.min((WIDTH - 2 * MARGIN) / w, (HEIGHT - 2 * MARGIN) / h);
  const at = nodes.map(
    ({ x, y }) =>
      /** @type {Place} */ ([
        Math.round(WIDTH / 2 + (x - x0 - w / 2) * k),
        Math.round(HEIGHT / 2 + (y - y0 - h / 2) * k),
      ]),
  );
  return [at, edges, [left, right].filter((node) => node !== null)];
}

/**
 * @param {import('./types').Graph} graph @param {string} [id] of a board of the gallery
 * @param {number} [ms] how long the forces may work @returns {Place[]}
 */
export function arranged(graph, id, ms = 500) {
  const known = PLACES[id ?? '']?.();
  if (known && known.length === graph.nodes.length) return known;
  if (graph.nodes.length > 400) return columns(graph);
  const work = forces(graph, true);
  work.run(ms);
  return work.at();
}
