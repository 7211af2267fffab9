// A question that breaks the engine ends with an answer, and the next one gets a new engine.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { Broken, createEngine } from '../../page/engine/module.js';
import { compiled, file, root } from './compiled.mjs';

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
  const engine = createEngine(module);
  assert.equal(engine.answer('/health', '', 1n).body, '"ok"');
  assert.throws(() => engine.answer('/health', { toString: () => assert.fail('no text') }, 1n), Broken);
});

test('the module asks for nothing from outside, and names no place on the machine that built it', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  for (const name of ['memory', 'start', 'allocate', 'release', 'answer', 'fault'])
    assert.ok(names.includes(name), name);
  const bytes = readFileSync(file);
  for (const place of [root, homedir()]) assert.ok(!bytes.includes(place), place);
});
