// The opponents, weakest first, this browser's score against each, and who plays and moves first by what is chosen
// before a game.

import { here, other, sides, turn } from './state.js';

/** @typedef {import('./types').Room} Room */
/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').Graph} Graph */
/** @typedef {import('./types').MachineKind} MachineKind */
/** @typedef {{kind: MachineKind, name: string, line: string}} Rung */

/** Currents, and with them the robot, are computed for so many edges at most. */
export const MOST_CURRENTS = 2000;

/** @type {Rung[]} */
const SWITCHING = [
  { kind: 'random', name: 'Random', line: 'Moves anywhere. A first win.' },
  { kind: 'greedy', name: 'Greedy', line: 'Follows a shortest route and looks no further.' },
  { kind: 'min-cut', name: 'Min-cut', line: 'Fights for the weakest place of the board.' },
  { kind: 'analog', name: 'Shannon’s robot', line: 'Of 1951: takes the edge with the largest current. Errs rarely.' },
  { kind: 'strength', name: 'Adjustable', line: 'Perfect for a share of its moves, random for the rest.' },
  { kind: 'perfect', name: 'Perfect', line: 'Never throws a win away: begin from a won position, and do not slip.' },
  {
    kind: 'exploit:analog',
    name: 'The one who knows',
    line: 'Perfect, and in lost positions it plays as against Shannon’s robot, whose every move it foresees.',
  },
];

/** @type {Rung[]} */
const COINS = [
  { kind: 'random', name: 'Random', line: 'Moves any coin along any arrow.' },
  { kind: 'strength', name: 'Adjustable', line: 'Perfect for a share of its moves, random for the rest.' },
  {
    kind: 'perfect',
    name: 'Perfect',
    line: 'Knows every label: it wins what can be won, and draws what can be drawn.',
  },
];

/** @param {Room} room */
export const rungs = (room) => (room === 'coins' ? COINS : SWITCHING);

/** @param {Room} room @param {string} kind */
export const rungName = (room, kind) => rungs(room).find((rung) => rung.kind === kind)?.name ?? 'You';

/**
 * The next opponent up the ladder that can play on this board.
 * @param {Room} room @param {string} kind @param {Graph} graph @returns {Rung|null}
 */
export function nextRung(room, kind, graph) {
  // Against a person, the one who knows the robot is no stronger than a perfect player.
  const ladder = rungs(room).filter(({ kind: k }) => !['strength', 'exploit:analog'].includes(k) && !barred(k, graph));
  const at = ladder.findIndex((rung) => rung.kind === kind);
  return at < 0 ? null : (ladder[at + 1] ?? null);
}

/**
 * The opponent that is chosen in a room.
 * @param {Room} room @param {import('./types').Prefs} prefs @param {'opponent'|'other'} [which] @returns {MachineKind}
 */
export function chosen(room, prefs, which = 'opponent') {
  if (room !== 'coins') return prefs[which];
  return which === 'opponent' ? prefs.coinOpponent : prefs.coinOther;
}

/**
 * Who plays in a room. Which player of a coin game one is has been chosen apart from SHORT and CUT.
 * @param {Room} room @param {import('./types').Prefs} prefs @returns {import('./types').Prefs['seat']}
 */
export function seatOf(room, { seat, coinSeat }) {
  return room === 'coins' && (seat === 'first' || seat === 'second') ? coinSeat : seat;
}

/** The side that moves first when a game is started; with coins, the first player always does. @param {State} state */
export function firstSide({ room, prefs }) {
  const [one, two] = sides(room);
  return prefs.start === 'first' || room === 'coins' ? one : two;
}

/**
 * The side whose move the next click on the board makes: in a game the side to move; before one whoever would begin
 * it, which is the person who clicks, on the side that is chosen.
 * @param {State} state @returns {Side}
 */
export function mover(state) {
  const { room, prefs, place, quest } = state;
  const { doc } = here(state);
  if (place !== 'home') return quest?.task?.kind === 'move' && !quest.judged ? quest.task.side : turn(doc);
  if (doc.game.players || doc.at) return turn(doc);
  const [one, two] = sides(room);
  switch (seatOf(room, prefs)) {
    case 'second':
      return room === 'coins' ? one : two;
    case 'both':
    case 'links':
    case 'watch':
      return firstSide(state);
    default:
      return one;
  }
}

/**
 * Why an opponent cannot play on this board; null when it can.
 * @param {string} kind @param {Pick<Graph, 'edges'|'target'>} graph @returns {string|null}
 */
export function barred(kind, { edges, target }) {
  if (!['analog', 'exploit:analog'].includes(kind)) return null;
  const robot = kind === 'analog' ? 'The robot' : 'It';
  if (target) return `${robot} plays for two terminals, not for all nodes.`;
  if (edges.length <= MOST_CURRENTS) return null;
  return `${robot} plays boards of up to ${MOST_CURRENTS.toLocaleString('en')} edges; this one has ${edges.length.toLocaleString('en')}.`;
}

/**
 * The machines of a game to watch: where a chosen one cannot play on this board, the perfect player takes its place.
 * @param {Room} room @param {import('./types').Prefs} prefs @param {Graph} graph @returns {[MachineKind, MachineKind]}
 */
export function watched(room, prefs, graph) {
  const able = /** @param {MachineKind} kind @returns {MachineKind} */ (kind) =>
    barred(kind, graph) ? 'perfect' : kind;
  return [able(chosen(room, prefs)), able(chosen(room, prefs, 'other'))];
}

/**
 * The side that plays against Shannon's robot: a person's, or that of the one who knows.
 * @param {import('./types').Game['players']} players @returns {import('./types').Side|null}
 */
export function robotsRival(players) {
  const seats = /** @type {Side[]} */ (Object.keys(players ?? {}));
  const robot = seats.find((side) => players?.[side] === 'analog');
  const rival = robot && other(robot);
  return rival && ['human', 'exploit:analog'].includes(players?.[rival] ?? '') ? rival : null;
}

const KEY = 'switchyard/scores';

/**
 * The score against each opponent, kept in the browser.
 * @param {Pick<Storage, 'getItem'|'setItem'>|null} storage
 */
export function createScores(storage) {
  /** The games that have been counted. @type {WeakSet<object>} */
  const counted = new WeakSet();
  let scores = read();

  return { get: () => scores, count, key };

  /** @returns {import('./types').Scores} */
  function read() {
    try {
      const kept = JSON.parse(storage?.getItem(KEY) ?? '{}');
      return kept && typeof kept === 'object' ? kept : {};
    } catch {
      return {};
    }
  }

  /** Counts a game once. @param {object} game @param {string} name @param {'won'|'lost'|'drawn'} how */
  function count(game, name, how) {
    if (counted.has(game)) return;
    counted.add(game);
    // Another tab may have counted, too.
    const now = read();
    const old = now[name] ?? { won: 0, lost: 0, drawn: 0 };
    scores = { ...now, [name]: { ...old, [how]: (old[how] || 0) + 1 } };
    try {
      storage?.setItem(KEY, JSON.stringify(scores));
    } catch {
      // Without storage the score lasts as long as the page.
    }
  }

  /** @param {Room} room @param {string} kind */
  function key(room, kind) {
    return `${room}/${kind}`;
  }
}

/** @param {{won: number, lost: number, drawn: number}|undefined} score */
export function scoreText(score) {
  if (!score) return '';
  const drawn = score.drawn ? `, ${score.drawn} drawn` : '';
  return `${score.won} won, ${score.lost} lost${drawn}`;
}
