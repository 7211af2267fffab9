// The engine as a WebAssembly module: a question is written into its memory, the answer is read from there.
// The module imports nothing; `crates/wasm` describes what it exports.

/** A status of 0: the module leaves this question to the other one. @typedef {{status: number, body: string}} Reply */
/**
 * @typedef {{
 *   memory: WebAssembly.Memory, start: () => void,
 *   allocate: (bytes: number) => number, release: (address: number, bytes: number) => void,
 *   answer: (path: number, pathBytes: number, body: number, bodyBytes: number, seed: bigint, edges: number) => number,
 *   fault: () => number,
 * }} Exports
 */

/** A question ended inside the engine: the engine must not be asked again. */
export class Broken extends Error {}

/** An instance of the module. @param {WebAssembly.Module} module */
export function createEngine(module) {
  const engine = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, {}).exports));
  engine.start();

  return { answer, bytes: () => engine.memory.buffer.byteLength };

  /**
   * Answers a question. Random choices follow from the seed; `edges` raises the limit on the size of graphs.
   * @param {string} path @param {string} body @param {bigint} seed @param {number} [edges] @returns {Reply}
   */
  function answer(path, body, seed, edges = 0) {
    try {
      const [where, what] = [write(path), write(body)];
      const reply = read(engine.answer(where.address, where.bytes, what.address, what.bytes, seed, edges));
      engine.release(where.address, where.bytes);
      engine.release(what.address, what.bytes);
      return reply;
    } catch (error) {
      throw new Broken(`${error}: ${fault()}`);
    }
  }

  /** @param {string} text */
  function write(text) {
    const encoded = new TextEncoder().encode(text);
    const address = engine.allocate(encoded.length);
    new Uint8Array(engine.memory.buffer, address, encoded.length).set(encoded);
    return { address, bytes: encoded.length };
  }

  /** @param {number} at @returns {Reply} */
  function read(at) {
    if (!at) return { status: 0, body: '' };
    const [status = 0, address = 0, bytes = 0] = new Uint32Array(engine.memory.buffer, at, 3);
    const body = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address, bytes));
    return { status, body };
  }

  /** What the panic said that ended the question, if it was one. */
  function fault() {
    try {
      return read(engine.fault()).body;
    } catch {
      return 'the engine does not say why';
    }
  }
}
