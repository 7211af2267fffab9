// The help: what the games are, and every key.

import { button, h } from '../ui.js';
import { RULES } from '../words.js';

/** @type {[string, string][]} */
const GAMES = [
  ['Networks.', `${RULES.networks} SHORT’s edges are blue; what CUT destroys stays as a dotted ghost.`],
  ['Networks, all nodes.', `${RULES.all} There are no terminals. Choose it under Play, before the game.`],
  ['Bridg-It.', `${RULES.bridgit} It is the switching game on a grid, and somebody always wins.`],
  ['Coins.', RULES.coins],
];

/** @type {[string, [string, string][]][]} */
const KEYS = [
  [
    'Everywhere',
    [
      ['?', 'this help'],
      ['1 2 3', 'the rooms'],
      ['4 5', 'lessons, puzzles'],
      ['Ctrl Z, Ctrl Y', 'undo, redo'],
      ['+ − 0', 'zoom in, zoom out, show everything'],
      ['M', 'draw or play'],
      ['G', 'to the board'],
      ['A', 'analysis on or off'],
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
      ['Shift arrows, Shift drag', 'move the node'],
      ['N', 'new node'],
      ['E', 'start an edge here; again to end it'],
      ['L R', 'make it a terminal'],
      ['C X', 'one coin more, one less'],
      ['F2', 'name it'],
      ['Delete', 'delete it'],
      ['Ctrl A C X V', 'select all; copy, cut, paste'],
    ],
  ],
];

/** @param {Pick<import('../types').Commands['page'], 'closeHelp'>} page */
export function helpView(page) {
  return [
    h('h2', { id: 'help-title', tabindex: -1, autofocus: true }, 'How to play'),
    ...GAMES.map(([name, text]) => h('p', { class: 'game' }, h('strong', null, name), ` ${text}`)),
    h(
      'p',
      { class: 'quiet' },
      'Click an edge to begin. Drag the empty board to pan, turn the wheel or pinch to zoom. Pointing at the name of an edge in a text lights it on the board.',
    ),
    ...KEYS.flatMap(([title, keys]) => [
      h('h3', null, title),
      h('dl', null, ...keys.flatMap(([key, text]) => [h('dt', null, h('kbd', null, key)), h('dd', null, text)])),
    ]),
    h(
      'p',
      null,
      'How it all works, with the proofs: ',
      h('a', { id: 'documents', href: 'docs/index.html' }, 'the documents'),
      '.',
    ),
    h('p', { class: 'row' }, button('Close', page.closeHelp, { id: 'help-close' })),
  ];
}
