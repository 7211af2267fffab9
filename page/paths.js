// SVG elements that change as little as possible. Things that lie near each other share one path,
// a chunk: a change draws one chunk again, not the whole picture.

import { box } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} tag @param {Record<string, string|number>} [attributes] */
export function make(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * Sets an attribute only when it changes.
 * @param {Element} element @param {string} key @param {string} value
 */
export function set(element, key, value) {
  if (element.getAttribute(key) !== value) element.setAttribute(key, value);
}

/**
 * The current paths: reading a long one back from the document costs more than storing it.
 * @type {WeakMap<Element, string>}
 */
const drawn = new WeakMap();
/** @param {Element} path @param {string} d */
function trace(path, d) {
  if (drawn.get(path) === d) return;
  drawn.set(path, d);
  path.setAttribute('d', d);
}

/** How many things share a path: a change draws one chunk again. */
const CHUNK = 32;
/** From this many things on there are several paths per kind. */
const SEVERAL = 256;

/** A path, or what turns into one. @typedef {string|{toString(): string}} Path */

/** @template {Path} T @param {Map<string, T[]>} map @param {string} key @param {T} d */
export function push(map, key, d) {
  const list = map.get(key);
  if (list) list.push(d);
  else map.set(key, [d]);
}

/** What lies over what; anything not named lies between. */
const ORDER = [
  'ghost',
  'ghost latest',
  'last',
  'free',
  'under',
  'level',
  'path',
  'cut latest',
  'short',
  'latest moved',
  'chosen',
  'short latest',
  'hint',
  'offer',
  'answer',
  'hit',
  'best',
];
/** @param {string} key */
function rank(key) {
  const at = ORDER.indexOf(key.slice(0, key.indexOf('#')));
  return at < 0 ? 4.5 : at;
}

/**
 * Makes the layer contain exactly these paths, keyed by kind and chunk; with `only`, the paths of the
 * other chunks stay as they are.
 * @param {Element|undefined} parent @param {Map<string, Path[]>} paths @param {string} base
 * @param {Set<number>} [only]
 */
export function join(parent, paths, base, only) {
  if (!parent) return;
  const there = [...parent.children];
  const old = new Map(there.map((child) => [child.getAttribute('data-kind') ?? '', child]));
  for (const [key, list] of paths) {
    const [kind, , head] = key.split('#');
    let path = old.get(key);
    // The latest move is animated once: another one needs an element of its own.
    if (path && key.includes('latest') && drawn.get(path) !== list.join('')) {
      path.remove();
      there.splice(there.indexOf(path), 1);
      path = undefined;
    }
    if (!path) {
      path = make('path', { 'data-kind': key, class: `${head ?? base} ${kind}` });
      if (key.startsWith('short latest') || key.startsWith('cut latest')) path.setAttribute('pathLength', '1');
      const at = placeOf(key, there);
      parent.insertBefore(path, there[at] ?? null);
      there.splice(at, 0, path);
    }
    trace(path, list.join(''));
    old.delete(key);
  }
  for (const [key, child] of old) if (!only || only.has(Number(key.split('#')[1]))) child.remove();
}

/** Where a path belongs among others that are in order. @param {string} key @param {Element[]} there */
function placeOf(key, there) {
  let [from, to] = [0, there.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (before(key, there[middle]?.getAttribute('data-kind') ?? '')) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Whether one path lies below another. @param {string} a @param {string} b */
export const before = (a, b) => rank(a) < rank(b) || (rank(a) === rank(b) && a < b);

/** @typedef {{of: number[], members: number[][]}} Chunks */

/**
 * Groups things that are near each other into chunks.
 * @param {Point[]} places @returns {Chunks}
 */
export function near(places) {
  if (places.length <= SEVERAL) return { of: places.map(() => 0), members: [places.map((_, i) => i)] };
  const { x, y, w, h } = box(places);
  const side = Math.ceil(Math.sqrt(places.length / CHUNK));
  /** @param {number} v @param {number} from @param {number} span */
  const cell = (v, from, span) => Math.min(side - 1, Math.floor(((v - from) / (span || 1)) * side));
  /** @type {number[][]} */
  const members = Array.from({ length: side * side }, () => []);
  const of = places.map((p, i) => {
    const c = cell(p.y, y, h) * side + cell(p.x, x, w);
    members[c]?.push(i);
    return c;
  });
  return { of, members };
}

/**
 * The chunks in which something has changed.
 * @param {Chunks} chunks @param {unknown[]} now @param {unknown[]|null} was @returns {Set<number>}
 */
export function changed(chunks, now, was) {
  if (!was) return new Set(chunks.members.keys());
  const stale = new Set();
  now.forEach((kind, i) => kind !== was[i] && stale.add(chunks.of[i]));
  return stale;
}

/** The kinds of which there are more than so many. @param {(string|null)[]} kinds @param {number} few */
export function many(kinds, few) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const kind of kinds) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > few).map(([kind]) => kind));
}
