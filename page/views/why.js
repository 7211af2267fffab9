// The explanation: the verdict, its proof as an overlay, and for coins the sum in detail.

import { button, h, tick } from '../ui.js';
import { unready } from '../state.js';
import { labelText } from '../scene.js';

/**
 * @typedef {Pick<import('../types').Context, 'state'|'room'|'analysis'|'edgeName'|'pref'|'analyse'>} Context
 */
/** @typedef {import('../types').Overlay} Overlay */

/** @type {[Overlay, string, string][]} */
const OVERLAYS = [
  ['none', 'Nothing', 'The board alone.'],
  [
    'trees',
    'The proof',
    'Two trees that share no edge on one set of nodes with both terminals let SHORT answer everything; two forests that hold every edge between the clumps, and neither of which joins the terminals, do the same for CUT.',
  ],
  [
    'reply',
    'Reply path and cut',
    'The last move broke one tree in two (shaded: one side). The path in the other tree crosses the gap; an edge of the path that crosses it mends the break.',
  ],
  [
    'partition',
    'P, P* and R',
    'Every edge e as a game of its own, played between its ends on the rest of the graph: P, SHORT wins even second; P*, CUT does; R, whoever moves first.',
  ],
  [
    'clumps',
    'Clumps',
    'The largest sets of nodes that two disjoint trees span. Inside one, SHORT can always join what it likes.',
  ],
  [
    'currents',
    'Currents',
    'Shannon’s robot: every free edge a resistor of one ohm, SHORT’s edges wires, CUT’s gone. Thickness is current, the numbers are potentials between L at 1 and R at 0, the marked edges carry most.',
  ],
];

/** @param {Context} c */
export function whyPanel(c) {
  const why = unready(c.state.room, c.room.doc);
  if (why) return [h('p', { class: 'quiet' }, why)];
  if (c.analysis.error)
    return [
      h(
        'div',
        { class: 'error', role: 'alert', key: 'error' },
        c.analysis.error,
        ' ',
        button(c.analysis.asks ? 'Analyse this position' : 'Try again', c.analyse.retry),
      ),
    ];
  return c.state.room === 'coins' ? coins(c) : network(c);
}

/** @param {Context} c */
function network(c) {
  const { prefs } = c.state;
  const answer = c.analysis.answer;
  const overlay = OVERLAYS.find(([key]) => key === prefs.overlay) ?? OVERLAYS[0];
  const choice = c.room.mode === 'draw' && prefs.overlay === 'reply' ? 'none' : prefs.overlay;
  return [
    h('p', { class: 'verdict', id: 'verdict' }, answer?.sentence ?? (c.analysis.busy ? 'Working it out…' : '')),
    answer && !answer.winner && counts(c, answer),
    h(
      'fieldset',
      { class: 'group', id: 'overlays' },
      h('legend', null, 'Draw over the board'),
      ...OVERLAYS.map(([key, name]) =>
        h(
          'label',
          { class: 'tick' },
          h('input', {
            type: 'radio',
            name: 'overlay',
            value: key,
            checked: choice === key,
            onchange: () => c.analyse.overlay(key),
          }),
          h('span', null, name),
        ),
      ),
    ),
    overlay && overlay[0] !== 'none' && h('p', { class: 'quiet', key: 'about' }, overlay[2]),
    ...legend(c),
    h(
      'div',
      { class: 'group', key: 'marks' },
      h('h3', null, 'Every move'),
      tick('Mark every move: ● wins, × loses', prefs.values, (values) => c.pref({ values })),
    ),
  ];
}

/** @param {Context} c @param {import('../types').Answer} answer */
function counts(c, answer) {
  const { short, cut } = answer.winning_moves;
  const to = c.analysis.mover === 'cut' ? 'CUT' : 'SHORT';
  return h(
    'p',
    { class: 'quiet', key: 'counts' },
    `${to} is to move. Winning moves if it were SHORT’s turn: ${short.length}; if it were CUT’s: ${cut.length}.`,
  );
}

/** @param {string} kind @param {string} text */
const line = (kind, text) => [h('sy-line', { kind, opaque: true, 'aria-hidden': 'true' }), h('span', null, text)];

/** @param {Context} c */
function legend(c) {
  const { answer, explanation } = c.analysis;
  /** @type {any[]} */
  let rows = [];
  switch (c.state.prefs.overlay) {
    case 'trees': {
      if (!answer) break;
      const cert = answer.certificate;
      if (cert.kind === 'joined') rows = line('won', 'SHORT’s path from L to R');
      else if (cert.kind === 'parted')
        return [h('p', { class: 'quiet' }, 'Shaded: everything that can still be reached from L.')];
      else {
        const proof = cert.kind === 'second' ? cert.proof : (c.analysis.mover === 'cut' ? cert.cut : cert.short).proof;
        const tree = proof.kind === 'two_trees' ? 'tree' : 'forest';
        rows = [...line('tree-a', `first ${tree}`), ...line('tree-b', `second ${tree}`)];
        if (cert.kind === 'first')
          rows.push(...line('answer', 'the winning first move; the proof is of the position after it'));
      }
      break;
    }
    case 'reply':
      if (!explanation)
        return [h('p', { class: 'quiet', id: 'explanation' }, 'Make a move: its answer will be explained here.')];
      rows = [
        ...line('hit', 'the move that was answered'),
        ...line('path', 'the path in the unbroken tree'),
        ...line('answer', 'answers that keep the win'),
        ...line('tree-a', 'the broken tree'),
        ...line('tree-b', 'the whole tree'),
      ];
      return [
        h('p', { class: 'verdict', id: 'explanation' }, explanation.sentence),
        h('div', { class: 'legend' }, ...rows),
      ];
    case 'partition':
      if (answer?.partition)
        rows = [
          ...line('part-p', `P: ${answer.partition.p.length} edges`),
          ...line('part-q', `P*: ${answer.partition.p_star.length} edges`),
          ...line('part-r', `R: ${answer.partition.r.length} edges`),
        ];
      break;
    case 'currents':
      rows = [
        ...line('current-4', 'current'),
        ...line(
          'best',
          `most current: ${(answer?.currents?.best ?? [])
            .slice(0, 8)
            .map((e) => c.edgeName(e - 1, 'short'))
            .join(', ')}`,
        ),
      ];
      break;
  }
  return rows.length ? [h('div', { class: 'legend', key: 'legend' }, ...rows)] : [];
}

