// Opening, generating and saving boards.

import { THUMBS } from '../thumbs.js';
import { button, choices, h } from '../ui.js';

/** @typedef {Pick<import('../types').Context, 'state'|'room'|'gallery'|'redraw'|'files'>} Context */

/** @type {[string, string][]} */
const WRITTEN = [
  ['network', 'Network (.txt)'],
  ['edge-list', 'Edge list'],
  ['dimacs', 'DIMACS'],
  ['graph6', 'graph6'],
  ['dot', 'DOT'],
  ['graphml', 'GraphML'],
  ['matrix-market', 'Matrix Market'],
  ['sparse6', 'sparse6'],
  ['gml', 'GML'],
  ['node-link', 'Node-link JSON'],
  ['pajek', 'Pajek'],
];

/** What the panel remembers while it is open. */
const memory = {
  /** @type {Record<string, string>} */
  part: {},
  search: '',
  text: '',
  error: '',
  format: 'network',
  nodes: 12,
  edges: 20,
  outcome: 'any',
  few: 0,
  randomError: '',
  size: 5,
  sizeError: '',
  name: '',
  saved: '',
};

/** The sizes of Bridg-It boards that one can still see. */
const SIZES = { least: 2, most: 40 };

/** @type {[string, string[]][]} */
const GROUPS = [
  ['First games', ['course', 'one-edge', 'series', 'parallel', 'tetrahedron', 'two-islands', 'two-bridges']],
  ['Famous graphs', ['octahedron', 'cube', 'petersen', 'utilities', 'wheel', 'ladder', 'grid']],
  [
    'From the papers',
    [
      'figure-3',
      'chase-2',
      'path-square-6',
      'path-square-8',
      'maire-1',
      'maire-6',
      'maire-p',
      'maire-r',
      'maire-p-star',
    ],
  ],
  ['Bridg-It as a network', ['bridgit-2', 'bridgit-3', 'bridgit-5', 'bridgit-8']],
  ['Hard ones', ['needle', 'scattered', 'near-threshold', 'archipelago']],
  ['Odd and large', ['odd-bits', 'apart', 'class-size']],
];

/** @param {Context} c */
export function boardsPanel(c) {
  const { room } = c.state;
  /** @type {[string, string, () => import('../ui.js').Child[]][]} */
  const parts = [
    ...(room === 'bridgit' ? [part('size', 'Size', () => sizes(c))] : [part('gallery', 'Gallery', () => gallery(c))]),
    ...(room === 'networks' ? [part('random', 'Random', () => chance(c))] : []),
    ...(room === 'bridgit' ? [] : [part('open', 'Open', () => opening(c))]),
    part('save', 'Save and share', () => saving(c)),
  ];
  const open = parts.find(([id]) => id === memory.part[room]) ?? parts[0];
  return [
    h(
      'div',
      { class: 'seg wide', role: 'group', 'aria-label': 'Boards', key: 'parts' },
      ...parts.map(([id, text]) =>
        button(
          text,
          () => {
            memory.part[room] = id;
            c.redraw();
          },
          { class: 'plain', id: `part-${id}`, 'aria-pressed': String(id === open?.[0]) },
        ),
      ),
    ),
    ...(open?.[2]() ?? []),
  ];
}

/**
 * @param {string} id @param {string} text @param {() => import('../ui.js').Child[]} view
 * @returns {[string, string, () => import('../ui.js').Child[]]}
 */
const part = (id, text, view) => [id, text, view];

/** @param {Context} c */
function sizes(c) {
  const set = async () => {
    const fits = Number.isInteger(memory.size) && memory.size >= SIZES.least && memory.size <= SIZES.most;
    memory.sizeError = fits
      ? await c.files.openBridgit(memory.size)
      : `Choose a whole number from ${SIZES.least} to ${SIZES.most}.`;
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
      number('M', memory.size, SIZES.least, SIZES.most, (v) => (memory.size = v), 'size', set),
      memory.sizeError && h('div', { class: 'error', role: 'alert' }, memory.sizeError),
      h('div', { class: 'row' }, button('New board', set, { class: 'main', id: 'new-board' })),
    ),
  ];
}

