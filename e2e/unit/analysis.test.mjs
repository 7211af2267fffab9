// Answers that come late, in another order, or not at all: what the page makes of them, with a
// server whose every answer the test gives when it likes.

import test from 'node:test';
import assert from 'node:assert/strict';
import { createPending } from '../../page/pending.js';
import { createGame } from '../../page/game.js';
import { createAnalysis, linked } from '../../page/analysis.js';
import { here, initial, makeDoc, reduce } from '../../page/state.js';

const node = (x, y) => ({ name: `${x}${y}`, x, y });
/** Two paths between the terminals, and a bridge: five edges. */
const BRIDGE = {
  nodes: [node(0, 1), node(1, 0), node(1, 2), node(2, 1)],
  edges: [
    [0, 1],
    [1, 3],
    [1, 2],
    [0, 2],
    [2, 3],
  ],
  left: 0,
  right: 3,
};
const RING = {
  ...BRIDGE,
  edges: [
    [0, 1],
    [1, 3],
    [3, 2],
    [2, 0],
    [0, 3],
  ],
};
const PAIR = {
  nodes: [node(0, 0), node(1, 0)],
  edges: [
    [0, 1],
    [1, 0],
  ],
  left: null,
  right: null,
};

const verdict = (more = {}) => ({
  winner: null,
  outcome: 'first',
  winning_moves: { short: [1], cut: [2] },
  sentence: '',
  announcement: { role: 'short', text: 'I am SHORT', move: null },
  certificate: { kind: 'joined', path: [] },
  ...more,
});
const reply = (edge, more = {}) => verdict({ before: 'first', reply: { edge: edge + 1 }, ...more });
const sum = (more = {}) => ({
  over: false,
  outcome: 'first',
  labels: [],
  nim: [],
  infinite: [],
  moves: [],
  best: null,
  ...more,
});

/** The page without its screen, and a server that waits for the test. */
function page(graph = BRIDGE) {
  let state = initial();
  const [asked, said, refused] = [[], [], []];
  const ask = new Proxy(
    {},
    {
      get: (_, name) => (body, signal) =>
        new Promise((answer, fail) =>
          asked.push({ name, body, signal, answer: (a) => (answer(a), turn()), fail: (e) => (fail(e), turn()) }),
        ),
    },
  );
  const turn = () => new Promise((done) => setImmediate(done));
  const get = () => state;
  const dispatch = (action) => {
    const before = state;
    state = reduce(state, action);
    if (state === before) return;
    analysis.invalidate(action);
    analysis.refresh();
    if (state.prefs.overlay === 'reply') analysis.explain();
    analysis.steps();
  };
  const pending = createPending(get, () => {});
  const analysis = createAnalysis(
    get,
    dispatch,
    () => {},
    { replied: (side, edge) => said.push(`${side} ${edge}`), play: (edge) => game.move(edge) },
    ask,
  );
  const game = createGame(
    get,
    dispatch,
    analysis,
    pending,
    { from: null },
    { say: (text) => said.push(text), refuse: (why) => refused.push(why), edgeName: String },
    ask,
  );
  const open = (g, room = state.room) =>
    dispatch({ type: 'open', doc: makeDoc(room, g, room === 'coins' ? { coins: [1, 0] } : {}), mode: 'play' });
  open(graph);
  return {
    get,
    dispatch,
    pending,
    analysis,
    game,
    open,
    asked,
    said,
    refused,
    doc: () => here(state).doc,
    moves: () => here(state).doc.game.moves.map((m) => m.edge),
    /** The questions nobody has answered, by name. */
    last: (name) => asked.filter((q) => !name || q.name === name).at(-1),
    seat: (short, cut, first = 'short') => dispatch({ type: 'game/new', players: { short, cut }, first }),
  };
}

/** A page on which the first position is known, with a game begun. */
async function begun(short = 'human', cut = 'perfect') {
  const p = page();
  await p.last().answer(verdict());
  p.seat(short, cut);
  return p;
}

