// Opening, generating and saving boards.

import { button, choices, h } from '../ui.js';

/** @typedef {Pick<import('../types').Context, 'state'|'room'|'gallery'|'redraw'|'files'>} Context */

/** @type {[string, string][]} */
const WRITTEN = [
  ['network', 'Network file (.txt)'],
  ['edge-list', 'Edge list'],
  ['dimacs', 'DIMACS'],
  ['graph6', 'graph6'],
  ['dot', 'DOT'],
  ['graphml', 'GraphML'],
  ['matrix-market', 'Matrix Market'],
];

/** What the panel remembers while it is open. */
const memory = {
  text: '',
  error: '',
  format: 'network',
  nodes: 12,
  edges: 24,
  outcome: 'any',
  randomError: '',
  size: 5,
  sizeError: '',
};

/** @param {Context} c */
export function boardsPanel(c) {
  const room = c.state.room;
  return [
    ...(room === 'bridgit' ? sizes(c) : []),
    ...gallery(c),
    ...(room === 'networks' ? chance(c) : []),
    ...(room === 'bridgit' ? [] : opening(c)),
    ...saving(c),
  ];
}

/** @param {Context} c */
function sizes(c) {
  const set = async () => {
    memory.sizeError = await c.files.openBridgit(memory.size);
    c.redraw();
  };
  return [
    h(
      'div',
      { class: 'group', key: 'sizes' },
      h('h2', null, 'Size of the board'),
      h(
        'p',
        { class: 'quiet' },
        'On a board of size M, SHORT bridges from top to bottom and CUT from side to side; M = 5 is the size once sold in shops.',
      ),
      number('M', memory.size, 2, 40, (v) => (memory.size = v), 'size'),
      memory.sizeError && h('div', { class: 'error', role: 'alert' }, memory.sizeError),
      h('div', { class: 'row' }, button('New board', set, { class: 'main', id: 'new-board' })),
    ),
  ];
}

/** @param {Context} c */
function gallery(c) {
  const boards = c.gallery.filter((item) => item.room === c.state.room);
  if (!boards.length) return [];
  return [
    h(
      'div',
      { class: 'group', key: 'gallery' },
      h('h2', null, 'Gallery'),
      h(
        'ul',
        { class: 'cards', id: 'gallery' },
        ...boards.map((item) =>
          h(
            'li',
            null,
            h(
              'button',
              { type: 'button', class: 'plain', 'data-board': item.id, onclick: () => c.files.openGallery(item) },
              h('strong', null, item.title),
              h('span', null, item.line),
            ),
          ),
        ),
      ),
    ),
  ];
}

/** @param {Context} c */
function chance(c) {
  const go = async () => {
    memory.randomError = await c.files.openRandom({
      nodes: memory.nodes,
      edges: memory.edges,
      outcome: memory.outcome,
    });
    c.redraw();
  };
  return [
    h(
      'div',
      { class: 'group', key: 'chance' },
      h('h2', null, 'A random network'),
      number('Nodes', memory.nodes, 2, 20000, (v) => (memory.nodes = v), 'nodes'),
      number('Edges', memory.edges, 1, 50000, (v) => (memory.edges = v), 'edges'),
      choices(
        'Won by',
        [
          ['any', 'whoever'],
          ['short', 'SHORT, even second'],
          ['cut', 'CUT, even second'],
          ['first', 'whoever moves first'],
        ],
        memory.outcome,
        (v) => (memory.outcome = v),
        'outcome',
      ),
      memory.randomError && h('div', { class: 'error', role: 'alert' }, memory.randomError),
      h('div', { class: 'row' }, button('Make one', go, { class: 'main', id: 'random' })),
    ),
  ];
}

/**
 * @param {string} label @param {number} value @param {number} min @param {number} max
 * @param {(v: number) => void} pick @param {string} id
 */
function number(label, value, min, max, pick, id) {
  return h(
    'label',
    { class: 'field' },
    h('span', null, label),
    h('input', {
      type: 'number',
      id: `field-${id}`,
      min,
      max,
      value: String(value),
      oninput: (/** @type {any} */ e) => pick(+e.target.value),
    }),
  );
}

/** @param {Context} c */
function opening(c) {
  const read = async () => {
    memory.error = await c.files.openText(memory.text);
    c.redraw();
  };
  const coins = c.state.room === 'coins';
  return [
    h(
      'div',
      { class: 'group', key: 'opening' },
      h('h2', null, 'Open or paste'),
      h(
        'p',
        { class: 'quiet' },
        coins
          ? 'One arc a line, FROM TO; a word alone is a node; # begins a comment.'
          : 'A network file (n, m, L, R, then u v a line), an edge list, DIMACS, graph6, DOT, GraphML, Matrix Market, or a game record: the format is recognised.',
      ),
      h('textarea', {
        id: 'paste',
        'aria-label': 'Text of a graph',
        spellcheck: 'false',
        value: memory.text,
        oninput: (/** @type {any} */ e) => (memory.text = e.target.value),
      }),
      memory.error && h('div', { class: 'error', role: 'alert', id: 'paste-error' }, memory.error),
      h(
        'div',
        { class: 'row' },
        button('Read it', read, { class: 'main', id: 'read' }),
        button('Open a file…', c.files.pickFile, { id: 'open-file' }),
      ),
    ),
  ];
}

/** @param {Context} c */
function saving(c) {
  const coins = c.state.room === 'coins';
  return [
    h(
      'div',
      { class: 'group', key: 'saving' },
      h('h2', null, 'Keep and share'),
      !coins &&
        choices(
          'Format',
          WRITTEN,
          memory.format,
          (v) => {
            memory.format = v;
          },
          'format',
        ),
      h(
        'div',
        { class: 'row' },
        button(coins ? 'Digraph file' : 'Network file', () => c.files.exportGraph(coins ? 'coins' : memory.format), {
          id: 'export-graph',
        }),
        button('Game record', c.files.exportRecord, { id: 'export-record', disabled: !c.room.doc.game.moves.length }),
        button('SVG', c.files.exportSvg, { id: 'export-svg' }),
        button('PNG', c.files.exportPng, { id: 'export-png' }),
        button('Copy link', c.files.share, { id: 'copy-link' }),
      ),
      h(
        'p',
        { class: 'quiet' },
        'The address of this page always holds the board, the moves and the view; this browser also remembers them.',
      ),
    ),
  ];
}
