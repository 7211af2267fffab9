// Where the nodes of a board stand when it is opened: famous graphs as everybody draws them, the others by forces.

import { columns, forces } from './layout.js';

/** @typedef {[number, number]} Place */

/** @param {number} n @param {number} radius @param {number} [from] in turns; the first node is there */
const circle = (n, radius, from = 0.75) =>
  Array.from({ length: n }, (_, i) => {
    const angle = 2 * Math.PI * (from + i / n);
    return /** @type {Place} */ ([Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))]);
  });

/** Coordinates by board, in the order of its file. @type {Record<string, () => Place[]>} */
export const PLACES = {
  'course.net': () => [
    [-160, 0],
    [0, -110],
    [0, 110],
    [160, 0],
  ],
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