test('before a game, marks and proof are for the side whose move a click makes', async () => {
  const p = page();
  await p.last().answer(verdict());
  const ways = [
    ['first', 'first', 'short'],
    ['first', 'second', 'short'],
    ['second', 'first', 'cut'],
    ['second', 'second', 'cut'],
    ['both', 'second', 'cut'],
    ['links', 'second', 'cut'],
    ['links', 'first', 'short'],
  ];
  for (const [seat, start, side] of ways) {
    p.dispatch({ type: 'pref', set: { seat, start } });
    assert.equal(p.analysis.now().mover, side, `${seat}, ${start}`);
    p.game.play(0);
    assert.equal(p.doc().game.moves[0].by, side, 'and that is who moves');
    p.dispatch({ type: 'game/leave' });
  }
});

test('the second player of a coin game is chosen apart from CUT, and begins by pressing Start', async () => {
  const p = page();
  p.dispatch({ type: 'pref', set: { seat: 'second' } });
  p.dispatch({ type: 'room', room: 'coins' });
  p.open(PAIR);
  await p.last('coins').answer(sum());
  p.game.play(0);
  assert.deepEqual(p.doc().game.players, { one: 'human', two: 'random' });
  p.dispatch({ type: 'game/leave' });
  p.dispatch({ type: 'pref', set: { coinSeat: 'second' } });
  p.game.play(0);
  assert.equal(p.doc().game.players, null);
  assert.match(p.refused.join(), /You are the second player\. Press Start/);
  p.game.start();
  assert.deepEqual(p.doc().game.players, { one: 'random', two: 'human' });
});

test('the machine’s reply is played once, in the position it was asked for', async () => {
  const p = await begun();
  p.game.play(0);
  assert.deepEqual(p.moves(), [0], 'one’s own move is there at once');
  assert.ok(p.analysis.now().busy);
  await p.last('analyse').answer(reply(2));
  assert.deepEqual(p.moves(), [0, 2]);
  assert.ok(p.analysis.now().known && !p.analysis.now().busy);
  assert.deepEqual(p.said, ['SHORT plays 0.', 'cut 2']);
});

for (const [how, action] of Object.entries({
  undo: { type: 'undo' },
  'take back': { type: 'back' },
  leaving: { type: 'game/leave' },
  replay: { type: 'at', at: 0 },
  drawing: { type: 'mode', mode: 'draw' },
  resigning: { type: 'resign', by: 'cut' },
})) {
  test(`a reply that comes after ${how} is not played`, async () => {
    const p = await begun();
    p.game.play(0);
    const late = p.last('analyse');
    p.dispatch(action);
    const moves = p.moves();
    assert.ok(late.signal.aborted, 'nobody waits for it');
    await late.answer(reply(2));
    assert.deepEqual(p.moves(), moves);
    assert.deepEqual(p.said, ['SHORT plays 0.']);
  });
}

test('a reply that comes in another room touches neither room; back again, it is asked anew', async () => {
  const p = await begun();
  p.game.play(0);
  const late = p.last('analyse');
  p.dispatch({ type: 'room', room: 'coins' });
  p.open(PAIR);
  await p.last('coins').answer(sum());
  await late.answer(reply(2));
  assert.deepEqual(p.moves(), []);
  assert.equal(p.analysis.now().busy, false);
  p.dispatch({ type: 'room', room: 'networks' });
  assert.deepEqual(p.moves(), [0]);
  assert.notEqual(p.last('analyse'), late);
  await p.last('analyse').answer(reply(3));
  assert.deepEqual(p.moves(), [0, 3]);
});

