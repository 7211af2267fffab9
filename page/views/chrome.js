// The chrome around the board: rooms, actions, tools, the inspector.

import { iconButton } from '../icons.js';
import { button, h } from '../ui.js';
import { ROOMS } from '../state.js';

/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'waiting'|'slow'|'dark'|'dispatch'|'pref'|'board'|'files'|'page'|'quest'>} Context
 */

/** @type {Record<string, string>} */
const TITLES = { networks: 'Networks', bridgit: 'Bridg-It', coins: 'Coins' };

/** @param {Context} c */
export function roomsView(c) {
  const { place } = c.state;
  const entry = /** @param {string} id @param {string} text @param {boolean} here @param {() => void} go */ (
    id,
    text,
    here,
    go,
  ) => h('button', { type: 'button', id, 'aria-current': here ? 'page' : null, onclick: go }, text);
  return [
    ...ROOMS.map((room) =>
      entry(`room-${room}`, TITLES[room] ?? '', place === 'home' && room === c.state.room, () =>
        c.dispatch({ type: 'room', room }),
      ),
    ),
    entry('room-learn', 'Learn', place === 'learn', () => c.quest.enter('learn')),
    entry('room-puzzles', 'Puzzles', place === 'puzzles', () => c.quest.enter('puzzles')),
  ];
}

/** @param {Context} c */
export function actionsView(c) {
  const { prefs } = c.state;
  return [
    iconButton('undo', 'Undo', () => c.dispatch({ type: 'undo' }), {
      disabled: !c.room.past.length || c.state.place !== 'home',
      id: 'undo',
    }),
    iconButton('redo', 'Redo', () => c.dispatch({ type: 'redo' }), {
      disabled: !c.room.future.length || c.state.place !== 'home',
      id: 'redo',
    }),
    iconButton('link', 'Copy a link to this', c.files.share, { id: 'share' }),
    iconButton(prefs.sound ? 'bell' : 'mute', prefs.sound ? 'Turn the bell off' : 'Turn the bell on', c.page.sound, {
      'aria-pressed': String(prefs.sound),
      id: 'sound',
    }),
    iconButton(
      c.dark ? 'sun' : 'moon',
      c.dark ? 'Light colours' : 'Dark colours',
      () => c.pref({ theme: c.dark ? 'light' : 'dark' }),
      { id: 'theme' },
    ),
    iconButton('help', 'Help and keys', c.page.help, { id: 'help-button' }),
  ];
}

/** @type {[import('../types').Tool, string, string][]} */
const TOOLS = [
  ['draw', 'Draw', 'Click for a node, drag for an edge, Shift and drag to move (D)'],
  ['move', 'Move', 'Move nodes (V)'],
  ['terminals', 'Terminals', 'Choose the terminals L and R (T)'],
  ['coins', 'Coins', 'Put coins; Shift takes one away (C)'],
  ['erase', 'Erase', 'Erase nodes and edges (X)'],
];

