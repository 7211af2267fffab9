// The drawing of a board: nodes, edges and strokes, whatever the game.
//
// Edges of one kind that lie near each other share one path: a network of 5000 edges has some two
// hundred elements, and a change of one edge is one attribute and redraws a small part of the picture.
// What is too much even so is painted behind it (ground.js).

import {
  along,
  areaOf,
  arrowHead,
  box,
  distance,
  distanceTo,
  fit,
  gapAt,
  GRID,
  labelPlaces,
  markPlaces,
  numberPlaces,
  RADIUS,
  shapesOf,
  toWorld,
} from './geometry.js';
import {
  bridge,
  bridgitDots,
  bridgitPlate,
  drawCoins,
  isPole,
  nodeElement,
  nodesDiffer,
  PERCH,
  ring,
  saltire,
  styled,
  tagOf,
  toCoins,
  UNIT,
} from './glyphs.js';
import { createGround } from './ground.js';
import { changed, join, make, many, near, push, set } from './paths.js';
import { terminalsOf } from './state.js';

/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').View} View */
/** @typedef {import('./geometry.js').Shape} Shape */
/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./paths.js').Chunks} Chunks */
/**
 * A line over edges; `across` draws CUT's bridge of the Bridg-It board instead of SHORT's.
 * @typedef {{kind: string, edges: number[], how?: 'line'|'wavy'|'double'|'wide', across?: boolean}} Stroke
 */
/** @typedef {{nodes: number[], edges: number[], kind: string}} Region */
/** @typedef {{x: number, y: number, text: string, kind: string}} Note */
/**
 * What to draw.
 * @typedef {{
 *   graph: Graph, directed: boolean, view: View|null, bridgit: [number, number][]|null, size: number|null,
 *   columns: string[],
 *   kinds: (string|null)[], strokes: Stroke[], regions: Region[], notes: Note[],
 *   marks: {win: number[], lose: number[], draw: number[]},
 *   node: number|null, picked: number[], box: {from: Point, to: Point}|null,
 *   edge: number|null, coins: number[]|null, tags: (string|null)[],
 *   across: boolean, extras: number, numbers: boolean, faint: boolean, drawing: boolean,
 *   from: number|null, rubber: Point|null,
 * }} Scene
 */

/** From this many edges on, a gesture moves the finished picture and draws it again at the end. */
const MANY = 600;
/** From this many edges on, most of the picture is painted behind the drawing. */
const HUGE = 6000;
/** So many lines of such a board may be elements: the moves, a path. */
const RARE = 1000;
/** With so many labels, there is no looking for good places any more. */
const LABELS = 80;
/** From this many nodes on, the plain ones share paths too. */
const CROWD = 300;

/** Up to this scale everything grows with the zoom; beyond, only the distances do. */
const NATURAL = 1.5;
/** With so few nodes there is room to draw them larger where the scale is small, as on a phone. */
const FEW = 60;
/** From this scale on, the nodes of a large network have room for their names. */
const ROOMY = 1;
/** So many names are written at a time. */
const NAMES = 150;

const LAYERS = [
  'plate',
  'regions',
  'halos',
  'edges',
  'strokes',
  'dots',
  'marks',
  'focus',
  'crowd',
  'nodes',
  'notes',
  'moving',
];
const UP = { x: 0, y: -1 };
/** Lines that lie under the edges, so that the colours of the game stay visible. */
const HALOS = new Set(['path', 'level', 'won', 'lit', 'last', 'answer', 'answered', 'struck']);