/** @param {Context} c */
function gallery(c) {
  const wanted = memory.search.trim().toLowerCase();
  const boards = c.gallery.filter(
    (item) => item.room === c.state.room && `${item.title} ${item.line}`.toLowerCase().includes(wanted),
  );
  const own = c.files.shelf(c.state.room).filter((name) => name.toLowerCase().includes(wanted));
  const named = new Set(GROUPS.flatMap(([, ids]) => ids));
  const stem = /** @param {import('../types').GalleryItem} item */ (item) => item.id.replace(/\.\w+$/, '');
  /** @type {[string, import('../types').GalleryItem[]][]} */
  const groups = [
    ...GROUPS.map(
      ([title, ids]) => /** @type {[string, typeof boards]} */ ([title, boards.filter((b) => ids.includes(stem(b)))]),
    ),
    [c.state.room === 'coins' ? 'Campus maps' : 'More', boards.filter((b) => !named.has(stem(b)))],
  ];
  return [
    h('input', {
      type: 'search',
      id: 'search',
      key: 'search',
      placeholder: 'Search the boards',
      'aria-label': 'Search the boards',
      value: memory.search,
      oninput: (/** @type {any} */ e) => {
        memory.search = e.target.value;
        c.redraw();
      },
    }),
    own.length > 0 && shelf(c, own),
    ...groups
      .filter(([, items]) => items.length)
      .map(([title, items]) =>
        h(
          'div',
          { class: 'group', key: title },
          h('h3', null, title),
          h('ul', { class: 'cards' }, ...items.map((item) => card(c, item))),
        ),
      ),
    !boards.length && !own.length && h('p', { class: 'quiet', key: 'none' }, 'No board matches.'),
  ];
}

/** @param {Context} c @param {import('../types').GalleryItem} item */
function card(c, item) {
  return h(
    'li',
    { key: item.id },
    h(
      'button',
      { type: 'button', class: 'plain', 'data-board': item.id, onclick: () => c.files.openGallery(item) },
      h('sy-thumb', { board: item.id, opaque: true, 'aria-hidden': 'true' }),
      h('span', null, h('strong', null, item.title), h('span', { class: 'line' }, item.line)),
    ),
  );
}

/** The user's own boards. @param {Context} c @param {string[]} names */
function shelf(c, names) {
  return h(
    'div',
    { class: 'group', key: 'shelf' },
    h('h3', null, 'Saved here'),
    h(
      'ul',
      { class: 'cards', id: 'shelf' },
      ...names.map((name) =>
        h(
          'li',
          { class: 'row', key: name },
          h(
            'button',
            { type: 'button', class: 'plain', 'data-saved': name, onclick: () => c.files.openSaved(name) },
            h('sy-thumb', { drawn: c.files.sketch(name), opaque: true, 'aria-hidden': 'true' }),
            h('strong', null, name),
          ),
          button('Delete', () => c.files.removeSaved(name), { 'aria-label': `Delete ${name}` }),
        ),
      ),
    ),
  );
}

/** @param {Context} c */
function chance(c) {
  const go = async () => {
    const [least, most] = [memory.nodes - 1, (memory.nodes * (memory.nodes - 1)) / 2];
    const isWhole = Number.isInteger(memory.nodes) && Number.isInteger(memory.edges) && memory.nodes > 1;
    if (!isWhole || memory.edges < least || memory.edges > most) {
      memory.randomError = !isWhole
        ? 'Choose whole numbers, and at least two nodes.'
        : `${memory.nodes} nodes need between ${least} and ${most} edges.`;
      return c.redraw();
    }
    memory.randomError = await c.files.openRandom({
      nodes: memory.nodes,
      edges: memory.edges,
      outcome: memory.outcome,
      few: memory.few,
    });
    c.redraw();
  };
  return [
    h(
      'div',
      { class: 'group', key: 'chance' },
      h('h2', null, 'A random network'),
      h(
        'p',
        { class: 'quiet' },
        'Asked for a winner, the generator avoids boards on which a single edge decides everything. The fewer moves win, the harder the first one is. CUT needs few edges to win, SHORT many.',
      ),
      number('Nodes', memory.nodes, 2, 20000, (v) => (memory.nodes = v), 'nodes', go),
      number('Edges', memory.edges, 1, 50000, (v) => (memory.edges = v), 'edges', go),
      choices(
        'Who should win',
        [
          ['any', 'anyone'],
          ['short', 'SHORT, even moving second'],
          ['cut', 'CUT, even moving second'],
          ['first', 'whoever moves first'],
        ],
        memory.outcome,
        (v) => {
          memory.outcome = v;
          c.redraw();
        },
        'outcome',
      ),
      memory.outcome === 'first' &&
        choices(
          'Winning first moves',
          [
            ['0', 'any number'],
            ['5', 'five at most'],
            ['3', 'three at most'],
            ['1', 'one for each side'],
          ],
          String(memory.few),
          (v) => (memory.few = Number(v)),
          'few',
        ),
      memory.randomError && h('div', { class: 'error', role: 'alert' }, memory.randomError),
      h('div', { class: 'row' }, button('Generate', go, { class: 'main', id: 'random' })),
    ),
  ];
}

/**
 * @param {string} label @param {number} value @param {number} min @param {number} max
 * @param {(v: number) => void} pick @param {string} id @param {() => void} enter what the key Enter does
 */
