// The play panel: the announcement, the players, and what the user can do.

import { button, choices, h, tick } from '../ui.js';
import { backTo, NAMES, other, sides, turn, unready, winnerOf } from '../state.js';

/** @typedef {import('../types').Side} Side */
/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'analysis'|'waiting'|'opening'|'edgeName'|'dispatch'|'pref'|'game'|'analyse'>} Context
 */

/** @type {Record<string, string>} */
const KINDS = {
  human: 'you',
  perfect: 'perfect player',
  strength: 'adjustable player',
  analog: 'analog robot',
  random: 'random player',
};

/** @param {Context} c */
export function playPanel(c) {
  const { doc } = c.room;
  const why = unready(c.state.room, doc);
  if (why)
    return [
      h('p', { class: 'phosphor', id: 'announcement' }, 'Draw me a game.'),
      h('p', { class: 'quiet', id: 'unready' }, why),
    ];
  return [
    h('p', { class: 'phosphor', id: 'announcement' }, announcement(c)),
    c.analysis.error &&
      h(
        'div',
        { class: 'error', role: 'alert', key: 'error' },
        c.analysis.error,
        ' ',
        button(c.analysis.asks ? 'Analyse this position' : 'Try again', c.analyse.retry),
      ),
    ...(doc.game.offer !== null ? offerView(c) : doc.game.players ? table(c) : seats(c)),
    shows(c),
  ];
}

/**
 * What the machine says: the three announcements of 1972, and what follows from them.
 * @param {Context} c @returns {string}
 */
export function announcement(c) {
  const { doc } = c.room;
  const { players, resigned, offer } = doc.game;
  const winner = winnerOf(c.state, c.analysis);
  if (c.waiting) return c.waiting;
  if (resigned) return `${NAMES[resigned]} resigns. ${NAMES[other(resigned)]} wins.`;
  if (offer !== null)
    return c.analysis.answer?.announcement.text ?? 'See my first move, you choose which player you want to be.';
  if (winner) return over(c, winner);
  if (!players) return 'Draw a game, or choose one. Then sit down.';
  if (!doc.at && c.opening && c.opening.game === doc.game) return c.opening.text;
  const side = turn(doc);
  if (players[side] !== 'human') return c.analysis.paused ? 'Paused.' : `${NAMES[side]} is thinking.`;
  const last = doc.game.moves[doc.at - 1];
  if (last && players[last.by] !== 'human')
    return `${last.edge === null ? 'I pass' : `I take ${c.edgeName(last.edge, last.by)}`}.${c.analysis.busy ? '' : ' Your move.'}`;
  return `${NAMES[side]} to move.`;
}

/** @param {Context} c @param {Side} winner */
function over(c, winner) {
  const { players } = c.room.doc.game;
  const human = players?.[winner] === 'human';
  const mixed = players && Object.values(players).includes('human') && !human;
  const how =
    c.state.room === 'coins'
      ? `${NAMES[winner]} made the last move.`
      : winner === 'short'
        ? 'L and R are joined.'
        : 'L and R are parted.';
  return `${how} ${mixed ? 'I win.' : human && players[other(winner)] !== 'human' ? 'You win. Well played.' : `${NAMES[winner]} wins.`}`;
}

/** Before the game: who plays. @param {Context} c */
function seats(c) {
  const { prefs } = c.state;
  const [one, two] = sides(c.state.room);
  const coins = c.state.room === 'coins';
  /** @type {[string, string][]} */
  const seat = [
    ['choose', 'Machine chooses'],
    ['first', coins ? 'I move first' : 'I am SHORT (connect)'],
    ['second', coins ? 'I move second' : 'I am CUT'],
    ['both', 'Two people, one screen'],
    ['watch', 'Watch two machines'],
  ];
  /** @type {[string, string][]} */
  const kinds = [
    ['perfect', 'Perfect'],
    ['strength', 'Adjustable strength'],
    ...(coins ? [] : /** @type {[string, string][]} */ ([['analog', 'Shannon’s analog robot']])),
    ['random', 'Random'],
  ];
  const opponent = coins && prefs.opponent === 'analog' ? 'perfect' : prefs.opponent;
  const second = coins && prefs.other === 'analog' ? 'random' : prefs.other;
  const strength =
    prefs.seat !== 'both' && (opponent === 'strength' || (prefs.seat === 'watch' && second === 'strength'));
  return [
    h(
      'div',
      { class: 'group', key: 'seats' },
      choices('You', seat, prefs.seat, (v) => c.pref({ seat: /** @type {any} */ (v) }), 'seat'),
      prefs.seat !== 'both' &&
        choices(
          prefs.seat === 'watch' ? NAMES[one] : 'Opponent',
          kinds,
          opponent,
          (v) => c.pref({ opponent: /** @type {any} */ (v) }),
          'opponent',
        ),
      prefs.seat === 'watch' &&
        choices(NAMES[two], kinds, second, (v) => c.pref({ other: /** @type {any} */ (v) }), 'other'),
      strength && slider('Strength', prefs.strength, 0, 100, (v) => c.pref({ strength: v }), `${prefs.strength} %`),
      !coins &&
        prefs.seat !== 'choose' &&
        choices(
          'First move',
          [
            ['first', NAMES[one]],
            ['second', NAMES[two]],
          ],
          prefs.start,
          (v) => c.pref({ start: /** @type {any} */ (v) }),
          'first-move',
        ),
      h(
        'div',
        { class: 'row' },
        button('Start the game', c.game.start, { class: 'main', id: 'start', disabled: c.waiting !== null }),
      ),
    ),
  ];
}

