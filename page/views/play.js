// The play panel: the rules in a sentence, the opponents, and during a game what the user can do.

import { barred, chosen, mover, robotsRival, rungName, rungs, scoreText, seatOf, watched } from '../ladder.js';
import { backTo, NAMES, repetitions, resultOf, rulesOf, sides, turn, unready, visiblePrefs } from '../state.js';
import { button, choices, h, tick } from '../ui.js';
import { AIMS, explainedFor, firstClick, hint, lostMove, RULES, task, verb } from '../words.js';
import { resultWords } from './ending.js';
import { movesView } from './moves.js';
import { edgeRef, sentence } from './refs.js';

/** @typedef {import('../types').Side} Side */
/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'analysis'|'analysing'|'scores'|'waiting'|'opening'|'edgeName'|'dispatch'|'pref'|'game'|'analyse'|
 *   'light'|'page'|'files'>} Context
 */

/** @param {Context} c */
export function playPanel(c) {
  const { doc } = c.room;
  const why = unready(c.state.room, doc);
  if (why)
    return [
      h('p', { class: 'say', id: 'announcement' }, rules(c)),
      h('p', { class: 'quiet', id: 'unready' }, why),
      goal(c),
    ];
  const old = is1972(c);
  return [
    h('p', { class: old ? 'say phosphor' : 'say', id: 'announcement' }, announcement(c)),
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

/** @param {Context} c */
const rules = (c) => RULES[rulesOf(c.state.room, c.room.doc.graph)];

/** Whether the machine speaks as it did in 1972. @param {Context} c */
function is1972(c) {
  const { players, offer } = c.room.doc.game;
  return c.state.prefs.seat === 'choose' || offer !== null || (!!players && c.opening?.game === c.room.doc.game);
}

/** What is said above everything else. @param {Context} c @returns {string} */
export function announcement(c) {
  const { doc } = c.room;
  const { players, offer } = doc.game;
  if (c.waiting) return c.waiting;
  if (offer !== null)
    return c.analysis.answer?.announcement.text ?? 'See my first move, you choose which player you want to be.';
  if (!players) return rules(c);
  const result = resultOf(c.state, c.analysis);
  if (result && doc.at === doc.game.moves.length) return over(c, result);
  if (!doc.at && c.opening && c.opening.game === doc.game) return c.opening.text;
  const side = turn(doc);
  if (doc.at < doc.game.moves.length) return `After move ${doc.at} of ${doc.game.moves.length}.`;
  if (players[side] === 'friend')
    return 'Your move is made. Send the link to the other player; the link that comes back brings the reply.';
  if (players[side] !== 'human') return c.analysis.paused ? 'Paused.' : `${NAMES[side]} is thinking.`;
  const last = doc.game.moves[doc.at - 1];
  if (last && players[last.by] === 'friend')
    return `The other player ${last.edge === null ? 'passes' : `${verb(c.state.room, last.by)}s ${c.edgeName(last.edge, last.by)}`}. Your move.`;
  if (last && players[last.by] !== 'human') {
    const text = last.edge === null ? 'I pass' : `I ${verb(c.state.room, last.by)} ${c.edgeName(last.edge, last.by)}`;
    return `${text}.${c.analysis.busy ? '' : ' Your move.'}`;
  }
  return `${NAMES[side]} to move: ${task(c.state.room, side)}`;
}

/** @param {Context} c @param {Side|'draw'} result */
function over(c, result) {
  const { title, how } = resultWords(c.state, result);
  // In the mode of 1972 the machine says what it said then.
  if (is1972(c) && result !== 'draw' && c.room.doc.game.players?.[result] !== 'human') return `${how} I win.`;
  return `${title} ${how}`;
}

/** @type {[import('../types').Prefs['seat'], string][]} */
const WAYS = [
  ['first', 'Machine'],
  ['both', 'Two people'],
  ['links', 'By links'],
  ['watch', 'Watch'],
  ['choose', '1972'],
];

/** Before the game: who plays. @param {Context} c */
function seats(c) {
  const { prefs, room } = c.state;
  const alone = prefs.seat === 'first' || prefs.seat === 'second';
  return [
    h('p', { class: 'lead', key: 'lead', id: 'lead' }, lead(c)),
    explained(c),
    goal(c),
    h(
      'div',
      { class: 'seg wide', role: 'group', 'aria-label': 'Who plays', key: 'ways' },
      ...WAYS.map(([seat, text]) =>
        // Where the machine is the opponent already, the chosen side stays.
        button(text, () => (seat === 'first' && alone) || c.pref({ seat }), {
          class: 'plain',
          id: `way-${seat === 'first' ? 'machine' : seat}`,
          'aria-pressed': String(seat === 'first' ? alone : prefs.seat === seat),
        }),
      ),
    ),
    alone && sideCards(c),
    alone && ladder(c),
    prefs.seat === 'choose' && h('p', { class: 'quiet', key: 'joke' }, JOKE[room === 'coins' ? 'coins' : 'switching']),
    prefs.seat === 'watch' && watchers(c),
    room !== 'coins' && prefs.seat !== 'choose' && firstMove(c, alone),
    h(
      'div',
      { class: 'row', key: 'start' },
      button(alone ? startText(c) : 'Start', c.game.start, {
        class: 'main',
        id: 'start',
        disabled: c.waiting !== null,
      }),
    ),
  ];
}

/** What SHORT has to join, in the room where that can be chosen. @param {Context} c */
function goal(c) {
  if (c.state.room !== 'networks' || c.state.place !== 'home') return null;
  const now = c.room.doc.graph.target ?? 'terminals';
  const target = /** @param {'terminals'|'all'} to @param {string} text */ (to, text) =>
    button(text, () => now === to || c.dispatch({ type: 'target', target: to }), {
      class: 'plain',
      id: `target-${to}`,
      'aria-pressed': String(now === to),
    });
  return h(
    'div',
    { class: 'seg wide', role: 'group', 'aria-label': 'What SHORT has to join', key: 'goal' },
    target('terminals', 'Join L and R'),
    target('all', 'Join all nodes'),
  );
}

const JOKE = {
  switching:
    'In 1972 a program looked at the network and announced which player it would be. It always took the side that wins, so nobody ever beat it: that is the joke. When the first player wins, it shows its first move and lets you choose a side; you lose either way.',
  coins: 'The machine looks at the coins and takes the turn that wins. When neither turn wins, you move first.',
};

/** @param {Context} c */
function lead(c) {
  const { room, prefs } = c.state;
  const seat = seatOf(room, prefs);
  if (seat === 'watch') return 'Choose two machines and press Start.';
  if (seat === 'links')
    return 'You make the first move and send the page’s link; the other player moves and sends one back. No server is needed.';
  if (seat === 'choose') return 'Let the machine pick its side, as it did in 1972.';
  const click = firstClick(room, seat, mover(c.state));
  if (!click) return 'You are the second player. Press Start: the opponent moves first.';
  return seat === 'both' || begins(c) ? click : `${click} Or press Start: then the opponent moves first.`;
}

/** Whether a person who plays a machine moves first when the game is started. @param {Context} c */
function begins(c) {
  const { room, prefs } = c.state;
  const seat = seatOf(room, prefs);
  return seat === (room === 'coins' ? 'first' : prefs.start);
}

/** For which side marks and proof are, before a game. @param {Context} c */
function explained(c) {
  if (c.state.room === 'coins') return null;
  const { values, overlay } = visiblePrefs(c.state, c.analysing);
  const proof = overlay === 'trees' && c.analysis.answer?.certificate.kind === 'first';
  const text = explainedFor(mover(c.state), values, proof);
  return text && h('p', { class: 'quiet', key: 'explained', id: 'explained' }, text);
}

/** @param {Context} c */
function startText(c) {
  return begins(c) ? 'Start' : 'Start: the opponent moves first';
}

/** The two sides, as cards. @param {Context} c */
function sideCards(c) {
  const { prefs, room } = c.state;
  const names = sides(room);
  return h(
    'fieldset',
    { class: 'sidecards', key: 'side' },
    h('legend', null, 'You play'),
    ...names.map((side, i) => {
      const seat = i ? 'second' : 'first';
      return h(
        'label',
        { class: `card ${side}` },
        h('input', {
          type: 'radio',
          name: 'side',
          id: `seat-${seat}`,
          checked: seatOf(room, prefs) === seat,
          onchange: () => c.pref(room === 'coins' ? { coinSeat: seat } : { seat }),
        }),
        h('strong', null, NAMES[side]),
        h('span', null, AIMS[rulesOf(room, c.room.doc.graph)][side] ?? ''),
      );
    }),
  );
}

/** @param {Context} c */
function ladder(c) {
  const { prefs, room } = c.state;
  const { graph } = c.room.doc;
  const now = chosen(room, prefs);
  return h(
    'fieldset',
    { class: 'ladder', key: 'ladder', id: 'ladder' },
    h('legend', null, 'Opponent'),
    ...rungs(room).map(({ kind, name, line }) => {
      const no = barred(kind, graph);
      return h(
        'label',
        { class: `rung${no ? ' barred' : ''}`, key: kind },
        h('input', {
          type: 'radio',
          name: 'opponent',
          id: `opponent-${kind.replace(':', '-')}`,
          disabled: !!no,
          checked: now === kind,
          onchange: () => c.pref(room === 'coins' ? { coinOpponent: kind } : { opponent: kind }),
        }),
        h(
          'span',
          null,
          h('strong', null, name),
          h('span', { class: 'score' }, scoreText(c.scores[`${room}/${kind}`])),
          h('span', { class: 'line' }, no ?? line),
        ),
      );
    }),
    now === 'strength' && strength(c),
    now === 'analog' && !barred('analog', graph) && robotView(c),
  );
}

/** Beaten as it deserves. @param {Context} c */
function robotView(c) {
  return h(
    'div',
    { class: 'row', key: 'beat' },
    button('Watch how the robot is beaten', c.game.beatRobot, { id: 'beat-robot' }),
  );
}

/**
 * In a game against the robot: the one who knows takes over, and gives the seat back.
 * @param {Context} c @param {boolean} done
 */
function takeOver(c, done) {
  const { players } = c.room.doc.game;
  const mine = c.state.room === 'coins' ? null : robotsRival(players);
  if (!mine || done || c.room.doc.at < c.room.doc.game.moves.length) return null;
  const knows = players?.[mine] === 'exploit:analog';
  return h(
    'div',
    { class: 'row', key: 'over' },
    knows
      ? button('Play on myself', c.game.stand, { id: 'stand' })
      : button('Let the one who knows play for me', c.game.beatRobot, { id: 'take-over' }),
    h(
      'p',
      { class: 'quiet' },
      knows
        ? 'The one who knows foresees every move of the robot.'
        : 'It foresees every move of the robot, and wins games that are lost.',
    ),
  );
}

/** @param {Context} c */
function strength(c) {
  const { prefs } = c.state;
  return slider(
    'Perfect moves',
    prefs.strength,
    0,
    100,
    (v) => c.pref({ strength: v }),
    `${prefs.strength} in 100`,
    'strength',
  );
}

/** @param {Context} c */
function watchers(c) {
  const { prefs, room } = c.state;
  const { graph } = c.room.doc;
  const [one, two] = sides(room);
  const kinds = rungs(room)
    .filter(({ kind }) => !barred(kind, graph))
    .map(({ kind, name }) => /** @type {[string, string]} */ ([kind, name]));
  const pick = /** @param {'opponent'|'other'} which */ (which) => (/** @type {string} */ v) =>
    c.pref(
      /** @type {any} */ (
        room === 'coins' ? { [which === 'opponent' ? 'coinOpponent' : 'coinOther']: v } : { [which]: v }
      ),
    );
  const [first, second] = watched(room, prefs, graph);
  return h(
    'div',
    { class: 'group', key: 'watchers' },
    choices(NAMES[one], kinds, first, pick('opponent'), 'opponent'),
    choices(NAMES[two], kinds, second, pick('other'), 'other'),
    (first === 'strength' || second === 'strength') && strength(c),
  );
}

/** @param {Context} c @param {boolean} alone */
function firstMove(c, alone) {
  const { prefs } = c.state;
  const name = /** @param {'first'|'second'} start @param {Side} side */ (start, side) =>
    !alone ? NAMES[side] : prefs.seat === start ? `you (${NAMES[side]})` : `opponent (${NAMES[side]})`;
  return h(
    'div',
    { key: 'first' },
    choices(
      'First move',
      [
        ['first', name('first', 'short')],
        ['second', name('second', 'cut')],
      ],
      prefs.start,
      (v) => c.pref({ start: /** @type {any} */ (v) }),
      'first-move',
    ),
  );
}

/**
 * @param {string} label @param {number} value @param {number} min @param {number} max
 * @param {(v: number) => void} pick @param {string} text @param {string} [id]
 */
function slider(label, value, min, max, pick, text, id) {
  return h(
    'label',
    { class: 'field' },
    h('span', null, label),
    h(
      'span',
      { class: 'row' },
      h('input', {
        type: 'range',
        id,
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
        'My first move is ',
        edgeRef(c, edge, c.edgeName(edge, 'short')),
        ', whichever side I am on. It is marked on the board.',
      ),
      h(
        'div',
        { class: 'row' },
        button('I am SHORT', () => c.game.take('short'), { class: 'short', id: 'take-short' }),
        button('I am CUT', () => c.game.take('cut'), { class: 'cut', id: 'take-cut' }),
      ),
    ),
  ];
}

/** Whether the other player is elsewhere. @param {Context} c */
function isByLinks(c) {
  return Object.values(c.room.doc.game.players ?? {}).includes('friend');
}

/** Who plays a side; where people play both, there is nobody to name. @param {Context} c @param {Side} side */
function seatText(c, side) {
  const { players } = c.room.doc.game;
  if (Object.values(players ?? {}).every((kind) => kind === 'human')) return NAMES[side];
  return `${NAMES[side]}: ${seatName(c, players?.[side] ?? '')}`;
}

/** @param {Context} c @param {string} kind */
function seatName(c, kind) {
  if (kind === 'human') return 'you';
  return kind === 'friend' ? 'the other player' : rungName(c.state.room, kind);
}

/** During and after the game. @param {Context} c */
function table(c) {
  const { doc } = c.room;
  const { players, moves } = doc.game;
  const side = turn(doc);
  const done = !!resultOf(c.state, c.analysis);
  const mine = players?.[side] === 'human';
  const latest = doc.at === moves.length;
  return [
    h(
      'div',
      { class: 'group', key: 'table' },
      h(
        'p',
        { class: 'row', key: 'sides' },
        ...sides(c.state.room).map((s) => h('span', { class: `pill ${s}` }, seatText(c, s))),
      ),
      h('p', { class: 'quiet', id: 'turn', key: 'turn' }, turnText(c, done)),
      isByLinks(c) &&
        latest &&
        (done || players?.[side] === 'friend') &&
        h(
          'div',
          { class: 'row', key: 'send' },
          button('Copy the link for the other player', c.files.share, { class: 'main', id: 'send' }),
        ),
      ...repeated(c, done),
      h(
        'div',
        { class: 'row', key: 'moving' },
        button('Hint', c.analyse.hint, { disabled: done || !mine, id: 'hint' }),
        button('Take back', c.game.back, { disabled: backTo(doc) === null, id: 'back' }),
        c.state.room !== 'coins' && button('Pass', c.game.pass, { disabled: done || !mine, id: 'pass' }),
        button('Resign', c.game.resign, { disabled: done || !mine, id: 'resign' }),
      ),
      c.analysis.hint !== null && hintView(c, c.analysis.hint),
      isWatching(c) && pacing(c),
      takeOver(c, done),
      h(
        'div',
        { class: 'row', key: 'ending' },
        button('Rematch (swap sides)', c.game.rematch, { id: 'rematch' }),
        button('Leave the game', () => c.dispatch({ type: 'game/leave' }), { id: 'leave' }),
      ),
    ),
    movesView(c),
  ];
}

/** Whose turn it is. What is said above everything else is not said again. @param {Context} c @param {boolean} done */
function turnText(c, done) {
  const { doc } = c.room;
  if (doc.at < doc.game.moves.length) return 'You are looking back. A move from here starts a new line.';
  if (done) return 'The game is over.';
  const side = turn(doc);
  const isMine = doc.game.players?.[side] === 'human';
  const text = `${NAMES[side]} to move${isMine ? `: ${task(c.state.room, side)}` : '.'}`;
  return text === announcement(c) ? `${NAMES[side]} to move.` : text;
}

/** @param {Context} c */
function isWatching(c) {
  return !Object.values(c.room.doc.game.players ?? {}).includes('human');
}

/** @param {Context} c */
function pacing(c) {
  return h(
    'div',
    { class: 'group', key: 'watching' },
    slider(
      'Pause between moves',
      c.state.prefs.pace,
      0,
      2000,
      (v) => c.pref({ pace: v }),
      `${(c.state.prefs.pace / 1000).toFixed(1)} s`,
      'pace',
    ),
    h(
      'div',
      { class: 'row' },
      button(c.analysis.paused ? 'Go on' : 'Pause', () => c.analyse.pause(!c.analysis.paused), { id: 'pause' }),
    ),
  );
}

/** What the hint says. @param {Context} c @param {number} edge */
function hintView(c, edge) {
  const name = c.edgeName(edge, turn(c.room.doc));
  const [before, after = ''] = hint('\0', hintResult(c, edge)).split('\0');
  return h(
    'p',
    { class: 'hinted', id: 'hinted', key: 'hinted' },
    before,
    edgeRef(c, edge, name),
    after,
    ...hintReason(c, edge),
  );
}

/** Why a hint in a lost position is what it is. @param {Context} c @param {number} edge */
function hintReason(c, edge) {
  const { hintReason: why } = c.analysis;
  return why ? [' ', ...sentence(c, lostMove(why, edge, turn(c.room.doc)))] : [];
}

/** @param {Context} c @param {number} edge @returns {'win'|'draw'|'lose'|null} */
export function hintResult(c, edge) {
  const { answer, coin, known } = c.analysis;
  if (!known) return null;
  if (c.state.room === 'coins') {
    const [u, v] = c.room.doc.graph.edges[edge] ?? [0, 0];
    return coin?.moves.find((move) => move.from === u + 1 && move.to === v + 1)?.result ?? null;
  }
  const side = turn(c.room.doc) === 'cut' ? 'cut' : 'short';
  return answer?.winning_moves[side].includes(edge + 1) ? 'win' : 'lose';
}

/** A coin game that goes round. @param {Context} c @param {boolean} done */
function repeated(c, done) {
  if (c.state.room !== 'coins' || done || !c.room.doc.at) return [];
  const times = repetitions(c.room.doc);
  if (times < 2) return [];
  const word = times === 2 ? 'a second time' : times === 3 ? 'a third time' : `for the ${times}th time`;
  return [
    h('p', { class: 'quiet', id: 'repeated', key: 'repeated' }, `This position is on the board ${word}.`),
    times > 2 &&
      h(
        'div',
        { class: 'row', key: 'draw' },
        button('Agree on a draw', c.game.draw, { class: 'main', id: 'offer-draw' }),
      ),
  ];
}

/** What the dual is, or why there is none. @param {Context} c */
function dualNote(c) {
  const { dual } = c.analysis;
  if (!dual) return null;
  const text =
    dual.error ??
    'Every edge crosses the edge of the same number. What CUT destroys here it claims there: it wins when its edges join L* and R*.';
  return h('p', { class: 'quiet', id: 'dual-note', key: 'dual' }, text);
}

/** What is shown of the game. @param {Context} c */
function shows(c) {
  const { prefs, room } = c.state;
  const alone = prefs.seat === 'first' || prefs.seat === 'second' || c.room.doc.game.players;
  return h(
    'details',
    { class: 'group', key: 'shows', id: 'shows' },
    h('summary', null, 'On the board'),
    room === 'networks' && tick('Ghosts of destroyed edges', prefs.ghosts, (ghosts) => c.pref({ ghosts })),
    room === 'networks' && tick('Show edge numbers', prefs.numbers, (numbers) => c.pref({ numbers })),
    room === 'networks' &&
      !c.room.doc.graph.target &&
      tick('The dual network, beside it', prefs.dual, (dual) => c.pref({ dual })),
    room === 'networks' && dualNote(c),
    room === 'bridgit' && tick('The same game as a network, beside it', prefs.both, (both) => c.pref({ both })),
    alone &&
      slider(
        'Wait before a reply',
        prefs.pause,
        0,
        1500,
        (pause) => c.pref({ pause }),
        `${(prefs.pause / 1000).toFixed(1)} s`,
        'reply-pause',
      ),
  );
}
