// What the page has sent for and cannot go on without: a board, the side that the machine takes.
// The last errand counts. Whoever changes the board or leaves the room meanwhile calls it back:
// what it brings later is thrown away.

import { here } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {{words: string, room: string, doc: object}} Errand */

/** @param {() => State} get @param {() => void} changed */
export function createErrands(get, changed) {
  /** @type {Errand|null} */
  let current = null;

  return { send, words };

  /** What is being waited for in the room that is shown, in words. @returns {string|null} */
  function words() {
    return current && holds(current) ? current.words : null;
  }

  /** @param {Errand} errand */
  function holds(errand) {
    return errand === current && get().room === errand.room && here(get()).doc === errand.doc;
  }

  /**
   * Asks, and goes on with the answer if it is still wanted.
   * @template T @param {string} words @param {() => Promise<T>} ask @param {(answer: T) => void} then
   * @returns {Promise<string>} why it failed, to stand beside the field; empty if it did not, or nobody waits
   */
  async function send(words, ask, then) {
    const mine = { words, room: get().room, doc: here(get()).doc };
    current = mine;
    changed();
    try {
      const answer = await ask();
      if (!finish(mine)) return '';
      then(answer);
      return '';
    } catch (error) {
      // What fails after the answer is here has ended the errand already.
      if (current !== null && !finish(mine)) return '';
      return error instanceof Error ? error.message : String(error);
    } finally {
      changed();
    }
  }

  /** Ends an errand; says whether anybody still waited for it. @param {Errand} errand */
  function finish(errand) {
    const wanted = holds(errand);
    if (current === errand) current = null;
    return wanted;
  }
}