test('another board of the same size is another board', async () => {
  const p = page();
  const late = p.last();
  p.open(RING);
  assert.equal(p.asked.length, 2, 'it is asked about at once');
  await p.last().answer(verdict({ outcome: 'cut' }));
  await late.answer(verdict({ outcome: 'short' }));
  assert.equal(p.analysis.now().answer.outcome, 'cut');
  p.dispatch({ type: 'undo' });
  assert.equal(p.analysis.now().answer, null, 'what was said of the other board is no word on this one');
});

test('answers in the wrong order: the position shown keeps its own', async () => {
  const p = await begun('human', 'human');
  p.game.play(0);
  const first = p.last();
  p.dispatch({ type: 'back' });
  p.game.play(1);
  await p.last().answer(verdict({ outcome: 'cut' }));
  await first.answer(verdict({ outcome: 'short' }));
  assert.equal(p.analysis.now().answer.outcome, 'cut');
  assert.deepEqual(p.analysis.now().outcomes, ['first', 'cut']);
});

test('moves in a position that the server has not spoken of wait, and are made in order', async () => {
  const p = page();
  p.seat('human', 'human');
  for (const edge of [0, 1, 2]) p.game.play(edge);
  assert.deepEqual(p.moves(), []);
  assert.deepEqual(p.analysis.now().held, [0, 1, 2]);
  assert.deepEqual(p.game.taken().map(Boolean), [true, true, true, false, false], 'the cursor passes over them');
  for (const moves of [[0], [0, 1], [0, 1, 2]]) {
    await p.last('analyse').answer(verdict());
    assert.deepEqual(p.moves(), moves);
  }
  assert.deepEqual(p.refused, []);
});

test('what waits for a game that is over is refused, in words', async () => {
  const p = await begun('human', 'human');
  for (const edge of [0, 1, 2]) p.game.play(edge);
  assert.deepEqual(p.moves(), [0]);
  await p.last('analyse').answer(verdict({ winner: 'short', outcome: 'short' }));
  assert.deepEqual(p.moves(), [0]);
  assert.deepEqual(p.analysis.now().held, []);
  assert.equal(p.refused.length, 1);
  assert.match(p.refused[0], /over/);
});

test('undo, and all that changes the position, forgets what waits', async () => {
  const p = await begun('human', 'human');
  p.game.play(0);
  p.game.play(1);
  p.dispatch({ type: 'undo' });
  assert.deepEqual(p.analysis.now().held, []);
  for (const question of [...p.asked]) await question.answer(verdict());
  assert.deepEqual(p.moves(), []);
});

test('against a machine one move may wait, and none while it thinks', async () => {
  const p = page();
  p.seat('human', 'perfect');
  p.game.play(0);
  p.game.play(1);
  assert.deepEqual(p.analysis.now().held, [0]);
  await p.last('analyse').answer(verdict());
  assert.deepEqual(p.moves(), [0]);
  p.game.play(1);
  assert.deepEqual(p.moves(), [0]);
  assert.deepEqual(p.refused, ['One move at a time.', 'It is CUT’s turn.']);
  await p.last('analyse').answer(reply(2));
  assert.deepEqual(p.moves(), [0, 2]);
});

test('a failure is told, is not asked again by itself, and is mended by trying again', async () => {
  const p = await begun();
  p.game.play(0);
  const count = p.asked.length;
  await p.last().fail(new Error('gone'));
  assert.equal(p.analysis.now().error, 'gone');
  assert.ok(!p.analysis.now().busy && !p.analysis.now().known);
  p.dispatch({ type: 'pref', set: { sound: true } });
  assert.equal(p.asked.length, count);
  p.analysis.retry();
  assert.equal(p.analysis.now().error, null);
  await p.last().answer(reply(1));
  assert.deepEqual(p.moves(), [0, 1]);
});

test('the failure of a question that was taken back is nobody’s', async () => {
  const p = await begun();
  p.game.play(0);
  const late = p.last();
  p.dispatch({ type: 'undo' });
  await late.fail(new Error('gone'));
  assert.equal(p.analysis.now().error, null);
  assert.ok(p.analysis.now().known);
});

