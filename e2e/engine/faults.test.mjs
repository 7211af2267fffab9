// A question that breaks the engine ends with an answer, and the next one gets a new engine.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { Broken, createEngine } from '../../page/engine/module.js';
import { compiled, fileOf, root } from './compiled.mjs';

const module = await compiled();

test('a panic is said in its own words', () => {
  const { exports } = new WebAssembly.Instance(module, {});
  exports.start();
  assert.throws(() => exports.allocate(-1), WebAssembly.RuntimeError);
  const [status, address, bytes] = new Uint32Array(exports.memory.buffer, exports.fault(), 3);
  assert.equal(status, 500);
  assert.match(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, bytes)), /capacity overflow/);
});

test('more memory than the module may have is a fault of one question alone', () => {
  const { exports } = new WebAssembly.Instance(module, {});
  exports.start();
  assert.throws(() => exports.allocate(1_100_000_000), WebAssembly.RuntimeError);
  assert.ok(exports.memory.buffer.byteLength < 1 << 30);
  const engine = createEngine(module);
  assert.equal(engine.answer('/health', '', 1n).body, '"ok"');
  assert.throws(() => engine.answer('/health', { toString: () => assert.fail('no text') }, 1n), Broken);
});

test('a question that a first game does not ask is left to the whole engine', async () => {
  const first = createEngine(await compiled('first'));
  assert.deepEqual(first.answer('/random', '{"nodes":9,"edges":14}', 1n), { status: 0, body: '' });
  assert.equal(first.answer('/health', '', 1n).body, '"ok"');
});

test('the modules ask for nothing from outside, and name no place on the machine that built them', async () => {
  for (const name of ['engine', 'first']) {
    const one = await compiled(name);
    assert.deepEqual(WebAssembly.Module.imports(one), []);
    const names = WebAssembly.Module.exports(one).map((item) => item.name);
    for (const exported of ['memory', 'start', 'allocate', 'release', 'answer', 'fault'])
      assert.ok(names.includes(exported), exported);
    const bytes = readFileSync(fileOf(name));
    for (const place of [root, homedir()]) assert.ok(!bytes.includes(place), place);
  }
});
