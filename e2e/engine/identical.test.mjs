// Both modules answer every question of a recorded set as the native library does, byte for byte; the one for a first
// game, as far as it answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../page/engine/module.js';
import { compiled } from './compiled.mjs';
import { native } from './native.mjs';
import { questions, ROUTES } from './questions.mjs';

const SEED = 7n;
/** The route of a path: `{…}` of its pattern is any segment. */
const routeOf = (path) =>
  ROUTES.find(({ path: pattern }) => new RegExp(`^${pattern.replace(/\{\w+\}/, '[^/]+')}$`).test(path))?.path ?? 'none';

test('every answer is the same, byte for byte', async (t) => {
  const [whole, little] = [await compiled(), await compiled('first')];
  let [engine, small] = [createEngine(whole), createEngine(little)];
  const program = native();
  t.after(program.end);
  const ask = async (path, body) => JSON.parse(engine.answer(path, body, SEED).body);
  const seen = new Map();
  let [count, answered] = [0, 0];
  for await (const [path, body] of questions(ask)) {
    // Bytes that are no text cannot be sent by a page.
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const mine = engine.answer(path, text, SEED);
    const theirs = await program.ask(path, text, SEED);
    const where = `${path} ${text.slice(0, 300)}`;
    assert.equal(mine.status, theirs.status, `${where}\n${mine.body.slice(0, 300)}\n${theirs.body.slice(0, 300)}`);
    assert.equal(mine.body, theirs.body, where);
    const early = small.answer(path, text, SEED);
    if (early.status) {
      assert.deepEqual(early, mine, where);
      answered += 1;
    }
    const kind = `${routeOf(path)} ${mine.status}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    count += 1;
    if (engine.bytes() > 1 << 29) engine = createEngine(whole);
    if (small.bytes() > 1 << 29) small = createEngine(little);
  }
  console.log(
    `${count} questions, ${answered} of them answered by the first module too:`,
    Object.fromEntries([...seen].sort()),
  );
  assert.ok(count > 1000 && answered > 500, `${count} ${answered}`);
  // A route that is added to the interface must be asked here too, rightly and wrongly.
  for (const { path, method } of ROUTES) {
    const [fine, invalid] = [
      seen.get(`${path} 200`) ?? 0,
      (seen.get(`${path} 400`) ?? 0) + (seen.get(`${path} 422`) ?? 0),
    ];
    assert.ok(fine >= (method === 'post' ? 10 : 1), `${path}: ${fine} questions that have an answer`);
    assert.ok(method === 'get' || invalid >= 5, `${path}: ${invalid} invalid questions`);
  }
});
