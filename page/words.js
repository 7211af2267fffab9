// The sentences of the page, in the words of the rules of each room.

import { MOST_CURRENTS } from './ladder.js';
import { NAMES, other } from './state.js';

/** @typedef {import('./types').Room} Room */
/** @typedef {import('./types').Rules} Rules */
/** @typedef {import('./types').Side} Side */
/** @typedef {(edge: number, by: Side) => string} EdgeName */

/** What each side wants. @type {Record<Rules, string>} */
export const RULES = {
  all: 'SHORT claims edges to join all nodes. CUT destroys edges to part the network. They move in turn.',
  networks: 'SHORT claims edges to join L and R. CUT destroys edges to keep them apart. They move in turn.',
  bridgit:
    'SHORT builds blue bridges from top to bottom. CUT builds red bridges from side to side. Bridges never cross.',
  coins: 'A move pushes one coin along one arrow. Whoever cannot move loses.',
};

/**
 * How a game is begun on the board; empty where a click begins none.
 * @param {Room} room @param {import('./types').Prefs['seat']} seat who plays in this room
 * @param {Side} first whose move the click would make
 */
export function firstClick(room, seat, first) {
  if (seat === 'watch' || seat === 'choose' || (room === 'coins' && seat === 'second')) return '';
  const whose = seat !== 'both' ? 'your' : room === 'coins' ? 'the' : `${NAMES[first]}’s`;
  const how = {
    networks: 'Click any edge',
    bridgit: `Click any gap between two dots of ${whose} colour`,
    coins: 'Drag a coin along an arrow, or click the coin and then its goal',
  };
  return `${how[room]}: that is ${whose} first move.`;
}

/**
 * Before a game: for which side the board is explained, since it depends on who would move first.
 * @param {Side} first @param {boolean} marks whether moves are marked
 * @param {boolean} proof whether the board shows the proof of a first move
 */
export function explainedFor(first, marks, proof) {
  if (!marks && !proof) return '';
  const what = marks && proof ? 'The marks and the proof' : marks ? 'The marks' : 'The proof';
  return `${what} on the board ${marks ? 'are' : 'is'} for ${NAMES[first]} moving first.`;
}

/** What a side does, for the choice of a side. @type {Record<Rules, Partial<Record<Side, string>>>} */
export const AIMS = {
  all: { short: 'join all nodes', cut: 'part the network' },
  networks: { short: 'join L and R', cut: 'keep them apart' },
  bridgit: { short: 'bridge top to bottom', cut: 'bridge side to side' },
  coins: {},
};

/** What whoever is to move should do. @param {Room} room @param {Side} side */
export function task(room, side) {
  if (room === 'coins') return 'drag a coin along an arrow, or click the coin and then its goal.';
  if (room === 'bridgit') return side === 'short' ? 'build a blue bridge.' : 'build a red bridge.';
  return side === 'short' ? 'claim an edge.' : 'destroy an edge.';
}

/**
 * What whoever has moved has done.
 * @param {Room} room @param {Side} side
 */
export function verb(room, side) {
  if (room === 'coins') return 'move';
  return room === 'networks' && side === 'cut' ? 'destroy' : 'take';
}

/** Why an edge cannot be played. @param {Room} room @param {'short'|'cut'} owner */
export function takenBy(room, owner) {
  if (room === 'bridgit') return `${NAMES[owner]} has a bridge here.`;
  return owner === 'short' ? 'SHORT has claimed this edge.' : 'CUT has destroyed this edge.';
}

/** A side at the beginning of a sentence. @param {Side} side */
const the = (side) => (side === 'one' || side === 'two' ? `The ${NAMES[side].toLowerCase()}` : NAMES[side]);

/** The same within a sentence. @param {Side} side */
const whom = (side) => the(side).replace(/^The/, 'the');

/** How the game was won. @param {Rules} room @param {Side} winner */
export function ending(room, winner) {
  if (room === 'all')
    return winner === 'short' ? 'SHORT has joined all nodes.' : 'CUT has won: the network is in parts.';
  if (room === 'coins') return `${the(winner)} made the last move: nobody can move any more.`;
  if (room === 'bridgit')
    return winner === 'short'
      ? 'SHORT’s bridges join top and bottom.'
      : 'CUT’s bridges run from side to side: top and bottom are cut off from each other.';
  return winner === 'short' ? 'SHORT has joined L and R.' : 'CUT has won: L and R are cut off from each other.';
}

/** How many moves the winner has made. @param {Side} winner @param {number} count */
export const effort = (winner, count) => `It took ${whom(winner)} ${count === 1 ? 'one move' : `${count} moves`}.`;

/**
 * Who wins a position of the coin game, and why. Before the first move nobody has just moved.
 * @param {Pick<import('./types').CoinAnswer, 'outcome'|'over'|'sentence'>} answer
 * @param {number} at how many moves have been made
 */
export function coinVerdict({ outcome, over, sentence }, at) {
  if (at) return sentence;
  if (over) return 'No coin can move: the second player wins.';
  return outcome === 'second' ? sentence.replace(/^Whoever has just moved/, 'The second player') : sentence;
}

