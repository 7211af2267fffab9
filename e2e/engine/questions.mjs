// A recorded set of questions: every route, every board of the gallery, sizes to 100,000 edges, and faults. Boards
// come from the engine itself, by seeds, so that the set is small to store and always the same.

import { readFileSync } from 'node:fs';
import { document } from '../contract.mjs';

/** Every path of the interface, below its version, and how it is asked; the document has them all. */
export const ROUTES = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => ({ path: path.replace('/api/v1', ''), method })),
);
const POSTS = ROUTES.filter(({ method }) => method === 'post').map(({ path }) => path);
const PUZZLES = ['only-move', 'who-wins', 'two-trees', 'which-side', 'label', 'keep-draw'];

/** Every exchange of the document, as it stands there. */
function* examples() {
  for (const [path, { post }] of Object.entries(document.paths)) {
    const below = path.replace('/api/v1', '').replace('{size}', '4').replace('{file}', 'cube.net');
    const example = post?.requestBody.content['application/json'].example;
    yield [below, example === undefined ? '' : JSON.stringify(example)];
  }
}

/** The bodies that the fuzzers found worth keeping: the first line is the path that they are sent to. */
function* corpus() {
  const bytes = readFileSync(new URL('../../fuzz/corpus/wire.corpus', import.meta.url));
  let at = bytes.indexOf(10) + 1;
  while (at < bytes.length) {
    const end = at + 4 + bytes.readUInt32LE(at);
    const input = bytes.subarray(at + 4, end);
    const line = input.includes(10) ? input.indexOf(10) : input.length;
    const path = input.subarray(0, line).toString('latin1');
    if (POSTS.includes(path)) yield [path, input.subarray(line + 1)];
    at = end;
  }
}

/** Numbers that do not fit, and other faults. */
function* faults() {
  const far = ['4294967296', '4294967297', '18446744073709551615', '18446744073709551616', '-1', '1e3', '1.5', 'null'];
  const network = (vertices, edges) => `{"vertices":${vertices},"left":1,"right":2,"edges":${edges}}`;
  yield* ['', '/', '/nothing', '/gallery/', '/gallery/%ff', '/bridgit/3/4', '/gallery/no such'].map((path) => [
    path,
    '',
  ]);
  for (const size of ['0', '1', '2', '3', '150', '151', '223', '224', '1000', '-3', 'x', ...far])
    yield [`/bridgit/${size}`, ''];
  for (const n of far) {
    yield ['/switching/analyse', `{"network":${network(n, '[[1,2]]')}}`];
    yield ['/switching/analyse', `{"network":${network(2, `[[1,${n}]]`)}}`];
    yield ['/switching/analyse', `{"network":${network(2, '[[1,2]]')},"moves":[{"side":"short","edge":${n}}]}`];
    yield ['/switching/chase', `{"network":${network(n, '[[1,2]]')}}`];
    yield ['/coins/analyse', `{"digraph":{"nodes":["a","b"],"arcs":[[1,${n}]]},"coins":[1]}`];
    yield ['/coins/analyse', `{"digraph":{"nodes":["a","b"],"arcs":[[1,2]]},"coins":[${n}]}`];
    yield ['/random', `{"nodes":${n},"edges":14}`];
    yield ['/random', `{"nodes":9,"edges":${n}}`];
    yield ['/random', `{"nodes":9,"edges":14,"seed":${n}}`];
    yield ['/files/read', JSON.stringify({ text: `${n}\n3\n1 2\n1 2\n1 2\n` })];
    yield ['/files/read', JSON.stringify({ text: `2\n${n}\n1 2\n1 ${n}\n1 2\n` })];
    yield ['/files/read', JSON.stringify({ text: `p edge ${n} 1\ne 1 2\n`, name: 'a.col' })];
    yield [
      '/files/read',
      JSON.stringify({ text: `%%MatrixMarket matrix coordinate pattern symmetric\n${n} ${n} 1\n2 1\n` }),
    ];
    yield ['/files/read', JSON.stringify({ text: `graph { ${n} -- 2 [left=${n}] }`, name: 'a.dot' })];
  }
  for (const body of [
    '',
    '{',
    '[]',
    '{}',
    'null',
    '{"network":1}',
    '{"network":{"vertices":2}} x',
    '"\\ud800"',
    '[['.repeat(200),
  ])
    for (const path of POSTS) yield [path, body];
}

/** Puzzles of every kind, from easy to hard, and what somebody may say to them; one that there is not. */
async function* puzzles(ask) {
  for (const kind of [...PUZZLES, 'none'])
    for (const difficulty of [1, 3, 5, 6]) {
      const body = JSON.stringify({ kind, difficulty, seed: 11 });
      yield ['/puzzle', body];
      const { network: text, coins } = await ask('/puzzle', body);
      if (text) yield* attempts(await ask('/files/read', JSON.stringify({ text, room: roomOf(kind) })), kind, coins);
    }
  const { boards } = await ask('/puzzles', '');
  for (const board of [...boards, 'none.net']) yield ['/puzzle', JSON.stringify({ board })];
}

const roomOf = (kind) => (['label', 'keep-draw'].includes(kind) ? 'coins' : 'networks');

