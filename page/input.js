// Mouse, pen, touch and keyboard on the board, all translated to the same few intents.

import { snapped, step, zoomed } from './geometry.js';
import { coinsNow, here } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Action} Action */
/** @typedef {ReturnType<typeof import('./board.js').createBoard>} Board */
/**
 * What a gesture may ask for.
 * @typedef {{
 *   get: () => State, dispatch: (action: Action) => void,
 *   play: (edge: number) => void, pick: (node: number) => void, push: (from: number, to: number) => void,
 *   gesture: import('./types').Gesture, redraw: () => void, redrawNow: () => void, rename: () => void,
 *   say: () => void, taken: () => (string|null)[], tellTaken: (edge: number) => void,
 *   over: () => boolean,
 * }} Intents
 */

let gestures = 0;

/**
 * @param {Board} board @param {Intents} intents
 * @param {boolean} main whether this board has the view and the keyboard
 */
export function listen(board, intents, main) {
  const { svg } = board;
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /**
   * @type {{
   *   kind: 'pan'|'node'|'nodes'|'box'|'edge'|'coin'|'none', node: number|null, x: number, y: number,
   *   moved: boolean, id: string, at: {x: number, y: number}, grip: {x: number, y: number},
   * }|null}
   */
  let drag = null;
  let pinch = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let rest;

  svg.addEventListener('pointerdown', down);
  svg.addEventListener('pointermove', move);
  svg.addEventListener('pointerup', up);
  svg.addEventListener('pointercancel', cancel);
  svg.addEventListener('pointerleave', () => hover(null));
  svg.addEventListener('wheel', wheel, { passive: false });
  svg.addEventListener('dblclick', () => {
    const room = here(intents.get());
    if (room.mode === 'draw' && room.node !== null && room.tool !== 'terminals') intents.rename();
  });
  if (main) svg.addEventListener('keydown', key);

  /** @param {{clientX: number, clientY: number}} event */
  function local(event) {
    const { left, top } = board.frame();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /**
   * Moves the picture immediately; the state and a sharp drawing follow when it comes to rest.
   * @param {import('./types').View} view
   */
  function look(view) {
    board.hold(true);
    board.look(view, true);
    clearTimeout(rest);
    rest = setTimeout(settle, 140);
  }

  function settle() {
    clearTimeout(rest);
    rest = undefined;
    board.hold(false);
    board.look(board.view());
    if (main) intents.dispatch({ type: 'view', view: board.view() });
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button > 1) return;
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, local(event));
    if (fingers.size === 2) {
      drag = null;
      intents.gesture.from = null;
      intents.gesture.rubber = null;
      pinch = spread();
      return;
    }
    const state = intents.get();
    const at = board.worldAt(event);
    const node = board.nodeAt(at, event.pointerType === 'touch' ? 12 : 4);
    const { x, y } = local(event);
    const boxes = node === null && event.button === 0 && event.shiftKey && here(state).mode === 'draw';
    const pans = event.button === 1 || node === null;
    const kind = boxes ? 'box' : pans ? 'pan' : dragKind(state, node, event.shiftKey);
    const grip = node === null ? at : (board.points()[node] ?? at);
    drag = { kind, node, x, y, moved: false, id: `g${++gestures}`, at, grip: { x: at.x - grip.x, y: at.y - grip.y } };
  }

  /**
   * What dragging a node does: in play a coin goes with the pointer, in drawing an edge or, with Shift, the node.
   * @param {State} state @param {number} node @param {boolean} shift
   * @returns {'pan'|'node'|'nodes'|'edge'|'coin'|'none'}
   */
  function dragKind(state, node, shift) {
    const { mode, tool, doc, picked } = here(state);
    if (mode === 'draw' && picked.includes(node)) return 'nodes';
    if (mode === 'play') return state.room === 'coins' && coinsNow(doc)[node] ? 'coin' : 'pan';
    if (tool === 'move' || (tool === 'draw' && shift)) return 'node';
    return tool === 'draw' ? 'edge' : 'none';
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const p = local(event);
    const before = fingers.get(event.pointerId);
    if (!before) return hover(event);
    fingers.set(event.pointerId, p);
    if (fingers.size === 2) return pinched(before, p);
    if (!drag) return;
    if (!drag.moved && Math.hypot(p.x - drag.x, p.y - drag.y) < 5) return;
    if (!drag.moved && drag.kind === 'coin') intents.dispatch({ type: 'select', node: drag.node });
    drag.moved = true;
    if (drag.kind === 'pan') {
      svg.classList.add('panning');
      const view = board.view();
      look({ ...view, x: view.x + p.x - before.x, y: view.y + p.y - before.y });
    } else if (drag.kind === 'node' && drag.node !== null) {
      const at = place({ x: board.worldAt(event).x - drag.grip.x, y: board.worldAt(event).y - drag.grip.y });
      intents.dispatch({ type: 'node/move', node: drag.node, ...at, gesture: drag.id });
    } else if (drag.kind === 'nodes') {
      const to = place({ x: board.worldAt(event).x - drag.grip.x, y: board.worldAt(event).y - drag.grip.y });
      const from = board.points()[drag.node ?? -1] ?? to;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      intents.dispatch({ type: 'nodes/move', nodes: here(intents.get()).picked, dx, dy, gesture: drag.id });
      // The next step is counted from what is drawn.
      intents.redrawNow();
    } else if (drag.kind === 'box') {
      intents.gesture.box = { from: drag.at, to: board.worldAt(event) };
      intents.redraw();
    } else if (drag.kind === 'edge' || drag.kind === 'coin') {
      intents.gesture.from = drag.node;
      intents.gesture.rubber = board.worldAt(event);
      intents.redraw();
    }
  }

  /** @param {PointerEvent} event */
  function up(event) {
    fingers.delete(event.pointerId);
    svg.classList.remove('panning');
    if (rest) settle();
    const done = drag;
    drag = null;
    if (!done) return;
    if (done.kind === 'edge' && done.moved) {
      intents.gesture.from = null;
      intents.gesture.rubber = null;
      endEdge(done.node, event);
    } else if (done.kind === 'box' && done.moved) {
      endBox();
    } else if (done.kind === 'coin' && done.moved) {
      intents.gesture.from = null;
      intents.gesture.rubber = null;
      const to = board.nodeAt(board.worldAt(event), 16);
      intents.dispatch({ type: 'select' });
      if (to !== null && done.node !== null && (to !== done.node || hasLoop(to))) intents.push(done.node, to);
    } else if (!done.moved) {
      click(event, done.node, done.at);
    }
    intents.redraw();
  }

  /** The nodes in the box are selected. */
  function endBox() {
    const { box } = intents.gesture;
    intents.gesture.box = null;
    if (!box) return;
    const [x0, x1] = [Math.min(box.from.x, box.to.x), Math.max(box.from.x, box.to.x)];
    const [y0, y1] = [Math.min(box.from.y, box.to.y), Math.max(box.from.y, box.to.y)];
    const nodes = board.points().flatMap((p, i) => (p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1 ? [i] : []));
    intents.dispatch({ type: 'nodes/pick', nodes });
    intents.say();
  }

  /** @param {number} node */
  function hasLoop(node) {
    return here(intents.get()).doc.graph.edges.some(([u, v]) => u === node && v === node);
  }

  /** @param {PointerEvent} event */
  function cancel(event) {
    fingers.delete(event.pointerId);
    drag = null;
    intents.gesture.from = null;
    intents.gesture.rubber = null;
    intents.gesture.box = null;
    intents.redraw();
  }

  /** @param {number|null} from @param {PointerEvent} event */
  function endEdge(from, event) {
    if (from === null) return;
    const at = board.worldAt(event);
    let to = board.nodeAt(at, 10);
    if (to === null) {
      // Released over empty space: the edge gets a new node as its end.
      intents.dispatch({ type: 'node/add', ...place(at) });
      to = here(intents.get()).doc.graph.nodes.length - 1;
    }
    intents.dispatch({ type: 'edge/add', u: from, v: to });
    intents.dispatch({ type: 'select', node: to });
  }

  /**
   * A click acts on what was under the pointer when it was pressed: the board may have moved since.
   * @param {PointerEvent} event @param {number|null} node @param {{x: number, y: number}} at
   */
  function click(event, node, at) {
    const state = intents.get();
    const room = here(state);
    const slack = event.pointerType === 'touch' ? 20 : 12;
    if (room.mode === 'play') {
      if (state.room === 'coins') return clickCoins(at, node, slack);
      const taken = intents.taken();
      const edge = board.edgeAt(at, (e) => !taken[e], slack);
      if (edge !== null) return intents.play(edge);
      const old = board.edgeAt(at, () => true, slack);
      if (old !== null) intents.tellTaken(old);
      return;
    }
    const edge = node === null ? board.edgeAt(at, () => true, slack) : null;
    switch (room.tool) {
      case 'erase':
        if (node !== null) intents.dispatch({ type: 'node/delete', node });
        else if (edge !== null) intents.dispatch({ type: 'edge/delete', edge });
        return;
      case 'terminals':
        if (node !== null) intents.dispatch({ type: 'terminal', which: nextTerminal(), node });
        return;
      case 'coins':
        if (node !== null) intents.dispatch({ type: 'coin', node, by: event.shiftKey ? -1 : 1 });
        return;
      default:
        if (node !== null || edge !== null) intents.dispatch({ type: 'select', node, edge });
        else if (room.tool === 'draw') intents.dispatch({ type: 'node/add', ...place(at) });
        else intents.dispatch({ type: 'select' });
    }
    intents.say();
  }

  /** @param {{x: number, y: number}} at @param {number|null} node @param {number} slack */
  function clickCoins(at, node, slack) {
    if (node !== null) return intents.pick(node);
    const edge = board.edgeAt(at, () => true, slack);
    if (edge !== null) intents.play(edge);
    else intents.dispatch({ type: 'select' });
  }

  /** L first, then R, then L again. @returns {'left'|'right'} */
  function nextTerminal() {
    const { graph } = here(intents.get()).doc;
    if (graph.left === null) return 'left';
    if (graph.right === null) return 'right';
    turnOfTerminal = turnOfTerminal === 'left' ? 'right' : 'left';
    return turnOfTerminal;
  }

  /** @param {{x: number, y: number}} p */
  function place(p) {
    const snap = intents.get().prefs.snap;
    return snap ? { x: snapped(p.x), y: snapped(p.y) } : { x: Math.round(p.x), y: Math.round(p.y) };
  }

  /** @param {PointerEvent|null} event */
  function hover(event) {
    const state = intents.get();
    const room = here(state);
    if (room.mode !== 'play' || state.room === 'coins' || event?.pointerType === 'touch' || intents.over()) return;
    const taken = intents.taken();
    const edge = event ? board.edgeAt(board.worldAt(event), (e) => !taken[e]) : null;
    svg.classList.toggle('over', edge !== null);
    if (edge !== room.edge) intents.dispatch({ type: 'select', edge });
  }

  function spread() {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  /** @param {{x: number, y: number}} before @param {{x: number, y: number}} after */
  function pinched(before, after) {
    const now = spread();
    const [a, b] = [...fingers.values()];
    if (!a || !b || !pinch) return;
    const centre = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const view = board.view();
    const slid = { ...view, x: view.x + (after.x - before.x) / 2, y: view.y + (after.y - before.y) / 2 };
    look(zoomed(slid, centre, now / pinch));
    pinch = now;
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    event.preventDefault();
    const scale = event.deltaMode === 1 ? 18 : 1;
    if (event.shiftKey) {
      const view = board.view();
      return look({ ...view, x: view.x - event.deltaY * scale, y: view.y - event.deltaX * scale });
    }
    look(zoomed(board.view(), local(event), Math.exp(-event.deltaY * scale * 0.0016)));
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = /** @type {[number, number]|undefined} */ (/** @type {any} */ (ways)[event.key]);
    const handled = way ? arrow(way, event.shiftKey) : letter(event.key);
    if (handled) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @param {[number, number]} way @param {boolean} shift */
  function arrow(way, shift) {
    const state = intents.get();
    const room = here(state);
    if (shift && room.mode === 'draw' && room.node !== null) {
      const p = board.points()[room.node];
      const by = state.prefs.snap ? 20 : 5;
      if (p)
        intents.dispatch({
          type: 'node/move',
          node: room.node,
          x: p.x + way[0] * by,
          y: p.y + way[1] * by,
          gesture: `k${room.node}`,
        });
      return true;
    }
    if (shift) {
      const view = board.view();
      look({ ...view, x: view.x - way[0] * 60, y: view.y - way[1] * 60 });
      return true;
    }
    walk(way);
    return true;
  }

  /**
   * The cursor moves over nodes when drawing and over free edges when playing.
   * @param {[number, number]} way
   */
  function walk(way) {
    const state = intents.get();
    const room = here(state);
    if (room.mode === 'draw') {
      const next = step(board.points(), room.node, way) ?? (room.node === null && board.points().length ? 0 : null);
      if (next !== null) intents.dispatch({ type: 'select', node: next });
    } else if (state.room === 'coins') {
      walkCoins(way);
    } else {
      const taken = intents.taken();
      const next = step(
        board.shapes().map((s) => s.mid),
        room.edge,
        way,
        (e) => !taken[e],
      );
      if (next !== null) intents.dispatch({ type: 'select', edge: next });
    }
    intents.say();
  }

  /**
   * In coin games the cursor moves over the nodes.
   * @param {[number, number]} way
   */
  function walkCoins(way) {
    const room = here(intents.get());
    const next = step(board.points(), room.node, way) ?? (room.node === null && board.points().length ? 0 : null);
    if (next !== null) intents.dispatch({ type: 'select', node: next });
  }

  /** @param {string} name @returns {boolean} */
  function letter(name) {
    const state = intents.get();
    const room = here(state);
    if (name === 'Escape') {
      intents.gesture.from = null;
      intents.gesture.rubber = null;
      intents.dispatch({ type: 'select' });
      intents.redraw();
      return true;
    }
    if (name === '[' || name === ']') return around(name === ']' ? 1 : -1);
    if (room.mode === 'play') {
      if (name !== 'Enter' && name !== ' ') return false;
      if (room.edge !== null) intents.play(room.edge);
      else if (state.room === 'coins' && room.node !== null) intents.pick(room.node);
      return true;
    }
    return drawLetter(name, state);
  }

  /** The next free edge, or the next arrow that a coin may take, by number. @param {number} by */
  function around(by) {
    const state = intents.get();
    const room = here(state);
    const { edges, nodes } = room.doc.graph;
    if (room.mode === 'draw' && room.edge === null) {
      if (nodes.length)
        intents.dispatch({ type: 'select', node: ((room.node ?? -by) + by + nodes.length) % nodes.length });
    } else if (edges.length) {
      const taken = intents.taken();
      let edge = room.edge ?? (by > 0 ? -1 : 0);
      for (let i = 0; i < edges.length; i++) {
        edge = (edge + by + edges.length) % edges.length;
        if (!taken[edge]) break;
      }
      intents.dispatch({ type: 'select', edge });
    }
    intents.say();
    return true;
  }

  /** @param {string} name @param {State} state @returns {boolean} */
  function drawLetter(name, state) {
    const { node, edge, doc, picked } = here(state);
    switch (name.toLowerCase()) {
      case 'n':
        intents.dispatch({ type: 'node/add', ...freePlace() });
        intents.say();
        return true;
      case 'e':
      case 'enter':
        return edgeByKey(node);
      case 'delete':
      case 'backspace':
        if (picked.length) intents.dispatch({ type: 'nodes/delete', nodes: picked });
        else if (node !== null) intents.dispatch({ type: 'node/delete', node });
        else if (edge !== null) intents.dispatch({ type: 'edge/delete', edge });
        return true;
      case 'l':
        if (node !== null) intents.dispatch({ type: 'terminal', which: 'left', node });
        return true;
      case 'r':
        if (node !== null) intents.dispatch({ type: 'terminal', which: 'right', node });
        return true;
      case 'c':
      case 'x':
        if (node === null || state.room !== 'coins') return false;
        intents.dispatch({ type: 'coin', node, by: name.toLowerCase() === 'c' ? 1 : -1 });
        return true;
      case 'f2':
        if (doc.graph.nodes[node ?? -1]) intents.rename();
        return true;
      default:
        return false;
    }
  }

  /** First press takes the start, second the end. @param {number|null} node */
  function edgeByKey(node) {
    if (node === null) return true;
    if (intents.gesture.from === null) {
      intents.gesture.from = node;
    } else {
      intents.dispatch({ type: 'edge/add', u: intents.gesture.from, v: node });
      intents.gesture.from = null;
    }
    intents.gesture.rubber = intents.gesture.from === null ? null : (board.points()[node] ?? null);
    intents.redraw();
    return true;
  }

  /** A place for a new node near the cursor, where nothing stands. */
  function freePlace() {
    const room = here(intents.get());
    const points = board.points();
    const start = room.node === null ? { x: 0, y: 0 } : (points[room.node] ?? { x: 0, y: 0 });
    for (let ring = 0; ; ring++) {
      for (let i = 0; i < Math.max(1, 6 * ring); i++) {
        const angle = (i / Math.max(1, 6 * ring)) * 2 * Math.PI;
        const p = {
          x: snapped(start.x + 100 * ring * Math.cos(angle)),
          y: snapped(start.y + 100 * ring * Math.sin(angle)),
        };
        if (points.every((q) => Math.hypot(p.x - q.x, p.y - q.y) > 60)) return p;
      }
    }
  }
}

/** @type {'left'|'right'} */
let turnOfTerminal = 'right';
