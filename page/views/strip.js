// The strip under the board: who was winning after every move, and a slider through the game.

import { iconButton } from '../icons.js';
import { NAMES, other, sides, turn } from '../state.js';
import { h } from '../ui.js';

/** @typedef {import('../types').Side} Side */
/** @typedef {Pick<import('../types').Context, 'state'|'room'|'analysis'|'dispatch'>} Context */

/** Who wins each position of the game so far. @param {Context} c @returns {(Side|'draw'|null)[]} */
export function course(c) {
  const { doc } = c.room;
  const [one, two] = sides(c.state.room);
  return c.analysis.outcomes.map((outcome, at) => {
    if (!outcome) return null;
    if (outcome === 'draw') return 'draw';
    const mover = turn({ ...doc, at });
    if (c.state.room === 'coins') return outcome === 'first' ? mover : other(mover);
    return outcome === 'first' ? mover : outcome === 'short' ? one : two;
  });
}

/** The strip: where the game was won and lost, and a slider through it. @param {Context} c */
export function stripView(c) {
  const { doc, mode } = c.room;
  const n = doc.game.moves.length;
  // It is shown before the first move, because it would otherwise move the board under the pointer.
  if (mode !== 'play' || (!n && !doc.game.players)) return [];
  const [one, two] = sides(c.state.room);
  const winners = course(c);
  return [
    h(
      'div',
      { class: 'sides', 'aria-hidden': 'true', key: 'sides' },
      h('span', null, c.state.room === 'coins' ? '1st' : NAMES[one]),
      h('span', null, c.state.room === 'coins' ? '2nd' : NAMES[two]),
    ),
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
    h('p', { class: 'tale', id: 'tale', key: 'tale' }, tale(c, winners)),
  ];
}

/** Where the win changed intents, in words. @param {Context} c @param {(Side|'draw'|null)[]} winners */
function tale(c, winners) {
  const flips = [];
  for (let at = 1; at < winners.length; at++) {
    const [before, after] = [winners[at - 1], winners[at]];
    const by = c.room.doc.game.moves[at - 1]?.by;
    if (before && after && before !== after && by)
      flips.push(`${NAMES[by]} ${before === by ? 'gave the win away' : 'let go'} at move ${at}`);
  }
  if (!winners[0]) return '';
  const start = winners[0] === 'draw' ? 'a draw' : `won for ${NAMES[winners[0]]}`;
  const text = flips.length
    ? `${flips.slice(0, 3).join('; ')}${flips.length > 3 ? `; ${flips.length - 3} more` : ''}.`
    : 'nobody has erred.';
  return `The game began as ${start}; ${text}`;
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
    svg.append(make('path', { class: 'lane', d: 'M0 8H1000M0 32H1000', 'vector-effect': 'non-scaling-stroke' }));
    let d = '';
    for (let i = 0; i < text.length; i++)
      if (text[i] !== '?') d += `${d && text[i - 1] !== '?' ? 'L' : 'M'}${x(i)} ${y(i)}`;
    svg.append(make('path', { class: 'trend', d, 'vector-effect': 'non-scaling-stroke' }));
    svg.append(make('path', { class: 'now', d: `M${x(at)} 1V39`, 'vector-effect': 'non-scaling-stroke' }));
    this.replaceChildren(svg);
  }
}
customElements.define('sy-trend', Trend);
