// Chase's algorithm of 1972 on the user's network, or Fraenkel's labelling of a digraph, step by step, forwards and
// backwards.

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
      h('p', { class: 'quiet' }, 'The steps tell who wins: they are hidden during a game.'),
      h(
        'div',
        { class: 'row' },
        button('Show the analysis', () => c.pref({ analysis: true }), { class: 'main', id: 'show-analysis' }),
      ),
    ];
  if (c.room.doc.graph.target)
    return [h('p', { class: 'quiet' }, 'Chase’s algorithm plays for two terminals. Here SHORT has to join all nodes.')];
  return c.state.room === 'coins' ? labellingSteps(c) : chaseSteps(c);
}

/** @param {Context} c */
function chaseSteps(c) {
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
    walk(c, last, step.step, numbered(c, step.text, count)),
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

/**
 * The step that is shown, and the way to the others.
 * @param {Context} c @param {number} last @param {number} step @param {import('../ui.js').Child[]} text
 */
function walk(c, last, step, text) {
  const at = c.analysis.chaseAt;
  return h(
    'div',
    { class: 'group', key: 'steps' },
    h(
      'div',
      { class: 'row' },
      button('◀ Back', () => c.analyse.stepTo(at - 1), { disabled: at === 0, id: 'chase-back' }),
      button('Next ▶', () => c.analyse.stepTo(at + 1), { disabled: at === last, id: 'chase-next' }),
      h('span', { class: 'quiet', id: 'chase-count' }, `${at + 1} of ${last + 1}`),
    ),
    h('input', {
      type: 'range',
      min: 0,
      max: last,
      value: at,
      'aria-label': 'Step of the algorithm',
      oninput: (/** @type {any} */ e) => c.analyse.stepTo(+e.target.value),
    }),
    h('p', { class: 'verdict', id: 'chase-text' }, h('strong', null, `Step ${step}. `), ...text),
  );
}

/** The labels of a digraph, as the paper gives them out. @param {Context} c */
function labellingSteps(c) {
  const { labelling, chaseAt, chaseError } = c.analysis;
  const head = [
    h('h2', null, 'Fraenkel’s labelling'),
    h(
      'p',
      { class: 'quiet' },
      'Round by round the numbers i = 0, 1, 2, … are given out. Step 2 gives i to a node of whose followers none has i, if every follower without a number leads back to a node with i. Step 3 gives ∞ to the other nodes without a follower labelled i. Step 4 goes on to the next i.',
    ),
  ];
  if (chaseError)
    return [
      ...head,
      h('div', { class: 'error', role: 'alert' }, chaseError, ' ', button('Try again', c.analyse.showChase)),
    ];
  if (c.state.prefs.overlay !== 'chase' || !labelling)
    return [
      ...head,
      h('div', { class: 'row' }, button('Show the steps', c.analyse.showChase, { class: 'main', id: 'chase-start' })),
    ];
  const step = labelling.steps[chaseAt];
  if (!step) return head;
  const name = step.node === null ? '' : `${c.room.doc.graph.nodes[step.node]?.name} `;
  return [
    ...head,
    walk(c, labelling.steps.length - 1, step.step, [name, step.text]),
    h('div', { class: 'legend', key: 'legend' }, ...line('entering', 'the arrows that decide it')),
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
