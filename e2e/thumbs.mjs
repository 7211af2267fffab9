// The small pictures of the gallery: draws every board of boards/ as the page would, and writes page/thumbs.js.
//
//   node thumbs.mjs

import { readFileSync, writeFileSync } from 'node:fs';
import { arranged, sketched } from '../page/places.js';

const boards = new URL('../boards/', import.meta.url);
/** Larger boards have no picture: it would be a blot. */
const MOST = 150;

/** The graph of a board's file. */
export function read(id) {
  const lines = readFileSync(new URL(id, boards), 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean);
  const node = (name = '') => ({ name, x: 0, y: 0 });
  if (id.endsWith('.coins')) {
    const names = [...new Set(lines.flatMap((line) => line.split(/\s+/)))];
    const arcs = lines.map((line) => line.split(/\s+/)).filter((words) => words.length === 2);
    const edges = arcs.map((words) => words.map((word) => names.indexOf(word)));
    return { nodes: names.map(node), edges, left: null, right: null };
  }
  const [n, , left, right] = lines.slice(0, 4).map(Number);
  const edges = lines.slice(4).map((line) => line.split(/\s+/).map((word) => Number(word) - 1));
  return { nodes: Array.from({ length: n }, () => node()), edges, left: left - 1, right: right - 1 };
}

/** The places of the nodes in a box of 60 by 44, the ends of the edges, and the terminals. */
export function picture(id) {
  const graph = read(id);
  if (graph.edges.length > MOST) return null;
  arranged(graph, id, Infinity).forEach(([x, y], i) => Object.assign(graph.nodes[i], { x, y }));
  const [at, edges, ends] = sketched(graph);
  // Numbers are characters, so that the file stays small; the backtick is left out, which would open a template.
  const char = (n) => String.fromCharCode(n < 56 ? 40 + n : 41 + n);
  const text = (pairs) => pairs.flat().map(char).join('');
  return [text(at), text(edges), ...ends];
}

export const ids = () =>
  readFileSync(new URL('index.tsv', boards), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0]);

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const rows = ids().map((id) => `  '${id}': ${JSON.stringify(picture(id))?.replaceAll('"', "'")},`);
  const text = `// The small pictures of the gallery, made by e2e/thumbs.mjs: where the nodes stand, the ends
// of the edges (each number n as the character 40 + n, from 56 on 41 + n), then L and R.

/** @type {Record<string, [string, string, ...number[]]|null>} */
export const THUMBS = {
${rows.join('\n')}
};
`;
  writeFileSync(new URL('../page/thumbs.js', import.meta.url), text);
}