test('a server that does not move is an error, not a circle', async () => {
  const p = await begun();
  p.game.play(0);
  const count = p.asked.length;
  await p.last().answer(verdict());
  assert.match(p.analysis.now().error, /no move/);
  assert.equal(p.asked.length, count);
});

test('an overlay keeps the verdict while it is fetched, and the game goes on', async () => {
  const p = await begun('human', 'human');
  p.dispatch({ type: 'pref', set: { overlay: 'clumps', analysis: true } });
  assert.ok(p.analysis.now().known, 'the position is the same');
  const late = p.last();
  assert.deepEqual(late.body.overlays, ['clumps']);
  p.game.play(3);
  assert.deepEqual(p.moves(), [3]);
  await late.answer(verdict({ clumps: [[1, 2]] }));
  assert.equal(p.analysis.now().answer.clumps, undefined, 'clumps of the position before are not shown');
});

test('a hint is about the position it was asked for', async () => {
  const p = await begun('human', 'human');
  p.analysis.hint();
  const late = p.last();
  p.game.play(0);
  await late.answer(reply(4));
  assert.equal(p.analysis.now().hint, null);
  await p.last().answer(verdict());
  p.analysis.hint();
  await p.last().answer(reply(4));
  assert.equal(p.analysis.now().hint, 4);
});

test('explanations and steps belong to their position and their terminals', async () => {
  const p = await begun('human', 'human');
  p.dispatch({ type: 'pref', set: { overlay: 'reply' } });
  p.game.play(0);
  const first = p.last('explain');
  await p.last('analyse').answer(verdict());
  p.game.play(1);
  await p.last('explain').answer({ hit: 2 });
  await first.answer({ hit: 1 });
  assert.equal(p.analysis.now().explanation.hit, 2);
  p.dispatch({ type: 'back' });
  assert.equal(p.analysis.now().explanation.hit, 1, 'kept for its own position');

  p.dispatch({ type: 'pref', set: { overlay: 'chase' } });
  const old = p.last('chase');
  p.dispatch({ type: 'terminal', which: 'right', node: 2 });
  await p.last('chase').answer({ steps: ['new'], extra: [6, 7] });
  await old.answer({ steps: ['old'], extra: [6, 7] });
  assert.deepEqual(p.analysis.now().chase.steps, ['new']);
  const count = p.asked.filter((q) => q.name === 'chase').length;
  p.dispatch({ type: 'pref', set: { sound: true } });
  assert.equal(p.asked.filter((q) => q.name === 'chase').length, count, 'asked once');
});

test('a move that needed no answer has nothing to explain, which the code of the refusal tells', async () => {
  const p = await begun('human', 'human');
  p.dispatch({ type: 'pref', set: { overlay: 'reply' } });
  p.game.play(0);
  const refuse = (code) => p.last('explain').fail(Object.assign(new Error(code), { code }));
  await refuse('invalid');
  assert.equal(p.analysis.now().explanation, null);
  p.analysis.explain();
  await refuse('nothing-to-explain');
  assert.equal(p.analysis.now().explanation, 'none');
});

test('machines that play each other stop when nobody looks, and go on', async () => {
  const p = page();
  p.dispatch({ type: 'pref', set: { pace: 0 } });
  await p.last().answer(verdict());
  p.seat('perfect', 'random');
  await p.last().answer(reply(0));
  const late = p.last();
  p.analysis.pause(true);
  await late.answer(reply(1));
  assert.deepEqual(p.moves(), [0]);
  p.analysis.pause(false);
  await p.last().answer(reply(1));
  assert.deepEqual(p.moves(), [0, 1]);
});