/** Right and wrong answers of every form, whatever was asked. */
function* attempts({ names, edges, left, right }, kind, coins = []) {
  const check = (about, task) => ['/puzzle/check', JSON.stringify({ ...about, task })];
  if (roomOf(kind) === 'coins') {
    const about = { digraph: { nodes: names, arcs: edges }, coins: coins.map((name) => names.indexOf(name) + 1) };
    for (const label of [0, 1, 7, { inf: [] }, { inf: [0, 2] }]) yield check(about, { label: { node: 1, label } });
    for (const [from, to] of [...edges.slice(0, 6), [1, 1]]) yield check(about, { push: { from, to } });
    for (const said of ['first', 'second', 'draw', 'none']) yield check(about, { 'coin-outcome': said });
    return;
  }
  const about = { network: { vertices: names.length, left, right, edges } };
  const all = edges.map((_, e) => e + 1);
  for (const side of ['short', 'cut']) {
    for (const edge of [...all.slice(0, 6), all.length + 1]) yield check(about, { move: { side, edge } });
    for (const chosen of ['short', 'cut']) yield check(about, { side: { first: side, chosen } });
  }
  for (const said of ['first', 'short', 'cut']) yield check(about, { outcome: said });
  for (const part of ['p', 'p_star', 'r']) yield check(about, { part: { part, edges: all } });
  yield check(about, { trees: [all.filter((e) => e % 2), all.filter((e) => e % 2 === 0)] });
  for (const edge of all.slice(0, 3)) yield check(about, { current: edge });
}

/** The gallery: every board is read, analysed with everything that can be shown, played and written. */
async function* gallery(ask) {
  const { boards } = await ask('/gallery', '');
  for (const { id, room } of boards) {
    const { text } = await ask(`/gallery/${id}`, '');
    yield [`/gallery/${id}`, ''];
    yield ['/files/read', JSON.stringify({ text, room })];
    const board = await ask('/files/read', JSON.stringify({ text, room }));
    const { names, edges, left, right } = board;
    if (room === 'coins') yield* aboutDigraph({ nodes: names, arcs: edges });
    else yield* aboutNetwork({ vertices: names.length, left, right, edges }, edges.length < 2000);
  }
}

const PLAYERS = ['perfect', 'greedy', 'min-cut', 'random', 'analog', 'strength'];
const FORMATS = ['network', 'edge-list', 'dimacs', 'graph6', 'dot', 'graphml', 'matrix-market', 'record'];

function* aboutNetwork({ vertices, left, right, edges }, all) {
  const network = { vertices, left, right, edges };
  const m = edges.length;
  yield ['/switching/analyse', JSON.stringify({ network, moves: [] })];
  const moves = [
    { side: 'cut', edge: 1 },
    { side: 'short', edge: Math.max(1, Math.ceil(m / 2)) },
  ];
  yield ['/switching/analyse', JSON.stringify({ network, moves })];
  if (!all) return;
  for (const overlay of ['partition', 'clumps', 'currents'])
    yield ['/switching/analyse', JSON.stringify({ network, moves, overlays: [overlay] })];
  for (const kind of PLAYERS)
    for (const side of ['short', 'cut']) {
      const reply = { side, player: { kind, strength: 0.5, seed: 42 } };
      yield ['/switching/analyse', JSON.stringify({ network, moves, reply })];
    }
  yield ['/switching/explain', JSON.stringify({ network, moves: moves.slice(0, 1) })];
  yield ['/switching/history', JSON.stringify({ network, moves })];
  yield ['/switching/chase', JSON.stringify({ network })];
  for (const edge of [0, 1, Math.ceil(m / 2), m + 1]) yield ['/switching/edge', JSON.stringify({ network, edge })];
  yield ['/graph/plane', JSON.stringify({ graph: network })];
  for (const format of FORMATS) yield ['/files/write', JSON.stringify({ network, format })];
}

function* aboutDigraph({ nodes, arcs }) {
  const digraph = { nodes, arcs };
  for (const coins of [[], [1], [1, nodes.length], [1, 1, 2]]) {
    yield ['/coins/analyse', JSON.stringify({ digraph, coins })];
    for (const kind of PLAYERS)
      yield ['/coins/reply', JSON.stringify({ digraph, coins, player: { kind, strength: 0.5, seed: 3 } })];
  }
  yield ['/coins/history', JSON.stringify({ digraph, coins: [1], moves: [] })];
  for (const [from, to] of arcs.slice(0, 3))
    yield ['/coins/history', JSON.stringify({ digraph, coins: [from], moves: [{ from, to }] })];
  yield ['/coins/trace', JSON.stringify({ digraph })];
}

/** Networks and digraphs of all sizes, and the texts of the largest. */
async function* sizes(ask) {
  const sized = [10, 100, 1000, 10_000, 100_000].flatMap((edges) => [
    { nodes: Math.ceil(edges * 0.4), edges, seed: edges },
    { nodes: Math.ceil(edges * 0.49), edges, seed: edges + 1 },
  ]);
  for (const wish of [...sized, { nodes: 200, edges: 500, seed: 3, outcome: 'short' }]) {
    const body = JSON.stringify(wish);
    yield ['/random', body];
    const made = await ask('/random', body);
    if (!made.network) continue;
    yield* aboutNetwork(made.network, wish.edges <= 1000);
    if (wish.edges === 100_000) {
      const format = 'network';
      yield ['/files/write', JSON.stringify({ network: made.network, format })];
    }
    const { vertices, edges } = made.network;
    const nodes = Array.from({ length: vertices }, (_, i) => `n${i}`);
    const digraph = { nodes, arcs: edges };
    yield ['/coins/analyse', JSON.stringify({ digraph, coins: [1, 2] })];
  }
  for (const size of [8, 40, 100]) yield* aboutNetwork(await ask(`/bridgit/${size}`, '').then(networkOf), size === 8);
}

const networkOf = (board) => board.network ?? board;

/** All of them, as [path, body]; `ask` answers what the later ones are made of. */
export async function* questions(ask) {
  yield* examples();
  yield* faults();
  yield* puzzles(ask);
  yield* corpus();
  yield* gallery(ask);
  yield* sizes(ask);
}