/** @param {Context} c */
export function toolbarView(c) {
  const { mode, tool } = c.room;
  const drawing = mode === 'draw';
  const away = c.state.place !== 'home';
  const fixed = away || c.state.room === 'bridgit';
  const tools = TOOLS.filter(([name]) => (c.state.room === 'coins' ? name !== 'terminals' : name !== 'coins'));
  return [
    !fixed &&
      h(
        'div',
        { class: 'seg', role: 'group', 'aria-label': 'Draw or play', key: 'mode' },
        button('Draw', () => c.dispatch({ type: 'mode', mode: 'draw' }), {
          'aria-pressed': String(drawing),
          id: 'mode-draw',
        }),
        button('Play', () => c.dispatch({ type: 'mode', mode: 'play' }), {
          'aria-pressed': String(!drawing),
          id: 'mode-play',
        }),
      ),
    drawing &&
      h(
        'div',
        { class: 'tools drawing', role: 'group', 'aria-label': 'Tools', key: 'tools' },
        ...tools.map(([name, word, title]) =>
          iconButton(name, title, () => c.dispatch({ type: 'tool', tool: name }), {
            'aria-pressed': String(tool === name),
            id: `tool-${name}`,
            word,
          }),
        ),
        iconButton('snap', 'Snap to the grid', () => c.pref({ snap: !c.state.prefs.snap }), {
          'aria-pressed': String(c.state.prefs.snap),
          id: 'snap',
        }),
        iconButton('layout', 'Arrange automatically', () => c.board.layout(), { id: 'layout' }),
      ),
    drawing && button('Clear', c.board.clear, { class: 'icon', id: 'clear' }),
    !drawing &&
      !away &&
      button('Analysis', () => c.pref({ analysis: !c.state.prefs.analysis }), {
        class: 'switch',
        id: 'analysis',
        'aria-pressed': String(c.state.prefs.analysis),
        title: 'Show who wins, proofs and marks during a game, too (A)',
      }),
    h(
      'span',
      { class: 'quiet', key: 'title', id: 'title' },
      // Between the tools of drawing there is no room for more.
      (c.slow && c.waiting) || (drawing || !c.room.doc.title ? size(c) : `${c.room.doc.title} · ${size(c)}`),
    ),
    h(
      'div',
      { class: 'tools', role: 'group', 'aria-label': 'View', key: 'view' },
      iconButton('minus', 'Zoom out', () => c.board.zoom(1 / 1.3), { id: 'zoom-out' }),
      iconButton('fit', 'Show everything (0)', c.board.fit, { id: 'fit' }),
      iconButton('plus', 'Zoom in', () => c.board.zoom(1.3), { id: 'zoom-in' }),
    ),
  ];
}

/** @param {Context} c */
function size(c) {
  const { nodes, edges } = c.room.doc.graph;
  if (c.room.doc.size !== null) return `M = ${c.room.doc.size}`;
  const count = /** @param {number} n @param {string} what */ (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
  return `${count(nodes.length, 'node')}, ${count(edges.length, c.state.room === 'coins' ? 'arrow' : 'edge')}`;
}

/** What is selected, and what can be done with it. @param {Context} c */
export function inspectorView(c) {
  const { mode, node, edge, doc, picked } = c.room;
  if (mode !== 'draw') return [];
  if (picked.length)
    return [
      h(
        'div',
        { role: 'group', key: 'picked', 'aria-label': 'Selection' },
        h('span', null, picked.length === 1 ? 'One node' : `${picked.length} nodes: drag one to move them all`),
        button('Copy', c.board.duplicate, { id: 'copy-nodes' }),
        button('Delete', () => c.dispatch({ type: 'nodes/delete', nodes: picked }), { id: 'delete-nodes' }),
      ),
    ];
  const it = node === null ? undefined : doc.graph.nodes[node];
  if (it && node !== null) {
    return [
      h(
        'div',
        { role: 'group', key: `node ${node}`, 'aria-label': `Node ${it.name}` },
        h(
          'label',
          { class: 'row' },
          'Name',
          h('input', {
            id: 'node-name',
            value: it.name,
            maxlength: 24,
            onchange: (/** @type {any} */ e) =>
              c.dispatch({ type: 'node/name', node, name: e.target.value.trim() || it.name }),
          }),
        ),
        ...(c.state.room === 'coins'
          ? [
              button('Add a coin', () => c.dispatch({ type: 'coin', node, by: 1 }), { id: 'coin-more' }),
              button('Take one away', () => c.dispatch({ type: 'coin', node, by: -1 }), {
                id: 'coin-less',
                disabled: !doc.coins[node],
              }),
            ]
          : [
              button('L', () => c.dispatch({ type: 'terminal', which: 'left', node }), {
                'aria-label': 'Make it the left terminal',
              }),
              button('R', () => c.dispatch({ type: 'terminal', which: 'right', node }), {
                'aria-label': 'Make it the right terminal',
              }),
            ]),
        button('Delete', () => c.dispatch({ type: 'node/delete', node })),
      ),
    ];
  }
  if (edge !== null && doc.graph.edges[edge]) {
    const [u, v] = doc.graph.edges[edge] ?? [0, 0];
    return [
      h(
        'div',
        { role: 'group', key: 'edge', 'aria-label': `Edge ${edge + 1}` },
        h('span', null, `Edge ${edge + 1}: ${doc.graph.nodes[u]?.name} – ${doc.graph.nodes[v]?.name}`),
        button('Delete', () => c.dispatch({ type: 'edge/delete', edge })),
      ),
    ];
  }
  return [];
}
