// The explanation: the verdict, its proof as an overlay, and for coins the sum in detail.

import { mover } from '../ladder.js';
import { labelText } from '../scene.js';
import { FOR_TERMINALS, NAMES, rulesOf, unready, visiblePrefs } from '../state.js';
import { button, h, tick } from '../ui.js';
import {
  coinVerdict,
  joined,
  lostBefore,
  lostMove,
  noCurrents,
  noReply,
  partReason,
  reason,
  verdict,
  wonMove,
} from '../words.js';
import { sentence } from './refs.js';

/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'analysis'|'analysing'|'edgeName'|'pref'|'analyse'|'light'|'dispatch'|'files'>} Context
 */
/** @typedef {import('../types').Overlay} Overlay */

/** @type {[Overlay, string, string][]} */
const OVERLAYS = [
  ['none', 'Nothing', 'The board alone.'],
  ['trees', 'The proof', 'What the winner needs to answer every move.'],
  ['reply', 'Reply path and cut', 'What the last move did to the winner’s proof, and the moves that mend it.'],
  [
    'partition',
    'P, P* and R',
    'Take any edge as a game of its own, played between its two ends on the rest of the graph. In P, SHORT wins it even moving second; in P*, CUT does; in R, whoever moves first.',
  ],
  [
    'clumps',
    'Clumps',
    'The largest sets of nodes that two trees without a common edge span. Inside one, SHORT can always join what it likes.',
  ],
  [
    'currents',
    'Currents',
    'Shannon’s robot of 1951: every free edge is a resistor of one ohm, SHORT’s edges are wires, CUT’s are gone. Thickness is current. The numbers are potentials, from 1 at L to 0 at R. The marked edges carry the most current.',
  ],
];

