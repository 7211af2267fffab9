// The store: actions change the state, the view stays put while somebody draws, and listeners hear
// of real changes only.

import test from 'node:test';
import assert from 'node:assert/strict';
import { createStore } from '../../page/store.js';
import { here } from '../../page/state.js';

const SHOWN = { x: 7, y: 8, k: 2 };

function store() {
  const heard = [];
  const s = createStore(
    () => SHOWN,
    (action, before) => heard.push([action.type, before]),
  );
  return { ...s, heard, view: () => here(s.get()).view };
}

test('a change is announced once, with the state before it; an action without effect is not', () => {
  const s = store();
  const before = s.get();
  s.dispatch({ type: 'pref', set: { sound: true } });
  assert.deepEqual(s.heard, [['pref', before]]);
  assert.equal(s.get().prefs.sound, true);
  s.dispatch({ type: 'undo' });
  assert.equal(s.heard.length, 1, 'there is nothing to undo');
});

test('drawing fixes the view where it is; the end of drawing releases it', () => {
  const s = store();
  s.dispatch({ type: 'node/add', x: 0, y: 0 });
  assert.deepEqual(s.view(), SHOWN);
  s.dispatch({ type: 'mode', mode: 'play' });
  assert.equal(s.view(), null);
});

test('a view that the user chose survives the end of drawing', () => {
  const s = store();
  const chosen = { x: 1, y: 2, k: 3 };
  s.dispatch({ type: 'node/add', x: 0, y: 0 });
  s.dispatch({ type: 'view', view: chosen });
  s.dispatch({ type: 'mode', mode: 'play' });
  assert.deepEqual(s.view(), chosen);
});

test('a pinned view is released in its own room only', () => {
  const s = store();
  s.dispatch({ type: 'node/add', x: 0, y: 0 });
  s.dispatch({ type: 'room', room: 'coins' });
  s.dispatch({ type: 'mode', mode: 'draw' });
  s.dispatch({ type: 'room', room: 'networks' });
  assert.deepEqual(s.view(), SHOWN);
  s.dispatch({ type: 'mode', mode: 'play' });
  assert.equal(s.view(), null);
});

test('a state that is put in place is not announced', () => {
  const s = store();
  const other = { ...s.get(), room: 'coins' };
  s.replace(other);
  assert.equal(s.get(), other);
  assert.equal(s.heard.length, 0);
});
