// The panel while drawing: stamps, and the edge list, which follows the drawing and which the drawing follows.

import { edgeList, fromEdgeList, stamped, stampOf, STAMPS } from '../stamps.js';
import { button, choices, h } from '../ui.js';

/** @typedef {Pick<import('../types').Context, 'state'|'room'|'dispatch'|'redraw'|'board'>} Context */

const memory = { kind: 'complete', n: 5, error: '' };

/** @param {Context} c */
export function editPanel(c) {
  const coins = c.state.room === 'coins';
  return [
    h(
      'p',
      { class: 'quiet', key: 'how' },
      coins
        ? 'Click for a node, drag from node to node for an arrow. Hold Shift and drag to move a node.'
        : 'Click for a node: the first is L, the second R. Drag from node to node for an edge. Hold Shift and drag to move a node, or to select several by a box.',
    ),
    h(
      'div',
      { class: 'group', key: 'arrange' },
      h('h3', null, 'Arrange'),
      h(
        'div',
        { class: 'row' },
        button('By forces', () => c.board.layout(), { id: 'by-forces' }),
        button('On a circle', () => c.board.layout('circle'), { id: 'on-circle' }),
        button('Without crossings', () => c.board.layout('planar'), { id: 'planar' }),
        coins && button('In layers', () => c.board.layout('layers'), { id: 'in-layers' }),
      ),
    ),
    stampsView(c),
    listView(c),
  ];
}

/** @param {Context} c */
function stampsView(c) {
  const { least, most } = STAMPS[/** @type {keyof typeof STAMPS} */ (memory.kind)];
  const size = Math.max(least, Math.min(most, memory.n));
  const stamp = () => {
    const graph = stamped(c.room.doc.graph, stampOf(memory.kind, size), c.state.room === 'networks');
    c.dispatch({ type: 'rewrite', graph, gesture: `stamp${Date.now()}` });
    c.board.fit();
  };
  return h(
    'div',
    { class: 'group', key: 'stamps' },
    h('h3', null, 'Stamps'),
    choices(
      'Graph',
      Object.entries(STAMPS).map(([kind, { name }]) => [kind, name]),
      memory.kind,
      (kind) => {
        memory.kind = kind;
        c.redraw();
      },
      'stamp-kind',
    ),
    h(
      'label',
      { class: 'field' },
      h('span', null, 'Size'),
      h('input', {
        type: 'number',
        id: 'stamp-size',
        min: least,
        max: most,
        value: String(memory.n),
        oninput: (/** @type {any} */ e) => {
          memory.n = +e.target.value;
          c.redraw();
        },
      }),
    ),
    h('div', { class: 'row' }, button(`Add size ${size}`, stamp, { id: 'stamp' })),
  );
}

/** @param {Context} c */
function listView(c) {
  const { graph } = c.room.doc;
  if (graph.edges.length > 2000) return null;
  const write = (/** @type {any} */ event) => {
    const read = fromEdgeList(c.room.doc.graph, event.target.value);
    memory.error = 'error' in read ? read.error : '';
    if ('graph' in read) c.dispatch({ type: 'rewrite', graph: read.graph, gesture: 'edge list' });
    c.redraw();
  };
  return h(
    'div',
    { class: 'group', key: 'list' },
    h('h3', null, c.state.room === 'coins' ? 'Arrows, one per line' : 'Edges, one per line'),
    h('textarea', {
      id: 'edge-list',
      class: 'tall',
      'aria-label': 'Edge list',
      spellcheck: 'false',
      value: edgeList(graph),
      oninput: write,
    }),
    memory.error && h('div', { class: 'error', role: 'alert', id: 'list-error' }, memory.error),
  );
}