/** @param {Context} c */
export function whyPanel(c) {
  const why = unready(c.state.room, c.room.doc);
  if (why) return [h('p', { class: 'quiet' }, why)];
  if (!c.analysing)
    return [
      h('p', { class: 'quiet', id: 'hidden' }, 'Who wins, proofs and marks are hidden during a game.'),
      h(
        'div',
        { class: 'row' },
        button('Show the analysis', () => c.pref({ analysis: true }), { class: 'main', id: 'show-analysis' }),
      ),
    ];
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

const UNDER_WAY =
  'This is about the game under way, whose moves the drawing does not show. Changing the drawing ends it.';

/** @param {Context} c */
function network(c) {
  const prefs = visiblePrefs(c.state, c.analysing);
  const { answer } = c.analysis;
  const { graph } = c.room.doc;
  const overlay = OVERLAYS.find(([key]) => key === prefs.overlay) ?? OVERLAYS[0];
  const choice = c.room.mode === 'draw' && prefs.overlay === 'reply' ? 'none' : prefs.overlay;
  const playing = c.room.mode === 'play' && !!c.room.doc.game.players;
  const text = answer ? verdict(rulesOf(c.state.room, graph), answer, c.analysis.mover, playing) : null;
  return [
    c.room.mode === 'draw' &&
      c.room.doc.at > 0 &&
      h('p', { class: 'quiet', id: 'under-way', key: 'under-way' }, UNDER_WAY),
    h('p', { class: 'verdict', id: 'verdict' }, text ?? (c.analysis.busy ? 'Working it out…' : '')),
    lostView(c) ?? wonView(c),
    h(
      'fieldset',
      { class: 'group', id: 'overlays' },
      h('legend', null, 'Show on the board'),
      ...OVERLAYS.filter(([key]) => !graph.target || !FOR_TERMINALS.has(key)).map(([key, name]) =>
        h(
          'label',
          { class: 'tick' },
          h('input', {
            type: 'radio',
            name: 'overlay',
            value: key,
            checked: choice === key,
            disabled: key === 'currents' && !!noCurrents(graph.edges.length) && choice !== key,
            onchange: () => c.analyse.overlay(key),
          }),
          h('span', null, name),
        ),
      ),
    ),
    c.analysis.refused
      ? h('p', { class: 'quiet', key: 'refused', id: 'refused' }, c.analysis.refused)
      : overlay && overlay[0] !== 'none' && h('p', { class: 'quiet', key: 'about' }, about(c, overlay)),
    ...(c.analysis.refused ? [] : legend(c)),
    ...(choice === 'partition' ? partView(c) : []),
    h(
      'div',
      { class: 'group', key: 'marks' },
      h('h3', null, 'Every move'),
      tick(`Mark every move of ${NAMES[mover(c.state)]}: ● wins, × loses`, prefs.values, (values) =>
        c.pref({ values }),
      ),
    ),
  ];
}

/** Why the losing side plays what it plays. @param {Context} c */
function lostView(c) {
  const { lost } = c.analysis;
  const last = c.room.doc.game.moves[c.room.doc.at - 1];
  if (!lost || !last || c.room.mode !== 'play') return null;
  const { edge, by, reason: why } = lost;
  const begin = lostBefore(by, c.room.doc.game.players?.[by], last.edge === edge);
  return h('p', { class: 'quiet', id: 'lost', key: 'lost' }, begin, ...sentence(c, lostMove(why, edge, by)));
}

/** Why the winning side plays this of all winning moves. @param {Context} c */
function wonView(c) {
  const { won } = c.analysis;
  if (!won || c.room.mode !== 'play') return null;
  const { edge, by, reason: why } = won;
  return h('p', { class: 'quiet', id: 'shortens', key: 'shortens' }, ...sentence(c, wonMove(why, edge, by)));
}

/** Why an edge is where it is, and its game. @param {Context} c */
function partView(c) {
  const { edges } = c.room.doc.graph;
  const why = c.analysis.part?.why;
  const trees = why?.cotrees ? 'co-tree' : 'tree';
  const shows = /** @param {'circuit'|'trees'} part @param {string} text */ (part, text) =>
    button(text, () => c.pref({ part }), {
      class: 'plain',
      id: `part-${part}`,
      'aria-pressed': String(c.state.prefs.part === part),
    });
  const opens = c.state.room === 'networks' && !c.room.doc.game.players;
  return [
    h(
      'label',
      { class: 'field', key: 'part-edge' },
      h('span', null, 'Why is edge'),
      h('input', {
        type: 'number',
        id: 'part-edge',
        min: 1,
        max: edges.length,
        value: why ? String(why.edge) : '',
        oninput: (/** @type {any} */ e) => {
          const edge = Number(e.target.value) - 1;
          if (edges[edge]) c.dispatch({ type: 'select', edge });
        },
      }),
    ),
    !why &&
      h(
        'p',
        { class: 'quiet', key: 'part-how' },
        opens ? 'Point at an edge to see why it is where it is; click it to play its game.' : 'Point at a free edge.',
      ),
    why &&
      h(
        'div',
        { class: 'group', key: 'part', id: 'part' },
        ...partReason(why).map((parts) => h('p', null, ...sentence(c, parts))),
        h(
          'div',
          { class: 'seg wide', role: 'group', 'aria-label': 'Shown of this edge' },
          shows('circuit', 'Circuit and cutset'),
          shows('trees', `The two ${trees}s`),
        ),
        h(
          'div',
          { class: 'legend' },
          ...(c.state.prefs.part === 'trees'
            ? [...line('tree-a', `first ${trees}`), ...line('tree-b', `second ${trees}`)]
            : [
                ...(why.circuit ? line('path', 'its circuit') : []),
                ...(why.cutset ? line('level', 'its cutset') : []),
              ]),
        ),
        opens &&
          h(
            'div',
            { class: 'row' },
            button('Play its game', () => c.files.openEdgeGame(why.edge - 1), { id: 'edge-game' }),
          ),
      ),
  ];
}

/**
 * What an overlay shows, of the side that it is about.
 * @param {Context} c @param {[Overlay, string, string]} overlay
 */
function about(c, [key, , text]) {
  // The board of Bridg-It shows no potentials.
  if (key === 'currents' && c.state.room === 'bridgit') return text.replace(/ The numbers are[^.]*\./, '');
  const proof = key === 'trees' ? proofOf(c) : null;
  if (!proof) return text;
  const all = !!c.room.doc.graph.target;
  if (proof.kind === 'two_trees')
    return `Two trees that share no edge ${all ? 'join all nodes' : 'span one set of nodes with both terminals'}. Whatever CUT takes from one, SHORT mends with the other.`;
  return `Two forests that share no edge hold every edge between the clumps, and neither joins ${endsApart(c, proof)}. Whatever SHORT claims in one, CUT answers in the other.`;
}

/** The trees or forests that prove who wins; null when the game is over. @param {Context} c */
function proofOf(c) {
  const cert = c.analysis.answer?.certificate;
  switch (cert?.kind) {
    case 'second':
      return cert.proof;
    case 'first':
      return (c.analysis.mover === 'cut' ? cert.cut : cert.short).proof;
    default:
      return null;
  }
}

/** What CUT keeps apart, in words. @param {Context} c @param {{apart?: [number, number]}} proof */
function endsApart(c, { apart }) {
  if (!apart) return 'the terminals';
  const [u, v] = apart.map((label) => c.room.doc.graph.nodes[label - 1]?.name ?? '?');
  return `nodes ${u} and ${v}`;
}

/** @param {string} kind @param {string} text */
const line = (kind, text) => [h('sy-line', { kind, opaque: true, 'aria-hidden': 'true' }), h('span', null, text)];

/** @param {Context} c */
function legend(c) {
  const { answer, explanation } = c.analysis;
  /** @type {any[]} */
  let rows = [];
  switch (visiblePrefs(c.state, c.analysing).overlay) {
    case 'trees': {
      if (!answer) break;
      const cert = answer.certificate;
      const proof = proofOf(c);
      if (cert.kind === 'joined') rows = line('won', 'SHORT’s path from L to R');
      else if (cert.kind === 'spanned') rows = line('won', 'SHORT’s tree, which joins all nodes');
      else if (!proof) {
        const shaded = c.room.doc.graph.target
          ? 'one part of the network'
          : 'everything that can still be reached from L';
        return [h('p', { class: 'quiet' }, `Shaded: ${shaded}.`)];
      } else {
        const tree = proof.kind === 'two_trees' ? 'tree' : 'forest';
        rows = [...line('tree-a', `first ${tree}`), ...line('tree-b', `second ${tree}`)];
        if (cert.kind === 'first')
          rows.push(
            ...line('answer', `${NAMES[c.analysis.mover]}’s winning move; the proof is of the position after it`),
          );
      }
      break;
    }
    case 'reply':
      if (!explanation || explanation === 'none')
        return [h('p', { class: 'quiet', id: 'explanation' }, noReply(explanation, !!answer?.winner))];
      rows = replyLegend(explanation);
      return [
        h('p', { class: 'verdict', id: 'explanation' }, ...sentence(c, reason(explanation, endsApart(c, explanation)))),
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
      if (!answer?.currents) break;
      if (!answer.currents.best.length)
        return [h('p', { class: 'quiet', id: 'no-current' }, 'No current flows: the game is over.')];
      rows = [
        ...line('current-4', 'current'),
        h('sy-line', { kind: 'best', opaque: true, 'aria-hidden': 'true' }),
        h(
          'span',
          null,
          'most current: ',
          ...sentence(c, [
            '',
            ...joined(
              answer.currents.best.map((e) => e - 1),
              'short',
              ', ',
            ),
          ]),
        ),
      ];
      break;
  }
  return rows.length ? [h('div', { class: 'legend', key: 'legend' }, ...rows)] : [];
}

/** @param {import('../types').Explanation} why */
function replyLegend(why) {
  const tree = why.winner === 'short' ? 'tree' : 'forest';
  return [
    ...line('hit', 'the move that was answered'),
    ...(why.path.length ? line('path', `the path in the other ${tree}`) : []),
    ...line('answer', `answers that keep ${NAMES[why.winner]}’s win`),
    ...line('tree-a', why.winner === 'short' ? 'the broken tree' : 'the forest that was hit'),
    ...line('tree-b', `the other ${tree}`),
  ];
}

/** @param {Context} c */
function coins(c) {
  const answer = c.analysis.coin;
  const { prefs } = c.state;
  if (!answer) return [h('p', { class: 'verdict', id: 'verdict' }, c.analysis.busy ? 'Working it out…' : '')];
  const name = /** @param {number} label */ (label) => c.room.doc.graph.nodes[label - 1]?.name ?? '?';
  return [
    h('p', { class: 'verdict', id: 'verdict' }, coinVerdict(answer, c.room.doc.at)),
    sum(answer, name),
    answer.moves.length ? effects(answer.moves, name) : null,
    h(
      'div',
      { class: 'group', key: 'shows' },
      h('h3', null, 'On the board'),
      tick('Labels on the nodes', prefs.labels, (labels) => c.pref({ labels })),
      tick('Mark every move: ● wins, × loses, ○ draws', prefs.values, (values) => c.pref({ values })),
    ),
    h(
      'p',
      { class: 'quiet' },
      'A finite label is the Sprague–Grundy value: the least number that is on no node one arrow away. A node one arrow away may also have an infinite label, if an arrow leads from there to a node with this value. ∞(…) marks a node from which play can go on for ever; the parentheses hold the finite labels one arrow away. Example: ∞(1) can go to a node with label 1, or go on for ever.',
    ),
  ];
}

/** So many moves are listed at once; the others unfold. */
const AT_ONCE = 10;

/** What every move does. @param {import('../types').CoinMove[]} moves @param {(label: number) => string} name */
function effects(moves, name) {
  const row = /** @param {import('../types').CoinMove} move */ (move) =>
    h(
      'tr',
      null,
      h('td', null, `${name(move.from)} → ${name(move.to)}`),
      h(
        'td',
        null,
        h('span', { class: `pill ${move.result}` }, { win: '● wins', lose: '× loses', draw: '○ draws' }[move.result]),
      ),
      h('td', null, move.text),
    );
  const more = moves.slice(AT_ONCE, 200);
  return h(
    'div',
    { class: 'group', key: 'effects' },
    h('h3', null, 'Each move’s effect'),
    h(
      'table',
      { id: 'effects' },
      h('thead', null, h('tr', null, h('th', null, 'Move'), h('th', null, 'Result'), h('th', null, 'Then'))),
      h('tbody', null, ...moves.slice(0, AT_ONCE).map(row)),
    ),
    more.length > 0 &&
      h(
        'details',
        { key: 'more', id: 'more-effects' },
        h('summary', null, `${more.length} more`),
        h('table', null, h('tbody', null, ...more.map(row))),
      ),
  );
}

/** Coins on one node share a row. @param {{node: number, label: number}[]} all */
function grouped(all) {
  /** @type {Map<number, {node: number, label: number, count: number}>} */
  const rows = new Map();
  for (const { node, label } of all) {
    const row = rows.get(node);
    if (row) row.count++;
    else rows.set(node, { node, label, count: 1 });
  }
  return [...rows.values()];
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
        ...grouped(answer.nim)
          .slice(0, 40)
          .map(({ node, label, count }) =>
            h(
              'tr',
              null,
              h('td', null, count > 1 ? `${name(node)} × ${count}` : name(node)),
              h('td', { class: 'num' }, String(label)),
              h('td', { class: 'num' }, bits(label)),
            ),
          ),
        ...grouped(answer.infinite.map((node) => ({ node, label: 0 })))
          .slice(0, 10)
          .map(({ node, count }) =>
            h(
              'tr',
              null,
              h('td', null, count > 1 ? `${name(node)} × ${count}` : name(node)),
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
    const wave = 'M2 8' + 'q3.5 -7 7 0q3.5 7 7 0'.repeat(3);
    path.setAttribute('d', kind === 'double' ? 'M3 6H43M3 10.400H43' : kind === 'wavy' ? wave : 'M3 8H43');
    svg.append(path);
    this.replaceChildren(svg);
  }
}
customElements.define('sy-line', Line);

export { line };
