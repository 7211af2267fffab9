// The module as `make engine` builds it.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const file = `${root}target/wasm32-unknown-unknown/wasm/engine.wasm`;

export async function compiled() {
  if (!existsSync(file)) throw new Error('build the module first: make engine');
  return WebAssembly.compile(readFileSync(file));
}
