// Chase's algorithm of 1972 on the user's graph, step by step, forwards and backwards.

import { button, h } from '../ui.js';
import { unready } from '../state.js';
import { numbered } from './refs.js';
import { line } from './why.js';

/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'analysis'|'analysing'|'analyse'|'edgeName'|'light'|'pref'>} Context
 */

/** @param {Context} c */
export function stepsPanel(c) {
  const why = unready(c.state.room, c.room.doc);
  if (why) return [h('p', { class: 'quiet' }, why)];
  if (!c.analysing)
    return [
      h('p', { class: 'quiet' }, 'Chase’s algorithm tells who wins: it is hidden during a game.'),
      h(
        'div',
        { class: 'row' },
        button('Show the analysis', () => c.pref({ analysis: true }), { class: 'main', id: 'show-analysis' }),
      ),
    ];
  const { chase, chaseAt, chaseError } = c.analysis;
  const count = c.room.doc.graph.edges.length;
  const set = /** @param {number[]} edges */ (edges) => numbered(c, setText(edges), count);
  const head = [
    h('h2', null, 'Chase’s algorithm, 1972'),
    h(
      'p',
      { class: 'quiet' },
      'It starts from one spanning tree taken twice. Then it inserts the other edges (the paper calls them branches), so that the two trees T1 and T2 share less and less, and last two unplayable edges between L and R. Where those two end up decides the game.',
    ),
  ];
  if (chaseError)
    return [
      ...head,
      h('div', { class: 'error', role: 'alert' }, chaseError, ' ', button('Try again', c.analyse.showChase)),
    ];
  if (c.state.prefs.overlay !== 'chase' || !chase)
    return [
      ...head,
      h('div', { class: 'row' }, button('Show the steps', c.analyse.showChase, { class: 'main', id: 'chase-start' })),
    ];
  const step = chase.steps[chaseAt];
  if (!step) return head;
  const last = chase.steps.length - 1;
  return [
    ...head,
    h(
      'div',
      { class: 'group', key: 'steps' },
      h(
        'div',
        { class: 'row' },
        button('◀ Back', () => c.analyse.chaseTo(chaseAt - 1), { disabled: chaseAt === 0, id: 'chase-back' }),
        button('Next ▶', () => c.analyse.chaseTo(chaseAt + 1), { disabled: chaseAt === last, id: 'chase-next' }),
        h('span', { class: 'quiet', id: 'chase-count' }, `${chaseAt + 1} of ${last + 1}`),
      ),
      h('input', {
        type: 'range',
        min: 0,
        max: last,
        value: chaseAt,
        'aria-label': 'Step of the algorithm',
        oninput: (/** @type {any} */ e) => c.analyse.chaseTo(+e.target.value),
      }),
      h(
        'p',
        { class: 'verdict', id: 'chase-text' },
        h('strong', null, `Step ${step.step}. `),
        ...numbered(c, step.text, count),
      ),
    ),
    h(
      'dl',
      { class: 'sets', key: 'sets' },
      h('dt', null, 'T1'),
      h('dd', null, ...set(step.trees[0])),
      h('dt', null, 'T2'),
      h('dd', null, ...set(step.trees[1])),
      h('dt', null, 'T1∩T2'),
      h('dd', null, ...set(step.trees[0].filter((e) => step.trees[1].includes(e)))),
      ...step.levels.flatMap((level, k) => [h('dt', null, `B(${k})`), h('dd', null, ...set(level))]),
    ),
    h(
      'div',
      { class: 'legend', key: 'legend' },
      ...line('double', 'T1'),
      ...line('wavy', 'T2'),
      ...line('level', 'the newest B(k)'),
      ...line('entering', 'comes in'),
      ...line('leaving', 'goes out'),
    ),
    h(
      'p',
      { class: 'quiet' },
      `Edges ${chase.extra[0]} and ${chase.extra[1]} are the unplayable ones, dotted below the network.`,
    ),
    h(
      'div',
      { class: 'row' },
      button('Hide the steps', () => c.analyse.overlay('none')),
    ),
  ];
}

/** @param {number[]} edges */
const setText = (edges) =>
  edges.length > 60
    ? `{${edges.slice(0, 60).join(', ')}, … ${edges.length} in all}`
    : edges.length
      ? `{${edges.join(', ')}}`
      : '∅';