/** @param {SVGSVGElement} svg */
export function createBoard(svg) {
  const world = make('g', { class: 'world' });
  const layer = Object.fromEntries(LAYERS.map((name) => [name, world.appendChild(make('g', { class: name }))]));
  svg.append(world);
  const ground = createGround(svg);
  /** Whether the board has a ground, and which kinds of edges are part of it. */
  let huge = false;
  let bulk = new Set();
  /** @type {Scene|null} */
  let scene = null;
  /** @type {Shape[]} */
  let shapes = [];
  /** @type {Point[]} */
  let points = [];
  /** Where moves are marked. @type {Point[]} */
  let marked = [];
  /** @type {Chunks} */
  let chunks = { of: [], members: [] };
  /** @type {Chunks} */
  let herds = { of: [], members: [] };
  /** @type {View} */
  let view = { x: 0, y: 0, k: 1 };
  /** The view that is drawn; while a gesture goes on the picture is only shifted from there. */
  let settled = view;
  /** Whether a gesture is moving the view: until it ends, nothing else may. */
  let held = false;
  /** What strokes and nodes are scaled by, so that zooming separates them; and the scale that is drawn. */
  let size = 1;
  let drawnSize = 1;
  /** In which direction from its node a coin lies. @type {Map<number, Point>} */
  const perches = new Map();
  /** Where the numbers of the edges stand, for these shapes. @type {{shapes: Shape[], size: number, at: Point[]}} */
  let numbered = { shapes: [], size: 1, at: [] };
  /** The coin under way. @type {{to: number}|null} */
  let sliding = null;

  return {
    svg,
    frame,
    hold,
    isHeld: () => held,
    slide,
    draw,
    look,
    refresh,
    fitView,
    nodeAt,
    edgeAt,
    worldAt,
    /** @template T @param {(svg: SVGSVGElement) => T} use @returns {T} */
    whole: (use) => ground.whole(layer, use),
    shapes: () => shapes,
    points: () => points,
    view: () => view,
  };

  /** @param {Scene} next */
  function draw(next) {
    const last = scene;
    scene = next;
    const reshaped = !last || last.graph !== next.graph || last.extras !== next.extras || last.bridgit !== next.bridgit;
    if (reshaped) reshape(next);
    svg.classList.toggle('dense', next.graph.nodes.length > CROWD || shapes.length > MANY);
    svg.classList.toggle('faint', next.faint);
    svg.classList.toggle('bridgit', !!next.bridgit);
    svg.classList.toggle('drawing', next.drawing);
    if (next.view && !held) look(next.view);
    ground.restyle(`${document.documentElement.dataset['theme']} ${next.faint} ${size}`);
    const rescaled = size !== drawnSize;
    drawnSize = size;
    drawPlate(next);
    drawRegions(next);
    drawEdges(next, reshaped || rescaled || last.across !== next.across ? null : last);
    if (next.strokes.length || last?.strokes.length) drawStrokes(next);
    drawMarks(next);
    drawFocus(next);
    if (!last || rescaled || nodesDiffer(last, next)) drawNodes(next);
    drawNotes(next);
  }

  /** A coin goes along an arrow. @param {number} edge @param {number} ms */
  function slide(edge, ms) {
    const shape = shapes[edge];
    const to = scene?.graph.edges[edge]?.[1];
    if (!shape || to === undefined || !layer['moving']) return;
    const coin = make('ellipse', { class: 'coin', rx: 10, ry: 5 });
    layer['moving'].replaceChildren(coin);
    const [a, b] = [perch(scene?.graph.edges[edge]?.[0] ?? to), perch(to)];
    const frames = Array.from({ length: 13 }, (_, i) => {
      const [t, { x, y }] = [i / 12, along(shape, i / 12)];
      const [dx, dy] = [a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t];
      return { transform: `translate(${x + dx * PERCH * size}px, ${y + dy * PERCH * size}px)` };
    });
    const mine = (sliding = { to });
    if (scene) drawNodes(scene);
    const done = () => {
      coin.remove();
      if (sliding !== mine) return;
      sliding = null;
      if (scene) drawNodes(scene);
    };
    coin.animate(frames, { duration: ms, easing: 'ease-in-out' }).finished.then(done, done);
  }

  /** Pans and zooms without drawing anything again. @param {View} next @param {boolean} [moving] */
  function look(next, moving = false) {
    view = next;
    ground.show(next, moving);
    if (moving && shapes.length > MANY) {
      const r = next.k / settled.k;
      svg.style.transform = `translate(${next.x - r * settled.x}px, ${next.y - r * settled.y}px) scale(${r})`;
      return;
    }
    settled = next;
    svg.style.transform = '';
    set(world, 'transform', `translate(${next.x} ${next.y}) scale(${next.k})`);
    rescale(next);
    svg.classList.toggle('far', next.k * size < 0.45);
  }

  /** Draws again what a look has scaled. */
  function refresh() {
    if (scene && size !== drawnSize) draw(scene);
  }

  /** What nodes and strokes are scaled by at a zoom. @param {number} k */
  function scaleAt(k) {
    if (!scene || scene.bridgit) return 1;
    if (k > NATURAL) return NATURAL / k;
    return scene.graph.nodes.length <= FEW ? Math.min(1.5, Math.max(1, 0.8 / k)) : 1;
  }

  /** @param {View} next */
  function rescale(next) {
    const wanted = scaleAt(next.k);
    if (Math.abs(wanted - size) > 0.01) {
      size = wanted;
      svg.style.setProperty('--size', String(size));
    }
    // The dots of the drawing board are the places that nodes snap to.
    let gap = GRID * next.k;
    while (gap < 11) gap *= 2;
    svg.style.backgroundSize = `${gap}px ${gap}px`;
    svg.style.backgroundPosition = `${next.x - gap / 2}px ${next.y - gap / 2}px`;
  }

  /** @param {boolean} on */
  function hold(on) {
    held = on;
  }

  /** The part of the screen that the board may use; the picture itself may be shifted. */
  function frame() {
    return (svg.parentElement ?? svg).getBoundingClientRect();
  }

  /** @returns {View} */
  function fitView() {
    const { width, height: whole } = frame();
    if (!width || !whole) return view;
    // On narrow screens the rule of the game stands at the top; while drawing, the selection stands at the foot.
    const style = getComputedStyle(svg);
    const kept = /** @param {string} name */ (name) => parseFloat(style.getPropertyValue(name)) || 0;
    const top = kept('--top');
    const height = whole - top - kept('--foot');
    const below = /** @param {View} v */ (v) => ({ ...v, y: v.y + top });
    if (scene?.bridgit && scene.size) {
      const span = 2 * scene.size * UNIT;
      const plate = { x: -UNIT * 0.8, y: -UNIT * 0.8, w: span + UNIT * 1.3, h: span + UNIT * 1.3 };
      return below(fit(plate, width, height, 24));
    }
    // Loops are drawn above their node, names below, and below everything the two edges of Chase's algorithm.
    const arcs = scene?.extras ? shapes.slice(-scene.extras) : [];
    const extra = [...shapes.filter((s) => s.loop), ...arcs].map((s) => s.mid);
    return below(fit(box([...points, ...extra]), width, height, 64));
  }

  /** @param {Scene} next */
  function reshape(next) {
    points = next.graph.nodes;
    shapes = next.bridgit ? next.bridgit.map(([x, y]) => bridge(x, y, x % 2 === 1)) : shapesOf(next.graph, next.extras);
    ground.clear();
    huge = shapes.length > HUGE;
    bulk = new Set();
    chunks = near(shapes.map((shape) => shape.mid));
    herds = near(points);
    perches.clear();
  }

  /** The direction from a node in which coins hide the least: the widest gap between its edges. @param {number} node */
  function perch(node) {
    let side = perches.get(node);
    if (side) return side;
    side = gapAt(node, shapes, scene?.graph.edges ?? [], at(node));
    perches.set(node, side);
    return side;
  }

  /** @param {number} node @returns {Point} */
  function at(node) {
    return points[node] ?? { x: 0, y: 0 };
  }

  /** @param {Scene} next */
  function drawPlate(next) {
    const plate = layer['plate'];
    if (!plate) return;
    if (!next.bridgit || !next.size) {
      lay('dots', new Map(), 'dots');
      return plate.replaceChildren();
    }
    const key = String(next.size);
    const isThere = huge ? ground.has('dots') : layer['dots']?.childElementCount;
    if (plate.getAttribute('data-size') === key && isThere) return;
    plate.setAttribute('data-size', key);
    plate.replaceChildren(...bridgitPlate(next.size, next.columns));
    lay('dots', bridgitDots(next.size), 'dots');
  }

  /** @param {Scene} next */
  function drawRegions(next) {
    /** @type {Map<string, string[]>} */
    const paths = new Map();
    next.regions.forEach(({ nodes, edges, kind }, i) => {
      const lines = edges.map((e) => shapes[e]?.d ?? '');
      const dots = nodes.map((v) => `M${at(v).x} ${at(v).y}h.01`);
      paths.set(`${kind}#${i}`, [...lines, ...dots, ...(points.length > CROWD ? [] : [areaOf(nodes, points)])]);
    });
    lay('regions', paths, 'region');
  }

  /**
   * Makes a layer contain exactly these paths: as elements, or if they are many on the ground.
   * @param {string} name @param {Map<string, import('./paths.js').Path[]>} paths @param {string} base
   */
  function lay(name, paths, base) {
    let count = 0;
    if (huge) for (const list of paths.values()) count += list.length;
    const isBulk = count > RARE;
    if (huge) ground.put(name, isBulk ? paths : new Map(), base);
    join(layer[name], isBulk ? new Map() : paths, base);
  }

  /**
   * Draws only the chunks in which something has changed.
   * @param {Scene} next @param {Scene|null} last the scene before, if the shapes are the same
   */
  function drawEdges(next, last) {
    const was = bulk;
    bulk = huge ? many(next.kinds, RARE) : was;
    const isSame = bulk.size === was.size && [...bulk].every((kind) => was.has(kind));
    const known = isSame ? last : null;
    const stale = changed(chunks, next.kinds, known?.kinds ?? null);
    /** @type {Map<string, import('./paths.js').Path[]>} */
    const paths = new Map();
    for (const c of stale) {
      for (const i of chunks.members[c] ?? []) {
        const [kind, shape] = [next.kinds[i], shapes[i]];
        if (!kind || !shape) continue;
        push(paths, `${kind}#${c}`, bulk.has(kind) && !next.bridgit ? shape : edgePath(next, i, kind));
        if (next.directed)
          push(paths, `${kind}#${c}#head`, arrowHead(shape, (shape.loop ? RADIUS + 2 : RADIUS + 3) * size, size));
      }
    }
    // After another board everything is replaced: its chunks are not those of this one.
    const only = known ? stale : undefined;
    if (!huge) return join(layer['edges'], paths, 'edge', only);
    const isBulk = (/** @type {string} */ key) => bulk.has(key.slice(0, key.indexOf('#')));
    ground.put('edges', new Map([...paths].filter(([key]) => isBulk(key))), 'edge', only);
    join(layer['edges'], new Map([...paths].filter(([key]) => !isBulk(key))), 'edge', only);
  }

  /**
   * An edge as it looks for its owner, or for whoever would take it.
   * @param {Scene} next @param {number} i @param {string} kind
   */
  function edgePath(next, i, kind) {
    const shape = shapes[i];
    if (!shape) return '';
    if (!next.bridgit) return shape.d;
    if (kind === 'free') return `M${shape.mid.x} ${shape.mid.y}h.01`;
    const cut = kind.startsWith('cut') || (next.across && ['hint', 'chosen'].includes(kind));
    return cut ? across(next.bridgit[i]) : shape.d;
  }

  /** @param {Scene} next */
  function drawStrokes(next) {
    const [halos, strokes] = [new Map(), new Map()];
    for (const { kind, edges, how, across: cut } of next.strokes) {
      const parts = HALOS.has(kind) ? halos : strokes;
      for (const e of edges) {
        const shape = shapes[e];
        if (!shape) continue;
        push(parts, `${kind}#${chunks.of[e]}`, cut && next.bridgit ? across(next.bridgit[e]) : styled(shape, how));
      }
    }
    lay('halos', halos, 'stroke');
    lay('strokes', strokes, 'stroke');
  }

  /** @param {[number, number]|undefined} point */
  function across(point) {
    return point ? bridge(point[0], point[1], point[0] % 2 === 0).d : '';
  }

  /** @param {Scene} next */
  function drawMarks(next) {
    // Among so many edges only a few marks help to find one.
    const few = { win: next.marks.win.length > RARE ? [] : next.marks.win, lose: [], draw: [] };
    const { win, lose, draw: even } = huge ? few : next.marks;
    const k = (shapes.length > 600 ? 0.8 : 1) * size;
    const mid = markPlaces([...win, ...lose, ...even], shapes);
    const paths = new Map();
    for (const e of [...lose, ...even]) push(paths, `under#${chunks.of[e]}`, ring(mid(e), 7 * k));
    for (const e of win) push(paths, `win#${chunks.of[e]}`, ring(mid(e), 7 * k));
    for (const e of lose) push(paths, `lose#${chunks.of[e]}`, saltire(mid(e), 4 * k));
    for (const e of even) push(paths, `even#${chunks.of[e]}`, ring(mid(e), 5 * k));
    join(layer['marks'], paths, 'mark');
    marked = [...win, ...lose, ...even].map(mid);
  }

  /** @param {Scene} next */
  function drawFocus(next) {
    const parts = [];
    const shape = next.edge === null ? undefined : shapes[next.edge];
    if (shape && next.edge !== null) {
      const d = next.bridgit && next.across ? across(next.bridgit[next.edge]) : shape.d;
      parts.push(make('path', { class: `cursor${next.across ? ' cut' : ''}`, d }));
    }
    for (const i of [next.node, ...next.picked]) {
      if (i === null || !points[i]) continue;
      const { x, y } = at(i);
      parts.push(make('circle', { class: 'cursor', cx: x, cy: y, r: (RADIUS + 6) * size }));
    }
    if (next.box) {
      const { x, y, w, h } = box([next.box.from, next.box.to]);
      parts.push(make('rect', { class: 'rubber', x, y, width: w, height: h }));
    }
    if (next.from !== null && next.rubber) {
      const { x, y } = at(next.from);
      parts.push(make('path', { class: 'rubber', d: `M${x} ${y}L${next.rubber.x} ${next.rubber.y}` }));
    }
    layer['focus']?.replaceChildren(...parts);
  }

  /**
   * In a large network, nodes without name or mark share paths; the others have elements of
   * their own.
   * @param {Scene} next
   */
  function drawNodes(next) {
    const parent = layer['nodes'];
    if (!parent) return;
    const { nodes, left, right } = next.graph;
    const crowd = nodes.length > CROWD;
    const herd = new Map();
    const places = labels(next);
    const old = new Map([...parent.children].map((child) => [child.getAttribute('data-node'), child]));
    nodes.forEach((node, i) => {
      if (crowd && i !== left && i !== right && !next.tags[i] && !next.coins?.[i]) {
        push(herd, `disc#${herds.of[i]}`, ring(at(i), 7 * size));
        return;
      }
      const group = old.get(String(i)) ?? parent.appendChild(nodeElement(i));
      old.delete(String(i));
      drawNode(next, node, i, group, places.get(i));
    });
    for (const child of old.values()) child.remove();
    lay('crowd', herd, 'plain');
  }

  /** Where the nodes' labels stand. @param {Scene} next @returns {Map<number, Point>} */
  function labels(next) {
    const tagged = points.map((_, i) => i).filter((i) => tagOf(next, i));
    const below = /** @param {number} i */ (i) => RADIUS + ((next.graph.nodes[i]?.name.length ?? 0) > 2 ? 27 : 13);
    // With the letters of the terminals alone, a board of any size may be drawn.
    if (shapes.length > MANY && !next.tags.length) return new Map();
    if (tagged.length > LABELS) return new Map(tagged.map((i) => [i, { x: 0, y: below(i) }]));
    const coins = points.flatMap(({ x, y }, i) =>
      next.coins?.[i] ? [{ x: x + perch(i).x * PERCH, y: y + perch(i).y * PERCH }] : [],
    );
    const places = labelPlaces(
      tagged.map((i) => ({
        at: at(i),
        text: tagOf(next, i),
        under: below(i) + (isPole(next, i) ? 5 : 0),
        above: !next.tags[i],
        pole: isPole(next, i),
      })),
      points,
      shapes,
      [...marked, ...coins],
      size,
    );
    return new Map(tagged.map((i, k) => [i, places[k] ?? { x: 0, y: below(i) }]));
  }

  /**
   * @param {Scene} next @param {import('./types').GraphNode} node @param {number} i @param {Element} group
   * @param {Point} [place] where its label stands
   */
  function drawNode(next, node, i, group, place) {
    const { left, right } = terminalsOf(next.graph);
    const terminal = i === left ? 'left' : i === right ? 'right' : '';
    const { x, y } = at(i);
    set(group, 'transform', size === 1 ? `translate(${x} ${y})` : `translate(${x} ${y}) scale(${size})`);
    set(group, 'class', `node ${terminal}${next.bridgit && terminal ? ' hidden' : ''}`);
    const [pole, , name, tag] = /** @type {any} */ (group.children);
    set(pole, 'visibility', terminal ? 'visible' : 'hidden');
    const text = node.name;
    if (name.textContent !== text) name.textContent = text;
    set(name, 'y', text.length > 2 ? String(RADIUS + 13) : '0');
    set(name, 'class', text.length > 2 ? 'name outside' : 'name');
    const label = tagOf(next, i);
    if (tag.textContent !== label) tag.textContent = label;
    set(tag, 'class', next.tags[i] ? 'tag value' : 'tag');
    set(tag, 'x', String(place?.x ?? 0));
    set(tag, 'y', String(place?.y ?? -RADIUS - 14));
    drawCoins(group, (next.coins?.[i] ?? 0) - (sliding?.to === i ? 1 : 0), next.coins ? perch(i) : UP);
  }

  /** @param {Scene} next */
  function drawNotes(next) {
    const parts = next.notes.map(({ x, y, text, kind }) => {
      const element = make('text', { class: `note ${kind}`, x, y });
      element.textContent = text;
      return element;
    });
    parts.push(...crowdNames(next));
    if (next.numbers && shapes.length <= 400) {
      if (numbered.shapes !== shapes || numbered.size !== size)
        numbered = { shapes, size, at: numberPlaces(shapes, next.bridgit ? [] : points, size) };
      numbered.at.forEach(({ x, y }, i) => {
        if (!next.kinds[i] || next.kinds[i] === 'cut') return;
        const element = make('text', { class: 'note number', x, y });
        element.textContent = String(i + 1);
        parts.push(element);
      });
    }
    layer['notes']?.replaceChildren(...parts);
  }

  /** The names of a large network's nodes, once the zoom has made room for them. @param {Scene} next */
  function crowdNames(next) {
    if (next.graph.nodes.length <= CROWD || next.bridgit || view.k < ROOMY) return [];
    const { width, height } = frame();
    const [from, to] = [toWorld(view, { x: 0, y: 0 }), toWorld(view, { x: width, y: height })];
    const seen = next.graph.nodes.filter((p) => p.x > from.x && p.x < to.x && p.y > from.y && p.y < to.y);
    return seen.slice(0, NAMES).map(({ name, x, y }) => {
      const element = make('text', { class: 'note number', x, y: y - 14 * size });
      element.textContent = name;
      return element;
    });
  }

  /** @param {{clientX: number, clientY: number}} event @returns {Point} */
  function worldAt(event) {
    const { left, top } = frame();
    return toWorld(view, { x: event.clientX - left, y: event.clientY - top });
  }

  /**
   * The node under a point; in play its coins count as a part of it.
   * @param {Point} p @param {number} [slack] in pixels @returns {number|null}
   */
  function nodeAt(p, slack = 4) {
    let [best, least] = [/** @type {number|null} */ (null), slack / view.k];
    const coins = scene?.drawing ? null : scene?.coins;
    points.forEach((q, i) => {
      const from = { x: (p.x - q.x) / size, y: (p.y - q.y) / size };
      const toCoin = coins?.[i] ? toCoins(from, coins[i], perch(i)) : Infinity;
      const d = Math.min(distance(p, q) - RADIUS * size, toCoin * size);
      if (d < least) [best, least] = [i, d];
    });
    return best;
  }

  /**
   * The edge under a point.
   * @param {Point} p @param {(e: number) => boolean} allowed @param {number} [slack] @returns {number|null}
   */
  function edgeAt(p, allowed, slack = 12) {
    const reach = scene?.bridgit ? UNIT * 0.9 : slack / view.k;
    let [best, least] = [/** @type {number|null} */ (null), reach];
    shapes.forEach((shape, i) => {
      if (!allowed(i)) return;
      const d = scene?.bridgit ? distance(p, shape.mid) : distanceTo(p, shape);
      if (d < least) [best, least] = [i, d];
    });
    return best;
  }
}
