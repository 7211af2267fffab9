// What outlives the page: the state in the browser's storage and in the address.

import { linked } from './analysis.js';
import { readAddress } from './lessons.js';
import { continues, decode, encode, forFriend, pack, unpack } from './share.js';
import { here, home, initial, PREFS, ROOMS } from './state.js';
import { showError, toast } from './ui.js';

/** @typedef {import('./types').State} State */

const KEY = 'switchyard/1';
/** Longer addresses are made only when somebody copies a link. */
const LONGEST_ADDRESS = 30_000;

/** The board of the gallery that the address asks for, as documents do. @returns {string|null} */
export const boardNamed = () => /^#board=([\w.-]+)$/.exec(location.hash)?.[1] ?? null;

/** Inside a document the page is a board to try: it remembers nothing, and leaves its reader's history alone. */
export const isFramed = () => window.parent !== window;

/** Lets the page react between two parts of reading a large board. */
const breath = () => new Promise((done) => setTimeout(done));

/** @param {() => State} get @param {(state: State) => void} replace */
export function createStorage(get, replace) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  if (!isFramed()) addEventListener('pagehide', () => void saveNow());

  /** The states of the pages behind and ahead, so that going back also brings back undo. @type {Map<number, State>} */
  const visited = new Map();
  /** The number of the page that is shown, in the browser's history. */
  let page = Number(history.state?.page ?? 0);

  return { save, restore, follow, share, isLocal, mark, travel };

  /**
   * Another room or another board is another page for the buttons Back and Forward.
   * @param {State} before
   */
  function mark(before) {
    // A room that nobody has used yet is no place to go back to.
    if (isFramed() || !here(before).doc.graph.nodes.length) return;
    visited.set(page, before);
    page += 1;
    history.pushState({ page }, '', location.href);
  }

  /** Back or Forward: the room as it was left there, or what the address holds. */
  async function travel() {
    visited.set(page, get());
    page = Number(history.state?.page ?? page + 1);
    const known = visited.get(page);
    if (!known) return follow();
    const { room } = known;
    if (known.place !== get().place || known.place !== 'home') return replace({ ...known, prefs: get().prefs });
    replace({ ...get(), room, rooms: { ...get().rooms, [room]: known.rooms[room] } });
  }

  /** Saves a moment later: packing a large board takes a while, which must not delay the next click. */
  function save() {
    if (isFramed()) return;
    clearTimeout(timer);
    document.documentElement.dataset['kept'] = 'false';
    timer = setTimeout(saveNow, here(get()).doc.graph.edges.length > 1000 ? 1500 : 250);
  }

  async function saveNow() {
    const state = get();
    try {
      const at = home(state);
      const rooms = Object.fromEntries(ROOMS.map((room) => [room, pack(room, at.rooms[room], state.prefs)]));
      const kept = JSON.stringify({ room: at.room, rooms, prefs: state.prefs });
      // Every tab keeps its own state; a new tab begins with the state that any tab has saved last.
      sessionStorage.setItem(KEY, kept);
      localStorage.setItem(KEY, kept);
    } catch {
      // Without storage, a reload starts from the address alone.
    }
    const code = state.quest?.link ?? (await encode(state));
    // The state may have changed meanwhile, without a call of `save` if only the view did: it is saved again.
    if (state !== get()) return save();
    history.replaceState({ page }, '', code.length < LONGEST_ADDRESS ? `#${code}` : location.pathname);
    document.documentElement.dataset['kept'] = 'true';
  }

  /** Brings back what this browser remembers. */
  function restore() {
    if (isFramed()) return;
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? 'null');
      if (kept) replace(unpackAll(kept));
    } catch {
      replace(initial());
    }
  }

  /** @param {any} kept @returns {State} */
  function unpackAll(kept) {
    const rooms = /** @type {State['rooms']} */ ({});
    for (const room of ROOMS) rooms[room] = unpack(kept.rooms[room]).room;
    const room = ROOMS.includes(kept.room) ? kept.room : initial().room;
    return { ...initial(), room, rooms, prefs: { ...PREFS, ...kept.prefs } };
  }

  /** What the address holds takes precedence over what was remembered. */
  async function follow() {
    // The link for keyboards leads to the board of this page.
    if (location.hash.length < 2 || location.hash === '#board' || boardNamed() || readAddress(location.hash)) return;
    try {
      const { name, room, prefs } = await decode(location.hash.slice(1));
      await breath();
      const state = get();
      // A link to the board that this browser remembers anyway is not treated as somebody else's.
      const known = state.rooms[name];
      const packed = [room, known].map((one) => () => JSON.stringify(pack(name, one, state.prefs)));
      const isSize = room.doc.graph.edges.length === known.doc.graph.edges.length;
      if (!isSize || packed[0]?.() !== packed[1]?.()) linked.add(room.doc.graph.edges);
      if (!continues(state.rooms[name], room))
        toast('This link does not go on with the game that this browser remembers: some moves differ.', 'bad');
      const at = { ...state, ...home(state), place: /** @type {const} */ ('home'), quest: null };
      replace({ ...at, room: name, rooms: { ...at.rooms, [name]: room }, prefs: { ...state.prefs, ...prefs } });
      await breath();
    } catch (error) {
      showError(error);
    }
  }

  /** Whether links of this page open on this machine only. */
  function isLocal() {
    const isSite = document.documentElement.dataset['engine'] === 'browser';
    return !isSite && ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  }

  async function share() {
    const shared = get();
    const own = shared.rooms[shared.room];
    const room = shared.quest ? own : forFriend(own);
    const code = shared.quest?.link ?? (await encode({ ...shared, rooms: { ...shared.rooms, [shared.room]: room } }));
    const address = `${location.origin}${location.pathname}#${code}`;
    // What the friend sees is not what is on the board here.
    if (shared === get() && room === own) history.replaceState({ page }, '', address);
    try {
      await navigator.clipboard.writeText(address);
      toast(`The link is on the clipboard.${isLocal() ? ' It opens on this machine, while ssg serve runs.' : ''}`);
    } catch {
      if (room === own) toast('The link is in the address bar.');
      else prompt('The link for the other player:', address);
    }
  }
}
