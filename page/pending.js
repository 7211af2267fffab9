// Requests that the page cannot go on without: a board, or the side that the machine takes.
// Only the latest request counts, and only while the room and the document from which it was
// made are still shown: the answer to any other request is dropped.

import { here } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {{words: string, room: string, doc: object}} Pending */

/** @param {() => State} get @param {() => void} changed */
export function createPending(get, changed) {
  /** @type {Pending|null} */
  let current = null;

  return { send, words };

  /** What the room that is shown waits for, in words. @returns {string|null} */
  function words() {
    return current && isWanted(current) ? current.words : null;
  }

  /** @param {Pending} request */
  function isWanted(request) {
    return request === current && get().room === request.room && here(get()).doc === request.doc;
  }

  /**
   * Asks, and continues with the answer if it is still wanted.
   * @template T @param {string} what in words @param {() => Promise<T>} ask @param {(answer: T) => void} then
   * @returns {Promise<string>} why it failed, to be shown beside the field; empty on success, or when
   *   the request is no longer wanted
   */
  async function send(what, ask, then) {
    const mine = { words: what, room: get().room, doc: here(get()).doc };
    current = mine;
    changed();
    try {
      const answer = await ask();
      if (!finish(mine)) return '';
      then(answer);
      return '';
    } catch (error) {
      // If `then` failed, the request has already been finished.
      if (current !== null && !finish(mine)) return '';
      return error instanceof Error ? error.message : String(error);
    } finally {
      changed();
    }
  }

  /** Ends a request; says whether it was still wanted. @param {Pending} request */
  function finish(request) {
    const wanted = isWanted(request);
    if (current === request) current = null;
    return wanted;
  }
}
