// What every browser test begins with: assertions, the helpers of the kit, and pages of one server and one browser.

import node from 'node:test';
import { stage } from './kit.mjs';

export { default as assert } from 'node:assert/strict';
export * as kit from './kit.mjs';

/** Opens a page; the server and the browser start before the first test of the file and end after its last. */
export const open = stage();

/** A test that ends, with a failure if need be: the other files of a run do not wait for it. */
export const test = (name, body) => node(name, { timeout: 240_000 }, body);
