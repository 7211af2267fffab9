// What every browser test begins with: assertions, the helpers of the kit, and pages of one server and one browser.

import node from 'node:test';
import { stage } from './kit.mjs';

export { default as assert } from 'node:assert/strict';
export * as kit from './kit.mjs';

/** Opens a page; the server and the browser start before the first test of the file and end after its last. */
export const open = stage();

/** A test with a limit: one that hangs fails, instead of holding up the run. Options may come before its body. */
export const test = (name, ...rest) => {
  const [body, options] = rest.reverse();
  node(name, { timeout: 240_000, ...options }, body);
};