function number(label, value, min, max, pick, id, enter) {
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
      onkeydown: (/** @type {KeyboardEvent} */ e) => e.key === 'Enter' && enter(),
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
          ? 'One arrow per line, FROM TO. A word alone is a node; # begins a comment.'
          : 'A network file (n, m, L and R, then one edge “u v” per line), an edge list, DIMACS, graph6, DOT, GraphML, Matrix Market, or a game record that contains its board (ssg referee --json --embed). The format is recognised. A file can also be dropped anywhere on the page.',
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
        button('Load', read, { class: 'main', id: 'read' }),
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
      h('h2', null, 'Save and share'),
      naming(c),
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
        button('TikZ', c.files.exportTikz, { id: 'export-tikz' }),
        button('Copy link', c.files.share, { id: 'copy-link' }),
      ),
      h(
        'p',
        { class: 'quiet' },
        'The address of this page always holds the board, the moves and the view; this browser also remembers them. ' +
          (c.files.isLocal()
            ? 'A link opens on this machine, while ssg serve runs.'
            : 'A link opens wherever this address can be reached.'),
      ),
    ),
  ];
}

/** Saves the board under a name, in this browser. @param {Context} c */
function naming(c) {
  const save = () => {
    const name = memory.name.trim() || c.room.doc.title;
    memory.saved = name ? c.files.saveBoard(name) : 'Give it a name first.';
    c.redraw();
  };
  return h(
    'div',
    { class: 'group', key: 'naming' },
    h(
      'label',
      { class: 'field' },
      h('span', null, 'Name'),
      h('input', {
        id: 'save-name',
        maxlength: 60,
        placeholder: c.room.doc.title,
        value: memory.name,
        oninput: (/** @type {any} */ e) => (memory.name = e.target.value),
      }),
    ),
    h('div', { class: 'row' }, button('Save in this browser', save, { id: 'save-board' })),
    memory.saved && h('p', { class: 'quiet', id: 'saved', role: 'status' }, memory.saved),
  );
}

/**
 * The number that character `i` of a picture stands for: 40 + n, without the backtick.
 * @param {string} text @param {number} i
 */
function decoded(text, i) {
  const code = text.charCodeAt(i);
  return code < 96 ? code - 40 : code - 41;
}

/** A board of the gallery, as a sketch. @param {string} id @returns {import('../types').Sketch} */
function sketchOf(id) {
  const [places, pairs, ...ends] = THUMBS[id] ?? ['', ''];
  const numbers = /** @param {string} text */ (text) =>
    Array.from({ length: text.length / 2 }, (_, i) => [decoded(text, 2 * i), decoded(text, 2 * i + 1)]);
  return /** @type {import('../types').Sketch} */ ([numbers(places), numbers(pairs), ends]);
}

/** The lines of the edges: those between the same nodes are bent apart. @param {import('../types').Sketch} sketch */
function linesOf([at, pairs]) {
  /** @type {Map<string, number>} */
  const count = new Map();
  const name = /** @param {number[]} pair */ (pair) => pair.toSorted((a, b) => a - b).join();
  for (const pair of pairs) count.set(name(pair), (count.get(name(pair)) ?? 0) + 1);
  /** @type {Map<string, number>} */
  const drawn = new Map();
  return pairs.map((pair) => {
    const [u, v] = pair.toSorted((a, b) => a - b);
    const [[ax, ay], [bx, by]] = [at[u ?? 0] ?? [0, 0], at[v ?? 0] ?? [0, 0]];
    const [i, all] = [drawn.get(name(pair)) ?? 0, count.get(name(pair)) ?? 1];
    drawn.set(name(pair), i + 1);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const bend = ((i - (all - 1) / 2) * 14) / length;
    return `M${ax} ${ay}Q${(ax + bx) / 2 - (by - ay) * bend} ${(ay + by) / 2 + (bx - ax) * bend} ${bx} ${by}`;
  });
}

/** `<sy-thumb board="…">`: a small picture of a board of the gallery; `drawn` is another board, as JSON. */
class Thumb extends HTMLElement {
  static observedAttributes = ['board', 'drawn'];
  attributeChangedCallback() {
    const NS = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(NS, 'svg');
    svg.setAttribute('viewBox', '0 0 60 44');
    const drawn = this.getAttribute('drawn');
    /** @type {import('../types').Sketch} */
    const sketch = drawn ? JSON.parse(drawn) : sketchOf(this.getAttribute('board') ?? '');
    const [at, , ends] = sketch;
    const dots = at.length <= 40 ? at.map((place) => `M${place.join(' ')}h0`) : [];
    for (const lines of [linesOf(sketch), dots]) {
      const path = document.createElementNS(NS, 'path');
      path.setAttribute('d', lines.join(''));
      svg.append(path);
    }
    for (const node of ends) {
      const [x = 0, y = 0] = at[node] ?? [];
      const mark = document.createElementNS(NS, 'rect');
      for (const [key, value] of Object.entries({ x: x - 3, y: y - 3, width: 6, height: 6 }))
        mark.setAttribute(key, String(value));
      svg.append(mark);
    }
    this.replaceChildren(svg);
  }
}
customElements.define('sy-thumb', Thumb);
