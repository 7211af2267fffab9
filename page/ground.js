// The ground of a large board: what would be tens of thousands of lines in elements is painted on a canvas behind the
// drawing, a slice per frame, so that the page reacts all the while. The last picture stays until the next is complete.

import { before, join } from './paths.js';

/** @typedef {import('./types').View} View */
/** @typedef {{base: string, list: import('./paths.js').Path[]}} Part lines of one kind that lie near each other */
/**
 * How lines look.
 * @typedef {{fill: string, stroke: string, width: number, dash: number[], cap: string, join: string, alpha: number}}
 *   Style
 */

/** The layers that may have a ground, from the lowest up. */
const LAYERS = ['regions', 'halos', 'edges', 'strokes', 'dots', 'marks', 'crowd'];
/** How long a slice may take. */
const SLICE_MS = 12;
/** So many lines are painted at a time: each may be as long as the screen. */
const BATCH = 48;
/** A finer picture would take longer than it is worth. */
const FINEST = 2;

/** @param {SVGSVGElement} svg */
export function createGround(svg) {
  /** @type {Map<string, Map<string, Part>>} */
  const layers = new Map(LAYERS.map((name) => [name, new Map()]));
  /** What is seen, and what is painted meanwhile. @type {HTMLCanvasElement|null} */
  let front = null;
  /** @type {HTMLCanvasElement|null} */
  let back = null;
  /** The view of the picture that is seen; while there is none, one sees how it is painted. @type {View|null} */
  let painted = null;
  /** @type {View} */
  let view = { x: 0, y: 0, k: 1 };
  /** The theme, the scale: what lines look like apart from their kinds. */
  let look = '';
  let frame = 0;
  const sizes = new ResizeObserver(() => paint());

  return { put, has: (/** @type {string} */ name) => !!layers.get(name)?.size, show, restyle, clear, whole };

  /**
   * Makes a layer contain exactly these lines, by kind and chunk; with `only`, those of other chunks stay.
   * @param {string} name @param {Map<string, import('./paths.js').Path[]>} paths @param {string} base
   * @param {Set<number>} [only]
   */
  function put(name, paths, base, only) {
    const layer = layers.get(name);
    if (!layer) return;
    let isChanged = false;
    for (const key of layer.keys()) {
      if (paths.has(key) || (only && !only.has(Number(key.split('#')[1])))) continue;
      layer.delete(key);
      isChanged = true;
    }
    for (const [key, list] of paths) {
      if (isSame(layer.get(key)?.list, list)) continue;
      layer.set(key, { base, list });
      isChanged = true;
    }
    if (isChanged) paint();
  }

  /**
   * Another view: the picture is shifted at once, and painted again when it has come to rest.
   * @param {View} next @param {boolean} moving
   */
  function show(next, moving) {
    view = next;
    if (!front) return;
    const from = painted ?? next;
    const r = next.k / from.k;
    front.style.transform = `translate(${next.x - r * from.x}px, ${next.y - r * from.y}px) scale(${r})`;
    if (!moving && (next.x !== from.x || next.y !== from.y || r !== 1 || !painted)) paint();
  }

  /** @param {string} now */
  function restyle(now) {
    if (now === look) return;
    look = now;
    if (front) paint();
  }

  /** Another board: nothing of this one may stay. */
  function clear() {
    for (const layer of layers.values()) layer.clear();
    cancelAnimationFrame(frame);
    sizes.disconnect();
    for (const canvas of [front, back]) canvas?.remove();
    front = back = painted = null;
  }

  /**
   * Does something with the drawing while all of the ground is elements, to save it; this may take seconds.
   * @template T @param {Record<string, Element>} elements of each layer @param {(svg: SVGSVGElement) => T} use
   * @returns {T}
   */
  function whole(elements, use) {
    const there = new Set(svg.querySelectorAll('path'));
    for (const [name, parts] of layers)
      for (const [key, { base, list }] of parts) join(elements[name], new Map([[key, list]]), base, new Set());
    try {
      return use(svg);
    } finally {
      if (front) for (const path of svg.querySelectorAll('path')) if (!there.has(path)) path.remove();
    }
  }

  /** Paints everything from the beginning, from the next frame on. */
  function paint() {
    if (!front) {
      front = canvasBehind(svg);
      if (svg.parentElement) sizes.observe(svg.parentElement);
    }
    front.dataset['painted'] = 'false';
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(begin);
  }

  function begin() {
    const { width, height } = (svg.parentElement ?? svg).getBoundingClientRect();
    if (!front || !width || !height) return;
    const target = painted ? (back ??= document.createElement('canvas')) : front;
    const fine = Math.min(devicePixelRatio, FINEST);
    [target.width, target.height] = [Math.round(width * fine), Math.round(height * fine)];
    target.className = 'ground';
    target.style.cssText = `width: ${width}px; height: ${height}px`;
    // Without acceleration, so that reading a pixel (`slice`) makes the canvas paint what it has recorded.
    const context = target.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.setTransform(fine * view.k, 0, 0, fine * view.k, fine * view.x, fine * view.y);
    slice(strokes(context), context, view);
  }

  /** @param {Generator<void>} work @param {CanvasRenderingContext2D} context @param {View} of */
  function slice(work, context, of) {
    const end = performance.now() + SLICE_MS;
    do {
      if (work.next().done) return finish(context.canvas, of);
      // A pixel is read so that the lines so far are painted now, and not all of them in the last slice.
      context.getImageData(0, 0, 1, 1);
    } while (performance.now() < end);
    frame = requestAnimationFrame(() => slice(work, context, of));
  }

  /** @param {HTMLCanvasElement} canvas @param {View} of */
  function finish(canvas, of) {
    if (front && canvas !== front) {
      front.replaceWith(canvas);
      [front, back] = [canvas, front];
    }
    canvas.dataset['painted'] = 'true';
    painted = of;
    show(view, true);
  }

  /** One batch of lines after another. @param {CanvasRenderingContext2D} context */
  function* strokes(context) {
    const styleOf = styles(svg);
    for (const layer of layers.values()) {
      const order = [...layer].sort(([a], [b]) => (before(a, b) ? -1 : 1));
      for (const [key, { base, list }] of order) {
        const [kind, , head] = key.split('#');
        const style = styleOf(`${head ?? base} ${kind}`);
        for (let i = 0; i < list.length; i += BATCH) {
          stroke(context, new Path2D(list.slice(i, i + BATCH).join('')), style);
          yield;
        }
      }
    }
  }
}

