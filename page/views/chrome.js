// The frame around the board: rooms, actions, tools, the inspector, the strip of the game, help.

import { iconButton } from '../icons.js';
import { button, h } from '../ui.js';
import { ROOMS, other, sides, turn } from '../state.js';
import { NAMES } from './play.js';

/** @typedef {import('../main.js').Context} Context */
/** @typedef {import('../types').Side} Side */

/** @type {Record<string, string>} */
const TITLES = { networks: 'Networks', bridgit: 'Bridg-It', coins: 'Coins' };

/** @param {Context} c */
export function roomsView(c) {
  return ROOMS.map((room) => h('button', { type: 'button', id: `room-${room}`, 'aria-current': room === c.state.room ? 'page' : null, onclick: () => c.dispatch({ type: 'room', room }) }, TITLES[room] ?? ''));
}

/** @param {Context} c */
export function actionsView(c) {
  const { prefs } = c.state;
  return [
    iconButton('undo', 'Undo', () => c.dispatch({ type: 'undo' }), { disabled: !c.room.past.length, id: 'undo' }),
    iconButton('redo', 'Redo', () => c.dispatch({ type: 'redo' }), { disabled: !c.room.future.length, id: 'redo' }),
    iconButton('link', 'Copy a link to this', c.share, { id: 'share' }),
    iconButton(prefs.sound ? 'bell' : 'mute', prefs.sound ? 'Turn the bell off' : 'Turn the bell on', c.sound, { 'aria-pressed': String(prefs.sound), id: 'sound' }),
    iconButton(c.dark ? 'sun' : 'moon', c.dark ? 'Light colours' : 'Dark colours', () => c.pref({ theme: c.dark ? 'light' : 'dark' }), { id: 'theme' }),
    iconButton('help', 'Help and keys', c.help, { id: 'help-button' }),
  ];
}

/** @type {[import('../types').Tool, string][]} */
const TOOLS = [['draw', 'Draw: click for a node, drag for an edge (D)'], ['move', 'Move nodes (V)'], ['terminals', 'Choose terminals L and R (T)'], ['coins', 'Put coins; Shift takes one away (C)'], ['erase', 'Erase (X)']];

/** @param {Context} c */
export function toolbarView(c) {
  const { mode, tool } = c.room;
  const drawing = mode === 'draw';
  const fixed = c.state.room === 'bridgit';
  const tools = TOOLS.filter(([name]) => (c.state.room === 'coins' ? name !== 'terminals' : name !== 'coins'));
  return [
    !fixed && h('div', { class: 'seg', role: 'group', 'aria-label': 'Draw or play', key: 'mode' },
      button('Draw', () => c.dispatch({ type: 'mode', mode: 'draw' }), { 'aria-pressed': String(drawing), id: 'mode-draw' }),
      button('Play', () => c.dispatch({ type: 'mode', mode: 'play' }), { 'aria-pressed': String(!drawing), id: 'mode-play' })),
    drawing && h('div', { class: 'tools', role: 'group', 'aria-label': 'Tools', key: 'tools' },
      ...tools.map(([name, title]) => iconButton(name, title, () => c.dispatch({ type: 'tool', tool: name }), { 'aria-pressed': String(tool === name), id: `tool-${name}` })),
      iconButton('snap', 'Snap to the grid', () => c.pref({ snap: !c.state.prefs.snap }), { 'aria-pressed': String(c.state.prefs.snap), id: 'snap' }),
      iconButton('layout', 'Lay out by forces', c.layout, { id: 'layout' })),
    drawing && button('Clear', c.clear, { class: 'icon', id: 'clear' }),
    h('span', { class: 'quiet', key: 'title', id: 'title' }, (c.slow && c.waiting) || `${c.room.doc.title}${c.room.doc.title ? ' · ' : ''}${size(c)}`),
    h('div', { class: 'tools', role: 'group', 'aria-label': 'View', key: 'view' },
      iconButton('minus', 'Zoom out', () => c.zoom(1 / 1.3), { id: 'zoom-out' }),
      iconButton('fit', 'Show everything (0)', c.fit, { id: 'fit' }),
      iconButton('plus', 'Zoom in', () => c.zoom(1.3), { id: 'zoom-in' })),
  ];
}

/** @param {Context} c */
function size(c) {
  const { nodes, edges } = c.room.doc.graph;
  if (c.room.doc.size !== null) return `M = ${c.room.doc.size}`;
  return `${nodes.length} nodes, ${edges.length} ${c.state.room === 'coins' ? 'arrows' : 'edges'}`;
}

