// The board as a picture for LaTeX: one node and one edge per line, in the colours of the game.

import { coinsNow, owners, terminalsOf } from './state.js';

/** What LaTeX takes for itself. @param {string} text */
const escaped = (text) =>
  text
    .replace(/[\\{}]/g, '')
    .replace(/[#$%&_]/g, '\\$&')
    .replace(/[~^]/g, '');

/** @param {import('./types').Doc} doc @param {boolean} directed @returns {string} */
export function tikz(doc, directed) {
  const { nodes, edges } = doc.graph;
  const { left, right } = terminalsOf(doc.graph);
  const owner = owners(doc);
  const coins = directed ? coinsNow(doc) : [];
  const place = /** @param {number} v */ (v) =>
    (v / 60)
      .toFixed(2)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0');
  const lines = nodes.map((node, i) => {
    const kind = i === left || i === right ? 'terminal' : 'vertex';
    const tag = i === left ? ', label=above:$L$' : i === right ? ', label=above:$R$' : '';
    const coin = coins[i] ? `, label=right:{${coins[i]}$\\times$}` : '';
    return `  \\node[${kind}${tag}${coin}] (v${i + 1}) at (${place(node.x)},${place(-node.y)}) {${escaped(node.name)}};`;
  });
  /** How many edges between these two have been drawn. @type {Map<string, number>} */
  const drawn = new Map();
  for (const [e, [u, v]] of edges.entries()) {
    const pair = [u, v].sort((a, b) => a - b).join();
    const count = drawn.get(pair) ?? 0;
    drawn.set(pair, count + 1);
    const style = directed ? 'arc' : owner[e] === 'short' ? 'short' : owner[e] === 'cut' ? 'cut' : 'free';
    const bend =
      u === v ? 'loop above' : count ? `bend ${count % 2 ? 'left' : 'right'}=${15 * Math.ceil(count / 2)}` : '';
    lines.push(`  \\draw[${style}] (v${u + 1}) to${bend ? `[${bend}]` : ''} (v${(u === v ? u : v) + 1});`);
  }
  return `% \\usepackage{tikz}
\\begin{tikzpicture}[vertex/.style={circle, draw, thick, inner sep=2pt}, terminal/.style={rectangle, draw, fill=black,
  text=white, inner sep=3pt}, free/.style={gray, thick}, short/.style={blue, very thick}, cut/.style={red, dotted},
  arc/.style={->, gray, thick}]
${lines.join('\n')}
\\end{tikzpicture}
`;
}