/** @param {Context} c */
function coins(c) {
  const answer = c.analysis.coin;
  const { prefs } = c.state;
  if (!answer) return [h('p', { class: 'verdict', id: 'verdict' }, c.analysis.busy ? 'Working it out…' : '')];
  const name = /** @param {number} label */ (label) => c.room.doc.graph.nodes[label - 1]?.name ?? '?';
  return [
    h('p', { class: 'verdict', id: 'verdict' }, answer.sentence),
    sum(answer, name),
    answer.moves.length
      ? h(
          'div',
          { class: 'group', key: 'effects' },
          h('h3', null, 'Each move’s effect'),
          h(
            'table',
            { id: 'effects' },
            h('thead', null, h('tr', null, h('th', null, 'Move'), h('th', null, 'Result'), h('th', null, 'Then'))),
            h(
              'tbody',
              null,
              ...answer.moves
                .slice(0, 200)
                .map((move) =>
                  h(
                    'tr',
                    null,
                    h('td', null, `${name(move.from)} → ${name(move.to)}`),
                    h(
                      'td',
                      null,
                      h(
                        'span',
                        { class: `pill ${move.result}` },
                        { win: '● wins', lose: '× loses', draw: '– draws' }[move.result],
                      ),
                    ),
                    h('td', null, move.text),
                  ),
                ),
            ),
          ),
        )
      : null,
    h(
      'div',
      { class: 'group', key: 'shows' },
      h('h3', null, 'On the board'),
      tick('Labels on the nodes', prefs.labels, (labels) => c.pref({ labels })),
      tick('Mark every move: ● wins, × loses, – draws', prefs.values, (values) => c.pref({ values })),
    ),
    h(
      'p',
      { class: 'quiet' },
      'A finite label is the Sprague–Grundy value: the least number that no follower has, once every other follower can be sent back to it. ∞{…} marks a node from which play can go on for ever; the set holds the finite labels one step away.',
    ),
  ];
}

/**
 * The Nim-sum in binary.
 * @param {import('../types').CoinAnswer} answer @param {(label: number) => string} name
 */
function sum(answer, name) {
  const width = Math.max(1, ...answer.nim.map(({ label }) => label.toString(2).length));
  const bits = /** @param {number} n */ (n) => n.toString(2).padStart(width, '0');
  return h(
    'div',
    { class: 'group', key: 'sum' },
    h('h3', null, 'Nim-sum'),
    h(
      'table',
      { id: 'nim' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', null, 'Coin on'),
          h('th', { class: 'num' }, 'Label'),
          h('th', { class: 'num' }, 'Binary'),
        ),
      ),
      h(
        'tbody',
        null,
        ...answer.nim
          .slice(0, 40)
          .map(({ node, label }) =>
            h(
              'tr',
              null,
              h('td', null, name(node)),
              h('td', { class: 'num' }, String(label)),
              h('td', { class: 'num' }, bits(label)),
            ),
          ),
        ...answer.infinite
          .slice(0, 10)
          .map((node) =>
            h(
              'tr',
              null,
              h('td', null, name(node)),
              h(
                'td',
                { class: 'num' },
                labelText(answer.labels[node - 1] ?? { value: null, infinite: [], order: null }),
              ),
              h('td', { class: 'num' }, '–'),
            ),
          ),
        h(
          'tr',
          { class: 'total' },
          h('td', null, 'Sum'),
          h('td', { class: 'num' }, String(answer.nim_sum)),
          h('td', { class: 'num' }, bits(answer.nim_sum)),
        ),
      ),
    ),
  );
}

/** `<sy-line kind="…">`: a stroke of the board, for the legend. */
class Line extends HTMLElement {
  static observedAttributes = ['kind'];
  attributeChangedCallback() {
    const NS = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(NS, 'svg');
    svg.setAttribute('viewBox', '0 0 46 16');
    const kind = this.getAttribute('kind') ?? '';
    const path = document.createElementNS(NS, 'path');
    path.setAttribute('class', `stroke ${kind}`);
    const wave = 'M3 8' + Array.from({ length: 16 }, (_, i) => `L${5 + i * 2.5} ${i % 2 ? 5 : 11}`).join('') + 'L45 8';
    path.setAttribute('d', kind === 'double' ? 'M3 6H43M3 10.400H43' : kind === 'wavy' ? wave : 'M3 8H43');
    svg.append(path);
    this.replaceChildren(svg);
  }
}
customElements.define('sy-line', Line);

export { line };
