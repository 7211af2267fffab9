// Curves, distances, views, steps of the arrow keys, layout, and Chase's steps.

import test from 'node:test';
import assert from 'node:assert/strict';
import {
  along,
  copies,
  distance,
  distanceTo,
  edgeShape,
  fit,
  labelPlaces,
  step,
  toScreen,
  toWorld,
  zoomed,
} from '../../page/geometry.js';
import { columns, forces } from '../../page/layout.js';
import { unfold } from '../../page/chase.js';

const at = (x, y) => ({ x, y });
const graph = (n, edges, left = 0, right = n - 1) => ({
  nodes: Array.from({ length: n }, (_, i) => ({ name: String(i), x: 0, y: 0 })),
  edges,
  left,
  right,
});

test('parallel edges lie apart, whichever way they were drawn', () => {
  const places = copies(
    graph(2, [
      [0, 1],
      [1, 0],
      [0, 1],
    ]),
  );
  const [a, b] = [at(0, 0), at(100, 0)];
  const mids = [
    edgeShape(a, b, true, places[0]),
    edgeShape(b, a, false, places[1]),
    edgeShape(a, b, true, places[2]),
  ].map((s) => s.mid.y);
  assert.equal(new Set(mids.map(Math.round)).size, 3);
});

test('a straight edge ends at its nodes and a bent one does too', () => {
  for (const of of [1, 2]) {
    const shape = edgeShape(at(3, 4), at(50, 60), true, { copy: 0, of });
    assert.deepEqual(along(shape, 0), at(3, 4));
    assert.deepEqual(along(shape, 1), at(50, 60));
    assert.ok(distanceTo(shape.mid, shape) < 1);
  }
});

test('a loop stands above its node and can be hit', () => {
  const node = at(0, 0);
  const shape = edgeShape(node, node, true, { copy: 0, of: 1 });
  assert.ok(shape.loop && shape.mid.y < -20);
  assert.ok(distanceTo(shape.mid, shape) < 2);
});

test('the view turns screen to world and back, and zoom keeps the point', () => {
  const view = { x: 30, y: -10, k: 1.7 };
  const p = at(12, 99);
  assert.ok(distance(toWorld(view, toScreen(view, p)), p) < 1e-9);
  const after = zoomed(view, at(200, 100), 1.5);
  assert.ok(distance(toWorld(view, at(200, 100)), toWorld(after, at(200, 100))) < 1e-9);
  const shown = fit({ x: -500, y: 0, w: 1000, h: 10 }, 400, 300);
  assert.ok(toScreen(shown, at(-500, 0)).x > 0 && toScreen(shown, at(500, 0)).x < 400);
});

test('arrow keys reach every thing', () => {
  const points = [at(0, 0), at(100, 10), at(200, 0), at(100, 100), at(90, -80)];
  assert.equal(step(points, 0, [1, 0]), 1);
  assert.equal(step(points, 1, [0, 1]), 3);
  assert.equal(step(points, 1, [0, -1]), 4);
  assert.equal(step(points, 2, [1, 0]), null);
  assert.equal(
    step(points, 0, [1, 0], (i) => i !== 1),
    2,
  );
  const seen = new Set([0]);
  for (let grew = true; grew;) {
    grew = false;
    for (const i of [...seen])
      for (const way of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        const next = step(points, i, way);
        if (next !== null && !seen.has(next)) grew = !!seen.add(next);
      }
  }
  assert.equal(seen.size, points.length);
});

test('a label stands below its node, and elsewhere when something is there', () => {
  const [a, b] = [at(0, 0), at(0, 40)];
  const one = (nodes, shapes, marks) => labelPlaces([{ at: a, text: '2', under: 26 }], nodes, shapes, marks)[0];
  assert.deepEqual(one([a], [], []), at(0, 26));
  assert.ok(one([a, b], [], []).y < 0, 'a node below');
  assert.ok(one([a], [], [at(3, 22)]).y < 0, 'a mark below');
  const line = edgeShape(a, at(0, 100), true, { copy: 0, of: 1 });
  assert.ok(one([a], [line], []).y < 0, 'a line below');
  const ring = [at(0, 26), at(0, -24), at(-23, 0)];
  assert.ok(one([a], [line], ring).x > 0, 'the one free side');
  assert.deepEqual(one([a], [], [...ring, at(23, 0)]), at(0, 26), 'nothing is free: where it always is');
  const two = labelPlaces(
    [a, at(30, 0)].map((p) => ({ at: p, text: '∞(0,1)', under: 26 })),
    [a, at(30, 0)],
    [],
    [],
  );
  assert.notEqual(two[0].y, two[1].y, 'labels keep clear of labels');
});

test('layout puts L left of R and nodes apart', () => {
  const cycle = graph(
    8,
    Array.from({ length: 8 }, (_, i) => [i, (i + 1) % 8]),
    0,
    4,
  );
  const work = forces(cycle, true);
  while (!work.done()) work.run(50);
  const places = work.at();
  assert.ok(places[0][0] < places[4][0]);
  for (let i = 0; i < 8; i++)
    for (let j = 0; j < i; j++)
      assert.ok(Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]) > 30, `${i} ${j}`);
});

test('layout of a large graph is quick and not a needle', () => {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) % 2000;
  const edges = Array.from({ length: 5000 }, () => [random(), random()]);
  const places = columns(graph(2000, edges));
  const spread = (k) => Math.max(...places.map((p) => p[k])) - Math.min(...places.map((p) => p[k]));
  const ratio = spread(0) / spread(1);
  assert.ok(ratio > 0.3 && ratio < 4, `width to height ${ratio}`);
});

test('unconnected nodes get a place too', () => {
  const places = columns(graph(3, [[0, 1]]));
  assert.ok(places.every((p) => Number.isFinite(p[0]) && Number.isFinite(p[1])));
});

test('Chase’s steps know the trees at every moment', () => {
  const steps = unfold([
    { step: 1, action: 'start', words: 'a', t1: [1, 2], t2: [1, 2] },
    { step: 2, action: 'offer', words: 'b', edge: 3 },
    { step: 3, action: 'search', words: 'c', b: [2] },
    { step: 4, action: 'swap', words: 'd', tree: 1, out: 2, in: 3, t1: [1, 3], t2: [1, 2] },
    { step: 5, action: 'next', words: 'e' },
  ]);
  assert.deepEqual(steps[2].levels, [[3], [2]]);
  assert.deepEqual(steps[3].swap, { tree: 1, out: 2, in: 3 });
  assert.deepEqual(steps[4].trees, [
    [1, 3],
    [1, 2],
  ]);
  assert.equal(steps[4].inserting, null);
});
