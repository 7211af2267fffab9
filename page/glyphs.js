// What the board is drawn with: nodes, coins, marks, styled edges, and the plate of Bridg-It.

import { beside, RADIUS, wavy } from './geometry.js';
import { make, push } from './paths.js';
import { terminalsOf } from './state.js';

/** @typedef {import('./geometry.js').Shape} Shape */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./board.js').Scene} Scene */

/** Half the distance between two dots of the Bridg-It board. */
export const UNIT = 44;

/** @param {Shape} shape @param {import('./board.js').Stroke['how']} how */
export function styled(shape, how) {
  switch (how) {
    case 'double':
      return beside(shape, 2.2) + beside(shape, -2.2);
    case 'wide':
      return beside(shape, 6) + beside(shape, -6);
    case 'wavy':
      return wavy(shape);
    default:
      return shape.d;
  }
}

/** @param {Point} p @param {number} r */
export const ring = (p, r) => `M${p.x - r} ${p.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
/** @param {Point} p @param {number} r */
export const saltire = (p, r) => `M${p.x - r} ${p.y - r}l${2 * r} ${2 * r}M${p.x + r} ${p.y - r}l${-2 * r} ${2 * r}`;

/** @param {number} index */
export function nodeElement(index) {
  const group = make('g', { 'data-node': index });
  group.append(
    make('rect', {
      class: 'pole',
      x: -RADIUS - 4,
      y: -RADIUS - 4,
      width: 2 * RADIUS + 8,
      height: 2 * RADIUS + 8,
      rx: 7,
    }),
    make('circle', { class: 'disc', r: RADIUS }),
    make('text', { class: 'name' }),
    make('text', { class: 'tag' }),
    make('g', { class: 'stack' }),
  );
  return group;
}

/** How far from the middle of its node a coin lies. */
export const PERCH = RADIUS + 6;
const COIN = { rx: 10, ry: 5 };
/** So many coins of a stack are drawn. */
const HIGHEST = 4;

/**
 * @param {Element} group @param {number} count @param {Point} side the direction from the node in which they lie
 */
export function drawCoins(group, count, side) {
  const stack = group.children[4];
  const key = `${count} ${side.x.toFixed(2)} ${side.y.toFixed(2)}`;
  if (!stack || stack.getAttribute('data-key') === key) return;
  stack.setAttribute('data-key', key);
  stack.setAttribute('data-count', String(count));
  const [cx, cy] = [side.x * PERCH, side.y * PERCH];
  const parts = [];
  const high = Math.min(count, HIGHEST);
  for (let i = 0; i < high; i++) parts.push(make('ellipse', { class: 'coin', cx, cy: cy - COIN.ry * i, ...COIN }));
  if (count > 1) {
    const text = make('text', { class: 'count', x: cx + (side.x < -0.3 ? -17 : 17), y: cy - 2.5 * high });
    text.textContent = String(count);
    parts.push(text);
  }
  stack.replaceChildren(...parts);
}

/**
 * How far a point lies from the stack of coins of a node, where the node is the origin; below zero on the coins.
 * @param {Point} p @param {number} count @param {Point} side in which direction the coins lie
 */
export function toCoins(p, count, side) {
  const [x, y] = [p.x - side.x * PERCH, p.y - side.y * PERCH];
  const top = -COIN.ry * Math.min(count, HIGHEST);
  const [dx, dy] = [Math.abs(x) - COIN.rx, Math.max(top - y, y - COIN.ry)];
  // They lie over the nodes: on a coin, no node is nearer.
  return dx < 0 && dy < 0 ? -RADIUS : Math.hypot(Math.max(0, dx), Math.max(0, dy));
}

/**
 * A bridge of the Bridg-It board about a crossing.
 * @param {number} x @param {number} y @param {boolean} upright @returns {Shape}
 */
export function bridge(x, y, upright) {
  const [cx, cy] = [x * UNIT, y * UNIT];
  const from = upright ? { x: cx, y: cy - UNIT } : { x: cx - UNIT, y: cy };
  const to = upright ? { x: cx, y: cy + UNIT } : { x: cx + UNIT, y: cy };
  return { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, mid: { x: cx, y: cy }, from, to, bend: null, loop: false };
}

/**
 * The four bars, and the names of columns and rows.
 * @param {number} size @param {string[]} columns the letters of each column, by its number
 */
export function bridgitPlate(size, columns) {
  const end = 2 * size * UNIT;
  const parts = [];
  const bar = /** @param {string} side @param {number[]} box */ (side, [x = 0, y = 0, w = 0, h = 0]) =>
    make('rect', { class: `bar ${side}`, x, y, width: w, height: h, rx: 6 });
  parts.push(bar('short', [UNIT * 0.5, -7, end - UNIT, 14]), bar('short', [UNIT * 0.5, end - 7, end - UNIT, 14]));
  parts.push(bar('cut', [-7, UNIT * 0.5, 14, end - UNIT]), bar('cut', [end - 7, UNIT * 0.5, 14, end - UNIT]));
  const every = Math.ceil((2 * size - 1) / 24);
  for (let i = 1; i < 2 * size; i += every) {
    parts.push(coordinate(i * UNIT, -UNIT * 0.62, columns[i] ?? ''), coordinate(-UNIT * 0.62, i * UNIT, String(i)));
  }
  return parts;
}

/** @param {number} x @param {number} y @param {string} text */
function coordinate(x, y, text) {
  const element = make('text', { class: 'coordinate', x, y });
  element.textContent = text;
  return element;
}

/**
 * The two colours of dots, as paths by kind: they lie above the bridges that end at them.
 * @param {number} size @returns {Map<string, string[]>}
 */
export function bridgitDots(size) {
  /** @type {Map<string, string[]>} */
  const dots = new Map();
  for (let a = 1; a < 2 * size; a += 2) {
    for (let b = 0; b <= 2 * size; b += 2) {
      push(dots, 'short#0', ring({ x: a * UNIT, y: b * UNIT }, 8));
      push(dots, 'cut#0', square({ x: b * UNIT, y: a * UNIT }, 7));
    }
  }
  return dots;
}

/** @param {Point} p @param {number} r */
const square = (p, r) => `M${p.x - r} ${p.y}l${r} ${-r}l${r} ${r}l${-r} ${r}Z`;

/** Whether a node is a terminal. @param {Scene} scene @param {number} i */
export function isPole({ graph }, i) {
  const { left, right } = terminalsOf(graph);
  return i === left || i === right;
}

/** What stands beside a node. @param {Scene} scene @param {number} i @returns {string} */
export function tagOf({ graph, tags }, i) {
  const { left, right } = terminalsOf(graph);
  return tags[i] ?? (i === left ? 'L' : i === right ? 'R' : '');
}

/**
 * Whether nodes must be drawn again: not when only an edge has changed.
 * @param {Scene} a @param {Scene} b
 */
export function nodesDiffer(a, b) {
  const marks = /** @param {Scene} s */ ({ marks: { win, lose, draw }, tags }) =>
    tags.length ? `${win}|${lose}|${draw}|${tags}` : '';
  return a.graph !== b.graph || a.bridgit !== b.bridgit || `${a.coins}` !== `${b.coins}` || marks(a) !== marks(b);
}
