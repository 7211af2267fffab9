// The strip under the board: who was winning after every move, and a slider through the game.

import { iconButton } from '../icons.js';
import { course } from '../review.js';
import { NAMES, resultOf, sides } from '../state.js';
import { h } from '../ui.js';
import { tale } from '../words.js';

/** @typedef {Pick<import('../types').Context, 'state'|'room'|'analysis'|'analysing'|'dispatch'>} Context */

/** The strip: where the game was won and lost, and a slider through it. @param {Context} c */
export function stripView(c) {
  const { doc, mode } = c.room;
  const n = doc.game.moves.length;
  // It is always there in play: it would otherwise move the board under the pointer when a game begins.
  if (mode !== 'play' || c.state.place !== 'home') return [];
  const [one, two] = sides(c.state.room);
  const seen = c.analysing && n > 0;
  const winners = seen ? course(c.state, c.analysis) : [];
  return [
    seen &&
      h(
        'div',
        { class: 'sides', 'aria-hidden': 'true', key: 'sides' },
        h('span', null, c.state.room === 'coins' ? '1st' : NAMES[one]),
        h('span', null, c.state.room === 'coins' ? '2nd' : NAMES[two]),
      ),
    seen &&
      h('sy-trend', {
        class: 'graph',
        opaque: true,
        'aria-hidden': 'true',
        course: winners.map((w) => (w === null ? '?' : w === 'draw' ? 'd' : w === one ? 'a' : 'b')).join(''),
        at: doc.at,
        key: 'trend',
      }),
    h(
      'div',
      { class: 'buttons', key: 'buttons' },
      iconButton('first', 'To the start', () => c.dispatch({ type: 'at', at: 0 }), { id: 'at-first' }),
      iconButton('back', 'One move back (,)', () => c.dispatch({ type: 'at', at: doc.at - 1 }), { id: 'at-back' }),
      iconButton('forward', 'One move on (.)', () => c.dispatch({ type: 'at', at: doc.at + 1 }), { id: 'at-forward' }),
      iconButton('last', 'To the end', () => c.dispatch({ type: 'at', at: n }), { id: 'at-last' }),
    ),
    h('input', {
      type: 'range',
      min: 0,
      max: n,
      value: doc.at,
      id: 'replay',
      key: 'replay',
      'aria-label': 'Move of the game',
      'aria-valuetext': `after move ${doc.at} of ${n}`,
      oninput: (/** @type {any} */ e) => c.dispatch({ type: 'at', at: +e.target.value }),
    }),
    h(
      'p',
      { class: 'tale', id: 'tale', key: 'tale' },
      seen
        ? tale(
            winners,
            doc.game.moves.map((move) => move.by),
            resultOf(c.state, c.analysis) !== null,
            c.state.room !== 'coins' && c.analysis.outcomes[0] === 'first',
          )
        : n
          ? 'Who is winning is shown when the game is over, or with Analysis on.'
          : '',
    ),
  ];
}

/** `<sy-trend course="aabb" at="2">`: the verdict after every move as a line. */
class Trend extends HTMLElement {
  static observedAttributes = ['course', 'at'];
  attributeChangedCallback() {
    const text = this.getAttribute('course') ?? '';
    const at = Number(this.getAttribute('at'));
    const NS = 'http://www.w3.org/2000/svg';
    const make = /** @param {string} tag @param {Record<string, string|number>} a */ (tag, a) => {
      const element = document.createElementNS(NS, tag);
      for (const [key, value] of Object.entries(a)) element.setAttribute(key, String(value));
      return element;
    };
    const n = Math.max(1, text.length - 1);
    const x = /** @param {number} i */ (i) => 8 + (i / n) * 984;
    const y = /** @param {number} i */ (i) => ({ a: 8, d: 20, b: 32 })[text[i] ?? ''] ?? 20;
    const svg = make('svg', { class: 'graph', viewBox: '0 0 1000 40', preserveAspectRatio: 'none' });
    if (text)
      svg.append(make('path', { class: 'lane', d: 'M0 8H1000M0 32H1000', 'vector-effect': 'non-scaling-stroke' }));
    // The verdict changes at a move, not between two: the line is made of steps.
    let d = '';
    for (let i = 0; i < text.length; i++)
      if (text[i] !== '?') d += d && text[i - 1] !== '?' ? `H${x(i)}V${y(i)}` : `M${x(i)} ${y(i)}`;
    svg.append(make('path', { class: 'trend', d, 'vector-effect': 'non-scaling-stroke' }));
    const dots = [...text].flatMap((c, i) => (c === '?' ? [] : `M${x(i)} ${y(i)}h.01`)).join('');
    if (text.length <= 100)
      svg.append(make('path', { class: 'turns', d: dots, 'vector-effect': 'non-scaling-stroke' }));
    if (text) svg.append(make('path', { class: 'now', d: `M${x(at)} 1V39`, 'vector-effect': 'non-scaling-stroke' }));
    this.replaceChildren(svg);
  }
}
customElements.define('sy-trend', Trend);
