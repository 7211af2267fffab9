// The module answers every question of a recorded set as the native library does, byte for byte.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { createEngine } from '../../page/engine/module.js';
import { compiled, root } from './compiled.mjs';
import { questions } from './questions.mjs';

const SEED = 7n;

/** The native library behind a pipe. */
function native() {
  const child = spawn(`${root}target/debug/examples/native`, { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks = child.stdout[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const more = async () => {
    const { value, done } = await chunks.next();
    assert.ok(!done, 'the native program has ended');
    return value;
  };
  const line = async () => {
    while (!rest.includes(10)) rest = Buffer.concat([rest, await more()]);
    const end = rest.indexOf(10);
    const text = rest.subarray(0, end).toString();
    rest = rest.subarray(end + 1);
    return text;
  };
  const bytes = async (count) => {
    const parts = [rest];
    for (let have = rest.length; have < count; have += parts.at(-1).length) parts.push(await more());
    const all = Buffer.concat(parts);
    rest = all.subarray(count);
    return all.subarray(0, count);
  };
  return {
    async ask(path, body) {
      const sent = Buffer.from(body);
      child.stdin.write(`${SEED} ${sent.length} ${path}\n`);
      child.stdin.write(sent);
      const [status, count] = (await line()).split(' ').map(Number);
      return { status, body: (await bytes(count)).toString() };
    },
    end: () => child.kill(),
  };
}

test('every answer is the same, byte for byte', async (t) => {
  const module = await compiled();
  let engine = createEngine(module);
  const program = native();
  t.after(program.end);
  const ask = async (path, body) => JSON.parse(engine.answer(path, body, SEED).body);
  const seen = new Map();
  let count = 0;
  for await (const [path, body] of questions(ask)) {
    // Bytes that are no text cannot be sent by a page.
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const mine = engine.answer(path, text, SEED);
    const theirs = await program.ask(path, text);
    const where = `${path} ${text.slice(0, 300)}`;
    assert.equal(mine.status, theirs.status, `${where}\n${mine.body.slice(0, 300)}\n${theirs.body.slice(0, 300)}`);
    assert.equal(mine.body, theirs.body, where);
    const kind = `${path.replace(/^(\/\w+)\/.*/, (all, first) => (/gallery|bridgit/.test(first) ? first : all))} ${mine.status}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    count += 1;
    if (engine.bytes() > 1 << 29) engine = createEngine(module);
  }
  console.log(`${count} questions:`, Object.fromEntries([...seen].sort()));
  assert.ok(count > 1000);
});