/**
 * @param {string} label @param {number} value @param {number} min @param {number} max
 * @param {(v: number) => void} pick @param {string} text
 */
function slider(label, value, min, max, pick, text) {
  return h(
    'label',
    { class: 'field' },
    h('span', null, label),
    h(
      'span',
      { class: 'row' },
      h('input', {
        type: 'range',
        min,
        max,
        value,
        'aria-valuetext': text,
        oninput: (/** @type {any} */ e) => pick(+e.target.value),
      }),
      h('span', { class: 'quiet' }, text),
    ),
  );
}

/** The third announcement: the human picks a side. @param {Context} c */
function offerView(c) {
  const edge = /** @type {number} */ (c.room.doc.game.offer);
  return [
    h(
      'div',
      { class: 'group', key: 'offer' },
      h(
        'p',
        { class: 'quiet' },
        `My first move is ${c.edgeName(edge, 'short')}, whichever side I am on. It blinks on the board.`,
      ),
      h(
        'div',
        { class: 'row' },
        button('I am CONNECT', () => c.game.take('short'), { class: 'short', id: 'take-short' }),
        button('I am CUT', () => c.game.take('cut'), { class: 'cut', id: 'take-cut' }),
      ),
    ),
  ];
}

/** During and after the game. @param {Context} c */
function table(c) {
  const { doc } = c.room;
  const { players, resigned, moves } = doc.game;
  const side = turn(doc);
  const done = !!winnerOf(c.state, c.analysis) || !!resigned;
  const mine = players?.[side] === 'human';
  const watching = !Object.values(players ?? {}).includes('human');
  const latest = doc.at === moves.length;
  return [
    h(
      'div',
      { class: 'group', key: 'table' },
      h(
        'p',
        { class: 'row', key: 'sides' },
        ...sides(c.state.room).map((s) =>
          h('span', { class: `pill ${s}` }, `${NAMES[s]}: ${KINDS[players?.[s] ?? ''] ?? ''}`),
        ),
      ),
      h(
        'p',
        { class: 'quiet', id: 'turn', key: 'turn' },
        done
          ? 'The game is over.'
          : latest
            ? mine
              ? `${NAMES[side]} to move: ${c.state.room === 'coins' ? 'choose a coin, then where it goes.' : side === 'short' ? 'claim an edge.' : 'destroy an edge.'}`
              : `${NAMES[side]} to move.`
            : 'You are looking back. A move from here starts a new line.',
      ),
      h(
        'div',
        { class: 'row', key: 'moving' },
        button('Hint', c.analyse.hint, { disabled: done || !mine, id: 'hint' }),
        button('Take back', c.game.back, { disabled: backTo(doc) === null, id: 'back' }),
        c.state.room !== 'coins' && button('Pass', c.game.pass, { disabled: done || !mine, id: 'pass' }),
        button('Resign', c.game.resign, { disabled: done || !mine, id: 'resign' }),
      ),
      watching &&
        h(
          'div',
          { class: 'group', key: 'watching' },
          slider(
            'Pause between moves',
            c.state.prefs.pace,
            0,
            2000,
            (v) => c.pref({ pace: v }),
            `${(c.state.prefs.pace / 1000).toFixed(1)} s`,
          ),
          h(
            'div',
            { class: 'row' },
            button(c.analysis.paused ? 'Go on' : 'Pause', () => c.analyse.pause(!c.analysis.paused), { id: 'pause' }),
          ),
        ),
      h(
        'div',
        { class: 'row', key: 'ending' },
        button('Rematch, sides changed', c.game.rematch, { id: 'rematch' }),
        button('Leave the game', () => c.dispatch({ type: 'game/leave' }), { id: 'leave' }),
      ),
    ),
    moves.length
      ? h(
          'div',
          { class: 'group', key: 'moves' },
          h('h3', null, 'Moves'),
          h(
            'ol',
            { class: 'movelist', id: 'moves' },
            ...moves
              .slice(0, 400)
              .map((move, i) =>
                h(
                  'li',
                  { class: i >= doc.at ? 'quiet' : '' },
                  `${i + 1}. ${move.edge === null ? 'pass' : c.edgeName(move.edge, move.by)}`,
                ),
              ),
          ),
        )
      : null,
  ];
}

/** What is shown of the game. @param {Context} c */
function shows(c) {
  const { prefs } = c.state;
  return h(
    'div',
    { class: 'group', key: 'shows' },
    h('h3', null, 'On the board'),
    tick('Mark every move: ● wins, × loses', prefs.values, (values) => c.pref({ values })),
    c.state.room === 'coins' && tick('Labels on the nodes', prefs.labels, (labels) => c.pref({ labels })),
    c.state.room === 'networks' && tick('Ghosts of destroyed edges', prefs.ghosts, (ghosts) => c.pref({ ghosts })),
    c.state.room === 'networks' && tick('Numbers of the edges', prefs.numbers, (numbers) => c.pref({ numbers })),
    c.state.room === 'bridgit' && tick('The same game as a network, beside it', prefs.both, (both) => c.pref({ both })),
  );
}
