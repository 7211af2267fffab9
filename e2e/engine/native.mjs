// The native library behind a pipe: `crates/wasm/examples/native.rs`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { root } from './compiled.mjs';

/** @param {'debug'|'release'} [profile] */
export function native(profile = 'debug') {
  const child = spawn(`${root}target/${profile}/examples/native`, { stdio: ['pipe', 'pipe', 'inherit'] });
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
    async ask(path, body, seed, edges = 0) {
      const sent = Buffer.from(body);
      child.stdin.write(`${seed} ${edges} ${sent.length} ${path}\n`);
      child.stdin.write(sent);
      const [status, count, micros] = (await line()).split(' ').map(Number);
      return { status, body: (await bytes(count)).toString(), ms: micros / 1000 };
    },
    end: () => child.kill(),
  };
}