/** @param {number} count */
const moves = (count) => (count === 1 ? 'one winning move' : `${count} winning moves`);

/**
 * Who wins a position of the switching game, and why.
 * @param {Rules} room @param {import('./types').Answer} answer @param {Side} mover @param {boolean} playing
 */
export function verdict(room, answer, mover, playing) {
  if (answer.winner) return ending(room, answer.winner);
  const { short, cut } = answer.winning_moves;
  const all = room === 'all';
  switch (answer.outcome) {
    case 'short':
      return `SHORT wins this, even moving second: two trees that share no edge ${all ? 'join all nodes' : 'hold the terminals together'}, and whatever CUT takes from one of them, the other mends.`;
    case 'cut':
      return `CUT wins this, even moving second: two forests that share no edge hold every edge between the clumps, and ${all ? 'there are two nodes that neither of them joins' : 'neither of them joins the terminals'}.`;
    default: {
      const count = (mover === 'cut' ? cut : short).length;
      if (playing) return `Whoever is to move wins: ${NAMES[mover]} has ${moves(count)}.`;
      return `Whoever moves first wins. SHORT would have ${moves(short.length)}, CUT ${moves(cut.length)}.`;
    }
  }
}

/**
 * Who was winning, and who let it go.
 * @param {(Side|'draw'|null)[]} winners before the first move, after it, and so on @param {Side[]} movers
 * @param {boolean} [over] @param {boolean} [either] whether the board was won for whoever moved first
 */
export function tale(winners, movers, over = false, either = false) {
  const start = winners[0];
  if (!start) return '';
  const flips = mistakes(winners, movers).map(({ at, by, from }) =>
    from === 'draw' ? `${whom(by)} lost the draw at move ${at}` : `${whom(by)} gave the win away at move ${at}`,
  );
  const first =
    start === 'draw'
      ? 'The game began as a draw'
      : either
        ? `The first move was worth the game, and it was ${NAMES[start]}’s`
        : `${the(start)} was winning from the start`;
  if (!flips.length) return `${first}; ${over ? 'nobody made a mistake' : 'no mistakes so far'}.`;
  const more = flips.length > 3 ? `; ${flips.length - 3} more` : '';
  return `${first}; ${flips.slice(0, 3).join('; ')}${more}.`;
}

/**
 * The moves after which the mover had less than before.
 * @param {(Side|'draw'|null)[]} winners @param {Side[]} movers
 * @returns {{at: number, by: Side, from: 'win'|'draw', to: 'draw'|'loss'}[]}
 */
export function mistakes(winners, movers) {
  return movers.flatMap((by, i) => {
    const [before, after] = [winners[i], winners[i + 1]];
    if (!before || !after || before === after || before === other(by)) return [];
    const from = before === 'draw' ? 'draw' : 'win';
    return [{ at: i + 1, by, from, to: after === 'draw' ? 'draw' : 'loss' }];
  });
}

/**
 * What a hint says.
 * @param {string} name @param {'win'|'draw'|'lose'|null} result
 */
export function hint(name, result) {
  switch (result) {
    case 'win':
      return `Try ${name}: it wins.`;
    case 'draw':
      return `No move wins. ${name} keeps the draw.`;
    case 'lose':
      return `No move wins against perfect play. Try ${name}, and hope for a mistake.`;
    default:
      return `Try ${name}.`;
  }
}

/** @param {number} edges */
export const noCurrents = (edges) =>
  edges > MOST_CURRENTS
    ? `Currents are shown for up to ${MOST_CURRENTS.toLocaleString('en')} edges; this network has ${edges.toLocaleString('en')}.`
    : null;

/**
 * Why the last move is answered as it is: what happened, then what to do about it. Edges are given by number, for
 * the view to name and to light.
 * @param {import('./types').Explanation} why @param {string} ends what CUT keeps apart
 * @returns {(string|{edge: number, by: Side})[]}
 */
export function reason(why, ends = 'the terminals') {
  const { winner, path, replies } = why;
  const loser = other(winner);
  const hit = { edge: why.hit - 1, by: loser };
  const did = loser === 'cut' ? 'was destroyed' : 'was claimed';
  if (!replies.length)
    return [hit, ` ${did}. It touches nothing that ${NAMES[winner]} needs: ${NAMES[winner]} may move where it likes.`];
  const tree = winner === 'short' ? 'tree' : 'forest';
  return [
    hit,
    winner === 'short'
      ? ` ${did}: it broke one ${tree} in two (one part is shaded). `
      : ` ${did}: it closes a circuit with the other ${tree} and the unplayable edge between ${ends}. `,
    ...(winner === 'short' && path.length
      ? [
          `In the other ${tree} the path `,
          ...joined(
            path.map((e) => e - 1),
            winner,
          ),
          ' runs between its ends. ',
        ]
      : []),
    winner === 'short' ? 'SHORT bridges the gap with ' : 'CUT opens it again with ',
    ...joined(
      replies.map((e) => e - 1),
      winner,
      ' or ',
    ),
    '.',
  ];
}