/** What is selected, and what can be done with it. @param {Context} c */
export function inspectorView(c) {
  const { mode, node, edge, doc } = c.room;
  if (mode !== 'draw') return [];
  const it = node === null ? undefined : doc.graph.nodes[node];
  if (it && node !== null) {
    return [h('div', { role: 'group', key: `node ${node}`, 'aria-label': `Node ${it.name}` },
      h('label', { class: 'row' }, 'Name', h('input', { id: 'node-name', value: it.name, maxlength: 24, onchange: (/** @type {any} */ e) => c.dispatch({ type: 'node/name', node, name: e.target.value.trim() || it.name }) })),
      ...(c.state.room === 'coins'
        ? [button('Coin +', () => c.dispatch({ type: 'coin', node, by: 1 }), { id: 'coin-more' }), button('Coin −', () => c.dispatch({ type: 'coin', node, by: -1 }), { id: 'coin-less', disabled: !doc.coins[node] })]
        : [button('L', () => c.dispatch({ type: 'terminal', which: 'left', node }), { 'aria-label': 'Make it the left terminal' }), button('R', () => c.dispatch({ type: 'terminal', which: 'right', node }), { 'aria-label': 'Make it the right terminal' })]),
      button('Delete', () => c.dispatch({ type: 'node/delete', node })))];
  }
  if (edge !== null && doc.graph.edges[edge]) {
    const [u, v] = doc.graph.edges[edge] ?? [0, 0];
    return [h('div', { role: 'group', key: 'edge', 'aria-label': `Edge ${edge + 1}` }, h('span', null, `Edge ${edge + 1}: ${doc.graph.nodes[u]?.name} – ${doc.graph.nodes[v]?.name}`), button('Delete', () => c.dispatch({ type: 'edge/delete', edge })))];
  }
  return [];
}

/** Who wins each position of the game so far. @param {Context} c @returns {(Side|'draw'|null)[]} */
export function course(c) {
  const { doc } = c.room;
  const [one, two] = sides(c.state.room);
  return c.analysis.outcomes.map((outcome, at) => {
    if (!outcome) return null;
    if (outcome === 'draw') return 'draw';
    const mover = turn({ ...doc, at });
    if (c.state.room === 'coins') return outcome === 'first' ? mover : other(mover);
    return outcome === 'first' ? mover : outcome === 'short' ? one : two;
  });
}

/** The strip: where the game was won and lost, and a slider through it. @param {Context} c */
export function stripView(c) {
  const { doc, mode } = c.room;
  const n = doc.game.moves.length;
  // From the first move on it would push the board up under the pointer.
  if (mode !== 'play' || (!n && !doc.game.players)) return [];
  const [one, two] = sides(c.state.room);
  const winners = course(c);
  return [
    h('div', { class: 'sides', 'aria-hidden': 'true', key: 'sides' }, h('span', null, c.state.room === 'coins' ? '1st' : NAMES[one]), h('span', null, c.state.room === 'coins' ? '2nd' : NAMES[two])),
    h('sy-trend', { class: 'graph', opaque: true, 'aria-hidden': 'true', course: winners.map((w) => (w === null ? '?' : w === 'draw' ? 'd' : w === one ? 'a' : 'b')).join(''), at: doc.at, key: 'trend' }),
    h('div', { class: 'buttons', key: 'buttons' },
      iconButton('first', 'To the start', () => c.dispatch({ type: 'at', at: 0 }), { id: 'at-first' }),
      iconButton('back', 'One move back (,)', () => c.dispatch({ type: 'at', at: doc.at - 1 }), { id: 'at-back' }),
      iconButton('forward', 'One move on (.)', () => c.dispatch({ type: 'at', at: doc.at + 1 }), { id: 'at-forward' }),
      iconButton('last', 'To the end', () => c.dispatch({ type: 'at', at: n }), { id: 'at-last' })),
    h('input', { type: 'range', min: 0, max: n, value: doc.at, id: 'replay', key: 'replay', 'aria-label': 'Move of the game', 'aria-valuetext': `after move ${doc.at} of ${n}`, oninput: (/** @type {any} */ e) => c.dispatch({ type: 'at', at: +e.target.value }) }),
    h('p', { class: 'tale', id: 'tale', key: 'tale' }, tale(c, winners)),
  ];
}

