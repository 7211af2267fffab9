// The thread of one engine: questions in, answers out, one at a time. An engine that failed, or that has taken much
// memory, is replaced by a new one: a module gives memory back in no other way.

import { Broken, createEngine } from './module.js';

/** An engine that has taken more bytes than this is not kept. */
const MOST_BYTES = 1 << 28;

/** @type {WebAssembly.Module} */
let module;
/** @type {ReturnType<typeof createEngine>|null} */
let engine = null;

addEventListener('message', ({ data }) => {
  // Another module takes the place of the first.
  if (data.module) [module, engine] = [data.module, null];
  else postMessage({ id: data.id, path: data.path, ...answered(data) });
});

/** @param {{path: string, body: string, seed: bigint, edges?: number}} question */
function answered({ path, body, seed, edges }) {
  try {
    engine ??= createEngine(module);
    const reply = engine.answer(path, body, seed, edges);
    if (engine.bytes() > MOST_BYTES) engine = null;
    return reply;
  } catch (error) {
    engine = null;
    if (!(error instanceof Broken)) throw error;
    const reason = 'the engine failed on this question; please report it with what you asked';
    return { status: 500, body: JSON.stringify({ code: 'broken', reason }), cause: error.message };
  }
}