/** @param {SVGSVGElement} svg */
function canvasBehind(svg) {
  const canvas = document.createElement('canvas');
  canvas.className = 'ground';
  svg.before(canvas);
  return canvas;
}

/** @param {unknown[]|undefined} a @param {unknown[]} b */
const isSame = (a, b) => a?.length === b.length && a.every((d, i) => d === b[i]);

/** Answers how an element of a class would look here. @param {SVGSVGElement} svg */
function styles(svg) {
  /** @type {Map<string, Style>} */
  const known = new Map();
  return (/** @type {string} */ kind) => {
    let style = known.get(kind);
    if (style) return style;
    const probe = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    probe.setAttribute('class', kind);
    svg.append(probe);
    style = styleIn(getComputedStyle(probe));
    probe.remove();
    known.set(kind, style);
    return style;
  };
}

/** @param {CSSStyleDeclaration} style @returns {Style} */
function styleIn(style) {
  const dash = style.strokeDasharray;
  return {
    fill: style.fill,
    stroke: style.stroke,
    width: parseFloat(style.strokeWidth),
    dash: dash === 'none' ? [] : dash.split(',').map(parseFloat),
    cap: style.strokeLinecap,
    join: style.strokeLinejoin,
    alpha: Number(style.opacity),
  };
}

/** @param {CanvasRenderingContext2D} context @param {Path2D} path @param {Style} style */
function stroke(context, path, style) {
  context.globalAlpha = style.alpha;
  if (style.fill !== 'none') {
    context.fillStyle = style.fill;
    context.fill(path);
  }
  if (style.stroke === 'none') return;
  context.strokeStyle = style.stroke;
  context.lineWidth = style.width;
  context.lineCap = /** @type {CanvasLineCap} */ (style.cap);
  context.lineJoin = /** @type {CanvasLineJoin} */ (style.join);
  context.setLineDash(style.dash);
  context.stroke(path);
}
