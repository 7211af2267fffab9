// The threads of the engine: who waits for whom, what is ended, and what is said about it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPool } from '../../page/engine/pool.js';

const TIMES = { short: 20, abandoned: 10, most: 80 };
const LONG = 'x'.repeat(5000);

/** A pool whose threads answer when the test says so. */
function stage(times = TIMES, complete = async () => {}) {
  /** @type {any[]} */
  const threads = [];
  const pool = createPool(
    async () => {
      /** @type {Record<string, (event: any) => void>} */
      const on = {};
      const thread = {
        question: null,
        ended: false,
        addEventListener: (type, listener) => (on[type] = listener),
        postMessage: (data) => (thread.question = data),
        terminate: () => (thread.ended = true),
        answer(body = 'fine', status = 200) {
          const { id } = thread.question;
          thread.question = null;
          on.message({ data: { id, status, body } });
        },
        fail: () => on.error({ message: 'broken thread' }),
      };
      threads.push(thread);
      return thread;
    },
    complete,
    times,
  );
  const busy = () => threads.filter((thread) => thread.question && !thread.ended);
  const asked = async (path) => {
    for (;;) {
      const thread = busy().find(({ question }) => question.path === path);
      if (thread) return thread;
      await new Promise((wake) => setTimeout(wake, 1));
    }
  };
  return { ...pool, threads, busy, asked };
}

const tick = (ms = 0) => new Promise((wake) => setTimeout(wake, ms));

test('a short question does not wait for a long one; a second long one does', async () => {
  const { ask, asked, busy } = stage({ ...TIMES, most: 10_000 });
  const first = ask('/a', LONG);
  await asked('/a');
  const second = ask('/b', LONG);
  const short = ask('/c', '');
  (await asked('/c')).answer('quick');
  assert.equal((await short).body, 'quick');
  await tick(5);
  assert.deepEqual(
    busy().map(({ question }) => question.path),
    ['/a'],
  );
  (await asked('/a')).answer();
  await first;
  (await asked('/b')).answer();
  await second;
});

test('a short question that turns out to be long makes room for another', async () => {
  const { ask, asked, threads } = stage({ ...TIMES, most: 10_000 });
  const slow = [ask('/a', ''), ask('/b', '')];
  await asked('/a');
  await asked('/b');
  const third = ask('/c', '');
  (await asked('/c')).answer('in time');
  assert.equal((await third).body, 'in time');
  (await asked('/a')).answer();
  (await asked('/b')).answer();
  await Promise.all(slow);
  assert.ok(threads.filter(({ ended }) => !ended).length <= 2, 'and the thread is given back');
});

test('a question that takes too long is ended, and said to be', async () => {
  const { ask, asked, threads } = stage();
  const reply = await ask('/a', LONG);
  assert.equal(reply.status, 503);
  assert.match(JSON.parse(reply.body).reason, /longer than .* seconds/);
  assert.equal(threads[0].ended, true);
  const next = ask('/b', LONG);
  (await asked('/b')).answer('after all');
  assert.equal((await next).body, 'after all');
});

test('a question that nobody waits for ends with its thread, unless it is answered at once', async () => {
  const { ask, asked, threads } = stage({ ...TIMES, short: 1000, most: 10_000 });
  const gone = new AbortController();
  const cancelled = ask('/a', '', gone.signal);
  const quick = await asked('/a');
  gone.abort();
  await assert.rejects(cancelled, { name: 'AbortError' });
  quick.answer();
  await tick(20);
  assert.equal(quick.ended, false);
  const gone2 = new AbortController();
  const stuck = ask('/b', LONG, gone2.signal);
  const thread = await asked('/b');
  const waiting = ask('/c', LONG);
  gone2.abort();
  await assert.rejects(stuck, { name: 'AbortError' });
  (await asked('/c')).answer('free');
  assert.equal((await waiting).body, 'free');
  assert.equal(thread.ended, true);
  assert.ok(threads.length >= 2);
});

test('a question that waits can be cancelled before it begins', async () => {
  const { ask, asked, busy } = stage({ ...TIMES, most: 10_000 });
  const first = ask('/a', LONG);
  await asked('/a');
  const gone = new AbortController();
  const second = ask('/b', LONG, gone.signal);
  gone.abort();
  await assert.rejects(second, { name: 'AbortError' });
  (await asked('/a')).answer();
  await first;
  await tick(5);
  assert.deepEqual(busy(), []);
  await assert.rejects(ask('/c', '', gone.signal), { name: 'AbortError' });
});

test('a thread that fails takes only its own question with it', async () => {
  const { ask, asked } = stage({ ...TIMES, most: 10_000 });
  const first = ask('/a', '');
  (await asked('/a')).fail();
  await assert.rejects(first, /broken thread/);
  const second = ask('/b', '');
  (await asked('/b')).answer();
  assert.equal((await second).status, 200);
});

test('a question that the first module does not know waits for the other one, however long that is loaded', async () => {
  let loaded = () => {};
  const given = [];
  const { ask, asked, busy, threads } = stage(TIMES, (thread) => {
    given.push(thread);
    return new Promise((done) => (loaded = () => done(undefined)));
  });
  const reply = ask('/a', '');
  (await asked('/a')).answer('', 0);
  await tick(2 * TIMES.most);
  assert.deepEqual(given, [threads[0]]);
  assert.deepEqual(busy(), []);
  loaded();
  (await asked('/a')).answer('known');
  assert.equal((await reply).body, 'known');
  // From then on its time counts as always.
  const late = ask('/b', '');
  (await asked('/b')).answer('', 0);
  loaded();
  assert.equal((await late).status, 503);
});

test('a question that is given up while a module is loaded never begins again', async () => {
  // Before and after the end of its thread.
  for (const wait of [0, 2 * TIMES.abandoned]) {
    let loaded = () => {};
    const { ask, asked, busy } = stage(
      { ...TIMES, most: 10_000 },
      () => new Promise((done) => (loaded = () => done(undefined))),
    );
    const gone = new AbortController();
    const reply = ask('/a', '', gone.signal);
    (await asked('/a')).answer('', 0);
    gone.abort();
    await assert.rejects(reply, { name: 'AbortError' });
    await tick(wait);
    loaded();
    await tick(5);
    assert.deepEqual(busy(), []);
    const next = ask('/b', '');
    (await asked('/b')).answer('after all');
    assert.equal((await next).body, 'after all');
  }
});

test('a module that cannot be loaded refuses the question that needs it, and no other', async () => {
  const { ask, asked } = stage(TIMES, async () => {
    throw new Error('no network');
  });
  const reply = ask('/a', '');
  (await asked('/a')).answer('', 0);
  await assert.rejects(reply, /no network/);
  const next = ask('/b', '');
  (await asked('/b')).answer();
  assert.equal((await next).status, 200);
});

test('without a thread everything that waits is refused', async () => {
  const pool = createPool(
    async () => {
      throw new Error('no module');
    },
    async () => {},
  );
  await assert.rejects(pool.ask('/a', ''), /no module/);
});
