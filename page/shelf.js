// Boards that the user has saved by name, in the browser's storage.

/** @typedef {import('./types').Room} Room */

const KEY = 'switchyard/boards';

/** @param {Pick<Storage, 'getItem'|'setItem'>|null} storage */
export function createShelf(storage) {
  return { names, put, take, remove };

  /** @returns {Record<string, any>} */
  function all() {
    try {
      const kept = JSON.parse(storage?.getItem(KEY) ?? '{}');
      return kept && typeof kept === 'object' && !Array.isArray(kept) ? kept : {};
    } catch {
      return {};
    }
  }

  /** @param {Record<string, any>} boards @returns {boolean} whether there was room for them */
  function write(boards) {
    try {
      storage?.setItem(KEY, JSON.stringify(boards));
      return !!storage;
    } catch {
      return false;
    }
  }

  /** The names of a room's boards. @param {Room} room */
  function names(room) {
    return Object.entries(all())
      .filter(([, board]) => board?.r === room)
      .map(([name]) => name)
      .sort((a, b) => a.localeCompare(b));
  }

  /** @param {string} name @param {object} packed */
  function put(name, packed) {
    return write({ ...all(), [name]: packed });
  }

  /** @param {string} name @returns {any} */
  function take(name) {
    return all()[name] ?? null;
  }

  /** @param {string} name */
  function remove(name) {
    const boards = all();
    delete boards[name];
    return write(boards);
  }
}
