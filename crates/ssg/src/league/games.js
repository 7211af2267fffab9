// The list of games in a tournament's report. Every game links to a replay on the page: the link holds the
// board and the moves, packed as the page packs its own links (page/share.js; e2e/unit/report.test.mjs compares them).

const SIDES = ['short', 'cut'];
const ROWS = 50;
/** Above this many vertices the layout by forces takes longer than anybody waits for a link. */
const MOST_VERTICES = 600;
/** How long a layout may take, in milliseconds. */
const PATIENCE = 400;

/** A board as the page draws it. @param {any} network @param {(graph: any, fresh: boolean) => any} forces */
export function graphOf(network, forces) {
  const edges = [];
  for (let i = 0; i < network.edges.length; i += 2) edges.push([network.edges[i], network.edges[i + 1]]);
  const nodes = Array.from({ length: network.vertices }, (_, v) => ({ name: String(v + 1), x: 0, y: 0 }));
  const graph = { nodes, edges, left: network.left, right: network.right };
  const work = forces(graph, true);
  const end = Date.now() + PATIENCE;
  while (network.vertices <= MOST_VERTICES && !work.done() && Date.now() < end) work.run(50);
  work.at().forEach(([x, y], v) => Object.assign(nodes[v], { x, y }));
  return graph;
}

/** What a link to the replay of a game holds: the board and all moves. It opens at the end, where the game is reviewed. */
export function packed(data, game, forces) {
  const network = data.networks[game.network];
  network.graph ??= network.size ? null : graphOf(network, forces);
  const { graph } = network;
  const name = (side) => `${data.players[game.players[side]]} (${side ? 'CUT' : 'SHORT'})`;
  const forfeit = !['connected', 'disconnected'].includes(game.reason);
  return {
    v: 1,
    r: network.size ? 'bridgit' : 'networks',
    t: `${name(game.first)} v ${name(1 - game.first)}: ${network.name}`,
    g: graph && [
      graph.nodes.map((n) => [n.name, Math.round(n.x), Math.round(n.y)]),
      graph.edges.flat(),
      graph.left,
      graph.right,
      ...(network.target ? [network.target] : []),
    ],
    z: network.size ?? null,
    // Moves alternate; the page counts edges from 2, a pass is 1, and CUT's are negative.
    m: (game.moves ?? []).map((edge, i) => ((game.first + i) % 2 ? -1 : 1) * (edge + 1)),
    a: game.moves?.length ?? 0,
    p: { short: 'human', cut: 'human' },
    f: SIDES[game.first],
    x: forfeit ? SIDES[1 - game.winner] : null,
    o: null,
    d: 'play',
    w: null,
    s: ['none', 0, 1, 0, 0, 0],
  };
}

/** @param {any} value */
export async function encode(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (let i = 0; i < packed.length; i += 4096) text += String.fromCharCode(...packed.subarray(i, i + 4096));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Which games the filters leave. */
export function chosen(data, { player, opponent, network, kind }) {
  const is = (value, wanted) => wanted === '' || value === Number(wanted);
  return data.games.filter((game) => {
    const [short, cut] = game.players;
    const seats = (is(short, player) && is(cut, opponent)) || (is(cut, player) && is(short, opponent));
    if (!seats || !is(game.network, network)) return false;
    const winner = game.players[game.winner];
    if (kind === 'won' || kind === 'lost') return player === '' || is(winner, player) === (kind === 'won');
    if (kind === 'stolen') return game.upset && is(winner, player);
    if (kind === 'thrown') return game.upset && is(game.players[1 - game.winner], player);
    if (kind === 'forfeit') return !['connected', 'disconnected'].includes(game.reason);
    return true;
  });
}

function element(tag, text, parent) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

/** Fills the section of the games. */
export function start(forces) {
  const data = JSON.parse(document.getElementById('data').textContent);
  const form = document.getElementById('filters');
  const body = document.querySelector('#games tbody');
  const more = document.getElementById('more');
  const count = document.getElementById('count');
  for (const select of form.querySelectorAll('select[data-of]')) {
    data[select.dataset.of].forEach((item, i) => (element('option', item.name ?? item, select).value = String(i)));
  }
  let [games, shown] = [data.games, 0];

  async function replay(cell, game) {
    if (!game.moves && game.length) return void (cell.textContent = 'in the log');
    const link = element('a', 'replay', cell);
    link.target = '_blank';
    link.rel = 'noopener';
    link.href = `${data.page}#${await encode(packed(data, game, forces))}`;
  }

  function row(game) {
    const line = element('tr', undefined, body);
    element('td', data.networks[game.network].name, line);
    for (const side of [0, 1]) {
      const cell = element('td', data.players[game.players[side]], line);
      cell.className = SIDES[side] + (game.winner === side ? ' winner' : '');
    }
    element('td', game.first ? 'CUT' : 'SHORT', line);
    const how = element('td', game.reason, line);
    if (game.fault) how.title = game.fault;
    element('td', game.upset ? `stolen by ${game.winner ? 'CUT' : 'SHORT'}` : '', line);
    element('td', String(game.length), line);
    element('td', game.seconds.map((s) => s.toFixed(2)).join(' / '), line);
    void replay(element('td', undefined, line), game);
  }

  function extend() {
    for (const game of games.slice(shown, shown + ROWS)) row(game);
    shown = Math.min(games.length, shown + ROWS);
    count.textContent = `${shown} of ${games.length} games`;
    more.hidden = shown === games.length;
  }

  function choose() {
    games = chosen(data, Object.fromEntries(new FormData(form)));
    shown = 0;
    body.replaceChildren();
    extend();
  }

  form.addEventListener('change', choose);
  form.addEventListener('submit', (event) => event.preventDefault());
  more.addEventListener('click', extend);
  choose();
}