/** Why there is no reply to explain. @param {'none'|null} told @param {boolean} over */
export function noReply(told, over) {
  if (told && over) return 'The game is over: no move is left to answer.';
  if (told) return 'The last move had no answer: before it, neither side would have won moving second.';
  return 'Make a move: its answer will be explained here.';
}

/**
 * Why an edge is in P, P* or R, in paragraphs.
 * @param {import('./types').EdgeReason} why @returns {(string|{edge: number, by: Side})[][]}
 */
export function partReason(why) {
  const edge = /** @param {number} label */ (label) => ({ edge: label - 1, by: /** @type {Side} */ ('short') });
  const list = /** @param {number[]} [labels] */ (labels = []) =>
    joined(
      labels.map((label) => label - 1),
      'short',
    );
  const own = edge(why.edge);
  const swaps = why.steps.map(({ tree, in: into, out }) => [
    `Exchange: tree ${tree} takes `,
    edge(into),
    ...(out === null ? [', for which it has room.'] : [' for ', edge(out), '.']),
  ]);
  switch (why.class) {
    case 'p':
      if (why.circuit?.length === 1)
        return [[own, ' is in P: it joins a node to itself, so SHORT has won its game before it begins.']];
      return [
        [own, ' is in P: SHORT wins its game even moving second.'],
        ...swaps,
        [
          'Two trees without it span the same nodes, its ends among them. Its circuit in the first: ',
          ...list(why.circuit),
          '.',
        ],
      ];
    case 'p_star':
      return [
        [own, ' is in P*: CUT wins its game even moving second.'],
        ...swaps,
        [
          'Both trees have room for it, so the rest of them are two co-trees without it. Its cutset: ',
          ...list(why.cutset),
          '.',
        ],
      ];
    default:
      return [
        [own, ' is in R: whoever moves first wins its game.'],
        [
          'Two trees span the same nodes, and one has it: no exchange sets it free. Its circuit in the other tree: ',
          ...list(why.circuit),
          '.',
        ],
        ['Its cutset in the tree that has it: ', ...list(why.cutset), '.'],
      ];
  }
}

/** What fallible opponents look for. @type {Record<string, string>} */
const HABITS = { greedy: 'a shortest route', 'min-cut': 'a smallest cut', analog: 'the most current' };

/**
 * What a move in a lost position is made for.
 * @param {import('./types').LostReason} why @param {number} edge @param {Side} by
 * @returns {(string|{edge: number, by: Side})[]}
 */
export function lostMove(why, edge, by) {
  const move = { edge, by };
  if (why.refutes) return [move, ' begins a line that beats Shannon’s robot, whatever it replies.'];
  const win = why.winning === 1 ? 'wins' : 'win';
  const habits = why.errs.flatMap((name) => HABITS[name] ?? []);
  const next = habits.length
    ? ` Whoever looks for ${habits.join(' or ')} is likely to err.`
    : why.winning >= why.replies
      ? ' It threatens nothing and only delays the end.'
      : '';
  return ['After ', move, `, ${why.winning} of ${why.replies} replies of ${NAMES[other(by)]} still ${win}.${next}`];
}

/** The players that make a move in a lost position because it leaves the opponent most room for mistakes. */
const HOPEFUL = new Set(['perfect', 'exploit:analog']);

/**
 * What is said before the reason of a move in a lost position.
 * @param {Side} by @param {string|undefined} player who made the last move
 * @param {boolean} same whether that is the move that the reason is about
 */
export function lostBefore(by, player, same) {
  const how = !same
    ? '. A perfect player would have tried something else.'
    : HOPEFUL.has(player ?? '')
      ? ', and played for a mistake.'
      : '. A perfect player would have tried the same.';
  return `${NAMES[by]} was lost before this move${how} `;
}

/**
 * Why a winning move is made, and not another.
 * @param {import('./types').WonReason} why @param {number} edge @param {Side} by
 * @returns {(string|{edge: number, by: Side})[]}
 */
export function wonMove(why, edge, by) {
  const move = { edge, by };
  const [before, after] = why.resistance;
  if (!before || !after) return [move, ' ends the game.'];
  if (why.winning === 1) return ['Only ', move, ' wins.'];
  const change = by === 'short' ? 'lowers' : 'raises';
  const values = `from ${before.toFixed(2)} to ${after.toFixed(2)}`;
  return [
    `${why.winning} moves win. Of those, `,
    move,
    ` ${change} the resistance between the terminals most, ${values}, so the game should be over soonest.`,
  ];
}

/** At most so many names stand in a sentence. */
const NAMED = 8;

/**
 * @param {number[]} edges @param {Side} by @param {string} [last]
 * @returns {(string|{edge: number, by: Side})[]}
 */
export function joined(edges, by, last = ' and ') {
  const few = edges.slice(0, NAMED);
  const more = edges.length - few.length;
  return [
    ...few.flatMap((edge, i) => [i ? (i === few.length - 1 && !more ? last : ', ') : '', { edge, by }]),
    more ? ` and ${more} more` : '',
  ];
}
