// The help: what the games are, and every key.

import { button, h } from '../ui.js';

/** @type {[string, [string, string][]][]} */
const KEYS = [
  [
    'Everywhere',
    [
      ['?', 'this help'],
      ['1 2 3', 'the rooms'],
      ['Ctrl Z, Ctrl Y', 'undo, redo'],
      ['+ − 0', 'zoom in, zoom out, show everything'],
      ['M', 'draw or play'],
      ['G', 'to the board'],
    ],
  ],
  [
    'On the board, playing',
    [
      ['arrows', 'walk over the free edges (or nodes)'],
      ['[ ]', 'previous, next by number'],
      ['Enter', 'play the edge; with coins: choose the coin, then its goal'],
      ['H', 'hint'],
      ['B', 'take back'],
      [', .', 'one move back, one on'],
      ['W', 'mark every move'],
    ],
  ],
  [
    'On the board, drawing',
    [
      ['arrows', 'walk over the nodes'],
      ['Shift arrows', 'move the node'],
      ['N', 'new node'],
      ['E', 'start an edge here; again to end it'],
      ['L R', 'make it a terminal'],
      ['C X', 'one coin more, one less'],
      ['F2', 'name it'],
      ['Delete', 'delete it'],
    ],
  ],
];

/** @param {Pick<import('../types').Commands['page'], 'closeHelp'>} page */
export function helpView(page) {
  return [
    h('h2', { id: 'help-title' }, 'Switchyard'),
    h(
      'p',
      null,
      'SHORT claims edges to join the terminals L and R; CUT destroys edges to part them. Blue and thick is SHORT’s; what CUT takes vanishes. In the coin game a move pushes one coin along one arrow, and who cannot move loses.',
    ),
    h('p', { class: 'quiet' }, 'Drag the empty board to pan, turn the wheel or pinch to zoom.'),
    ...KEYS.flatMap(([title, keys]) => [
      h('h3', null, title),
      h('dl', null, ...keys.flatMap(([key, text]) => [h('dt', null, h('kbd', null, key)), h('dd', null, text)])),
    ]),
    h('p', { class: 'row' }, button('Close', page.closeHelp, { id: 'help-close', autofocus: true })),
  ];
}