test('coins: the reply to a position that has changed is not played', async () => {
  const p = page();
  p.dispatch({ type: 'room', room: 'coins' });
  p.open(PAIR);
  await p.last('coins').answer(sum());
  p.dispatch({ type: 'game/new', players: { one: 'human', two: 'perfect' }, first: 'one' });
  p.game.play(0);
  await p.last('coins').answer(sum());
  const late = p.last('coinReply');
  p.dispatch({ type: 'undo' });
  await late.answer({ move: { from: 2, to: 1 } });
  assert.deepEqual(p.moves(), []);
  p.game.play(0);
  await p.last('coinReply').answer({ move: { from: 2, to: 1 } });
  assert.deepEqual(p.moves(), [0, 1]);
});

test('the side is chosen once; who changes the board meanwhile calls it off', async () => {
  const p = page();
  p.dispatch({ type: 'pref', set: { seat: 'choose' } });
  await p.last().answer(verdict());
  p.game.start();
  const first = p.last();
  assert.match(p.pending.words(), /look at the board/);
  p.game.start();
  p.game.play(0);
  assert.equal(p.last(), first, 'it is not asked twice');
  assert.equal(p.refused.length, 2);
  p.dispatch({ type: 'node/move', node: 0, x: 9, y: 9, gesture: 'g' });
  assert.equal(p.pending.words(), null);
  await first.answer(verdict());
  assert.equal(p.doc().game.players, null);
  p.game.start();
  await p.last().answer(verdict());
  assert.deepEqual(p.doc().game.players, { short: 'perfect', cut: 'human' });
  assert.equal(p.game.opening().text, 'I am SHORT');
});

test('pending requests: the last one counts, in whatever order they return; failures of the others are silent', async () => {
  const p = page();
  const done = [];
  const sent = [1, 2, 3].map((n) => {
    let gate;
    const promise = new Promise((answer, fail) => (gate = { answer, fail }));
    const reason = p.pending.send(
      `request ${n}`,
      () => promise,
      (a) => done.push(a),
    );
    return { ...gate, reason };
  });
  assert.equal(p.pending.words(), 'request 3');
  sent[1].fail(new Error('lost'));
  assert.equal(await sent[1].reason, '');
  sent[2].answer('third');
  await sent[2].reason;
  sent[0].answer('first');
  await sent[0].reason;
  assert.deepEqual(done, ['third']);
  assert.equal(p.pending.words(), null);
  assert.equal(
    await p.pending.send(
      'x',
      () => Promise.reject(new Error('refused')),
      () => {},
    ),
    'refused',
  );
  assert.equal(
    await p.pending.send(
      'x',
      () => Promise.resolve(1),
      () => {
        throw new Error('broken');
      },
    ),
    'broken',
    'a fault on the way in is told too',
  );
});

test('a first board is laid only where nobody has begun', () => {
  const p = page();
  const doc = makeDoc('coins', PAIR, { coins: [1, 0] });
  p.dispatch({ type: 'furnish', room: 'coins', doc });
  assert.equal(p.get().room, 'networks');
  assert.equal(p.get().rooms.coins.doc, doc);
  p.dispatch({ type: 'furnish', room: 'coins', doc: makeDoc('coins', BRIDGE) });
  assert.equal(p.get().rooms.coins.doc, doc);
});

test('a large position that a link brought is sent only when the reader asks', async () => {
  const many = { ...BRIDGE, edges: Array.from({ length: 5001 }, () => [0, 3]) };
  const p = page();
  for (const [edges, is_linked, sent] of [
    [many.edges, false, true],
    [[...many.edges], true, false],
    [BRIDGE.edges.slice(), true, true],
  ]) {
    const before = p.asked.length;
    if (is_linked) linked.add(edges);
    p.open({ ...BRIDGE, edges });
    assert.equal(p.asked.length > before, sent);
    assert.equal(p.analysis.now().asks, !sent);
    if (sent) continue;
    assert.match(p.analysis.now().error ?? '', /large/);
    p.analysis.retry();
    assert.equal(p.last().name, 'analyse');
    assert.equal(p.analysis.now().asks, false);
    await p.last().answer(verdict());
    assert.equal(p.analysis.now().error, null);
  }
});
