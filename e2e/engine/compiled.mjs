// The modules as `make engine` builds them: `engine` answers everything, `first` what a first game asks.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const fileOf = (name) => `${root}target/wasm32-unknown-unknown/wasm/examples/${name}.wasm`;

/** @param {'engine'|'first'} [name] */
export async function compiled(name = 'engine') {
  if (!existsSync(fileOf(name))) throw new Error('build the modules first: make engine');
  return WebAssembly.compile(readFileSync(fileOf(name)));
}