/** Where the win changed intents, in words. @param {Context} c @param {(Side|'draw'|null)[]} winners */
function tale(c, winners) {
  const flips = [];
  for (let at = 1; at < winners.length; at++) {
    const [before, after] = [winners[at - 1], winners[at]];
    const by = c.room.doc.game.moves[at - 1]?.by;
    if (before && after && before !== after && by) flips.push(`${NAMES[by]} ${before === by ? 'gave the win away' : 'let go'} at move ${at}`);
  }
  if (!winners[0]) return '';
  const start = winners[0] === 'draw' ? 'a draw' : `won for ${NAMES[winners[0]]}`;
  const text = flips.length ? `${flips.slice(0, 3).join('; ')}${flips.length > 3 ? `; ${flips.length - 3} more` : ''}.` : 'nobody has erred.';
  return `The game began as ${start}; ${text}`;
}

/** `<sy-trend course="aabb" at="2">`: the verdict after every move as a line. */
class Trend extends HTMLElement {
  static observedAttributes = ['course', 'at'];
  attributeChangedCallback() {
    const text = this.getAttribute('course') ?? '';
    const at = Number(this.getAttribute('at'));
    const NS = 'http://www.w3.org/2000/svg';
    const make = /** @param {string} tag @param {Record<string, string|number>} a */ (tag, a) => {
      const element = document.createElementNS(NS, tag);
      for (const [key, value] of Object.entries(a)) element.setAttribute(key, String(value));
      return element;
    };
    const n = Math.max(1, text.length - 1);
    const x = /** @param {number} i */ (i) => 8 + (i / n) * 984;
    const y = /** @param {number} i */ (i) => ({ a: 8, d: 20, b: 32 })[text[i] ?? ''] ?? 20;
    const svg = make('svg', { class: 'graph', viewBox: '0 0 1000 40', preserveAspectRatio: 'none' });
    svg.append(make('path', { class: 'lane', d: 'M0 8H1000M0 32H1000', 'vector-effect': 'non-scaling-stroke' }));
    let d = '';
    for (let i = 0; i < text.length; i++) if (text[i] !== '?') d += `${d && text[i - 1] !== '?' ? 'L' : 'M'}${x(i)} ${y(i)}`;
    svg.append(make('path', { class: 'trend', d, 'vector-effect': 'non-scaling-stroke' }));
    svg.append(make('path', { class: 'now', d: `M${x(at)} 1V39`, 'vector-effect': 'non-scaling-stroke' }));
    this.replaceChildren(svg);
  }
}
customElements.define('sy-trend', Trend);

/** @type {[string, [string, string][]][]} */
const KEYS = [
  ['Everywhere', [['?', 'this help'], ['1 2 3', 'the rooms'], ['Ctrl Z, Ctrl Y', 'undo, redo'], ['+ − 0', 'zoom in, zoom out, show everything'], ['M', 'draw or play'], ['G', 'to the board']]],
  ['On the board, playing', [['arrows', 'walk over the free edges (or nodes)'], ['[ ]', 'previous, next by number'], ['Enter', 'play the edge; with coins: choose the coin, then its goal'], ['H', 'hint'], ['B', 'take back'], [', .', 'one move back, one on'], ['W', 'mark every move']]],
  ['On the board, drawing', [['arrows', 'walk over the nodes'], ['Shift arrows', 'move the node'], ['N', 'new node'], ['E', 'start an edge here; again to end it'], ['L R', 'make it a terminal'], ['C X', 'one coin more, one less'], ['F2', 'name it'], ['Delete', 'delete it']]],
];

/** @param {Context} c */
export function helpView(c) {
  return [
    h('h2', { id: 'help-title' }, 'Switchyard'),
    h('p', null, 'SHORT claims edges to join the terminals L and R; CUT destroys edges to part them. Blue and thick is SHORT’s; what CUT takes vanishes. In the coin game a move pushes one coin along one arrow, and who cannot move loses.'),
    h('p', { class: 'quiet' }, 'Drag the empty board to pan, turn the wheel or pinch to zoom.'),
    ...KEYS.flatMap(([title, keys]) => [h('h3', null, title), h('dl', null, ...keys.flatMap(([key, text]) => [h('dt', null, h('kbd', null, key)), h('dd', null, text)]))]),
    h('p', { class: 'row' }, button('Close', c.closeHelp, { id: 'help-close', autofocus: true })),
  ];
}
