// From the state and the server's answer to what the board draws: overlays become strokes.

import { mover } from './ladder.js';
import { chain, mistakesOf } from './review.js';
import { coinsNow, here, isAnalysing, NAMES, owners, terminalsOf, visiblePrefs } from './state.js';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Doc} Doc */
/** @typedef {import('./types').Answer} Answer */
/** @typedef {import('./types').WireProof} WireProof */
/** @typedef {import('./board.js').Scene} Scene */
/** @typedef {import('./board.js').Stroke} Stroke */
/** @typedef {import('./types').RoomAnalysis} RoomAnalysis */

/** From the server's labels to places. @param {number[]} labels */
const zero = (labels) => labels.map((label) => label - 1);

/**
 * @param {State} whole @param {RoomAnalysis} analysis
 * @param {import('./types').Gesture} gesture
 * @param {{as?: 'network'|'bridgit', apart?: number}} [how] how far the halves of a lost network have parted, 0 to 1
 * @returns {Scene}
 */
export function sceneOf(whole, analysis, gesture, how = {}) {
  const room = here(whole);
  const { doc } = room;
  const prefs = visiblePrefs(whole, isAnalysing(whole, analysis));
  // While drawing, the moves of a game are not shown, so its position is not explained either.
  const state = {
    ...whole,
    prefs: room.mode === 'draw' && doc.at ? { ...prefs, overlay: /** @type {const} */ ('none') } : prefs,
  };
  const coins = state.room === 'coins';
  /** @type {Scene} */
  const scene = {
    graph: doc.graph,
    directed: coins,
    view: room.view,
    bridgit: null,
    size: doc.size,
    columns: how.as === 'bridgit' ? columnsOf(analysis.board) : [],
    kinds: kindsOf(state, doc, analysis, how.as === 'bridgit'),
    strokes: [],
    regions: [],
    notes: [],
    marks: { win: [], lose: [], draw: [] },
    node: room.node,
    picked: room.picked,
    box: gesture.box,
    edge: room.edge,
    coins: coins ? coinsNow(doc) : null,
    tags: [],
    extras: 0,
    numbers: hasNumbers(state),
    across: how.as === 'bridgit' && mover(whole) === 'cut',
    faint: false,
    drawing: room.mode === 'draw',
    from: gesture.from,
    rubber: gesture.rubber,
  };
  // Only the terminals of a Bridg-It board have names.
  if (state.room === 'bridgit') scene.tags = doc.graph.nodes.map(() => '');
  if (how.as === 'bridgit') scene.bridgit = analysis.board?.points ?? null;
  if (coins) dressCoins(scene, state, analysis);
  else dress(scene, state, doc, analysis);
  if (room.mode === 'play') dressGame(scene, state, analysis, how.apart ?? 0);
  dressQuest(scene, state);
  if (gesture.lit.length) scene.strokes.push({ kind: 'lit', edges: gesture.lit });
  return scene;
}

/**
 * The same position on the dual network: what CUT destroyed is CUT's there, and what SHORT claimed is gone.
 * @param {State} state @param {RoomAnalysis} analysis @param {import('./types').Gesture} gesture
 * @param {import('./types').Graph} graph the dual @returns {Scene}
 */
export function dualSceneOf(state, analysis, gesture, graph) {
  const { doc } = here(state);
  const last = doc.game.moves[doc.at - 1]?.edge ?? null;
  const kinds = owners(doc).map((owner, edge) => {
    const latest = edge === last ? ' latest' : '';
    return owner === 'cut' ? `bridge${latest}` : owner === 'short' ? 'gone' : edge === analysis.hint ? 'hint' : 'free';
  });
  const scene = sceneOf(state, analysis, gesture);
  const strokes = scene.strokes.filter(({ kind }) => ['lit', 'last'].includes(kind));
  const bare = { regions: [], notes: [], extras: 0, node: null, picked: [], faint: false, box: null, view: null };
  return { ...scene, ...bare, graph, kinds, strokes, tags: graph.nodes.map((_, i) => dualTag(graph, i)) };
}

/** @param {import('./types').Graph} graph @param {number} node */
const dualTag = (graph, node) => (node === graph.left ? 'L*' : node === graph.right ? 'R*' : '');

/** What has been picked for a task, and what is wrong with it. @param {Scene} scene @param {State} state */
function dressQuest(scene, { quest }) {
  if (!quest) return;
  const [first, second] = quest.picked;
  const trees = quest.task?.kind === 'trees';
  if (trees && first.length + second.length) scene.faint = true;
  scene.strokes.push({ kind: trees ? 'tree-a' : 'answer', edges: first }, { kind: 'tree-b', edges: second });
  if (quest.judged?.edges) scene.strokes.push({ kind: 'hit', edges: zero(quest.judged.edges) });
}

/** @type {WeakMap<object, string[]>} */
const letters = new WeakMap();

/** The letters of each column: the notation leaves some out. @param {import('./types').BridgitBoard|null} board */
function columnsOf(board) {
  if (!board) return [];
  let known = letters.get(board);
  if (!known) {
    known = [];
    for (const [e, [x]] of board.points.entries()) known[x] ??= (board.names[e] ?? '').replace(/\d+/, '');
    letters.set(board, known);
  }
  return known;
}

/** Numbers stand on the edges when they are wanted, and wherever a text speaks of them. @param {State} state */
function hasNumbers({ room, prefs, quest }) {
  const spoken =
    prefs.overlay === 'chase' || (room === 'networks' && ['reply', 'currents', 'partition'].includes(prefs.overlay));
  return (room === 'networks' && (prefs.numbers || !!quest?.judged)) || (room !== 'coins' && spoken);
}

/**
 * The last move, the end of the game, and in a review what would have been better.
 * @param {Scene} scene @param {State} state @param {RoomAnalysis} analysis @param {number} apart
 */
function dressGame(scene, state, analysis, apart) {
  const { doc } = here(state);
  // The steps of an algorithm have their own colours, on the board as it was before the first move.
  if (isStepping(state, analysis)) return;
  const last = doc.game.moves[doc.at - 1];
  const cutwise = /** @param {string|undefined} by */ (by) => !!scene.bridgit && by === 'cut';
  if (last && last.edge !== null) scene.strokes.push({ kind: 'last', edges: [last.edge], across: cutwise(last.by) });
  const slip = analysis.better && mistakesOf(state, analysis).find((mistake) => mistake.at === doc.at);
  if (slip && analysis.better && isAnalysing(state, analysis))
    scene.strokes.push({ kind: 'better', edges: analysis.better.edges, across: cutwise(slip.by) });
  const certificate = analysis.known && analysis.answer?.winner ? analysis.answer.certificate : null;
  if (!certificate || !doc.game.moves.length || state.room === 'coins') return;
  if (certificate.kind === 'joined') {
    scene.strokes.push({ kind: 'won', edges: zero(certificate.path) });
  } else if (certificate.kind === 'spanned') {
    scene.strokes.push({ kind: 'won', edges: zero(certificate.tree) });
  } else if (certificate.kind === 'parted' && scene.bridgit && scene.size) {
    const own = owners(doc).map((owner) => owner === 'cut');
    scene.strokes.push({ kind: 'won', edges: chain(scene.bridgit, own, scene.size), across: true });
  } else if (certificate.kind === 'parted' && state.room === 'networks') {
    const side = zero(certificate.vertices);
    if (scene.graph.edges.length <= 400) {
      scene.regions.push(regionOf(doc, side, 'half'));
      if (apart) scene.graph = parted(doc.graph, side, apart);
    }
  }
}

/** Whether steps of an algorithm are drawn. @param {State} state @param {RoomAnalysis} analysis */
function isStepping(state, { chase, labelling }) {
  return state.prefs.overlay === 'chase' && !!(state.room === 'coins' ? labelling : chase)?.steps.length;
}

/** How far each half goes. */
const GAP = 14;
/** @type {WeakMap<import('./types').Graph, {apart: number, key: string, graph: import('./types').Graph}>} */
const moved = new WeakMap();

/**
 * The network with the nodes that hang on L drawn away from the others.
 * @param {import('./types').Graph} graph @param {number[]} side @param {number} apart
 */
function parted(graph, side, apart) {
  const key = side.join();
  const old = moved.get(graph);
  if (old && old.apart === apart && old.key === key) return old.graph;
  const inside = new Set(side);
  const middle = /** @param {boolean} within */ (within) => {
    const list = graph.nodes.filter((_, i) => inside.has(i) === within);
    const n = list.length || 1;
    return { x: list.reduce((s, p) => s + p.x, 0) / n, y: list.reduce((s, p) => s + p.y, 0) / n };
  };
  const [a, b] = [middle(true), middle(false)];
  const length = Math.hypot(a.x - b.x, a.y - b.y) || 1;
  const [dx, dy] = [((a.x - b.x) / length) * GAP * apart, ((a.y - b.y) / length) * GAP * apart];
  const nodes = graph.nodes.map((node, i) =>
    inside.has(i) ? { ...node, x: node.x + dx, y: node.y + dy } : { ...node, x: node.x - dx, y: node.y - dy },
  );
  const next = { ...graph, nodes };
  moved.set(graph, { apart, key, graph: next });
  return next;
}

/**
 * @param {State} state @param {Doc} doc @param {RoomAnalysis} analysis @param {boolean} bridgit
 * @returns {(string|null)[]}
 */
function kindsOf(state, doc, analysis, bridgit) {
  // The drawing has no colours of a game: whoever changes it ends the game.
  if (here(state).mode === 'draw') return doc.graph.edges.map(() => 'free');
  const last = doc.game.moves[doc.at - 1]?.edge ?? null;
  const kinds = owners(doc).map((owner, edge) => {
    const latest = edge === last ? ' latest' : '';
    if (owner === 'short') return `short${latest}`;
    if (owner === 'cut') {
      if (bridgit) return `cut${latest}`;
      if (state.prefs.ghosts) return `ghost${latest}`;
      return latest ? 'cut latest' : null;
    }
    return owner && latest ? 'latest moved' : 'free';
  });
  const { offer } = doc.game;
  if (offer !== null && kinds[offer]) kinds[offer] = 'offer';
  if (analysis.hint !== null && kinds[analysis.hint]) kinds[analysis.hint] = 'hint';
  for (const edge of analysis.held) if (edge !== null && kinds[edge]) kinds[edge] = 'chosen';
  return kinds;
}

/** @param {Scene} scene @param {State} state @param {Doc} doc @param {RoomAnalysis} analysis */
function dress(scene, state, doc, analysis) {
  const { prefs } = state;
  const answer = analysis.answer;
  if (prefs.overlay === 'chase') {
    dressChase(scene, doc, analysis);
    return;
  }
  if (!answer) return;
  if (prefs.values && !answer.winner && here(state).mode === 'play') {
    const side = analysis.mover;
    const win = new Set(zero(side === 'cut' ? answer.winning_moves.cut : answer.winning_moves.short));
    owners(doc).forEach((owner, e) => {
      if (!owner) scene.marks[win.has(e) ? 'win' : 'lose'].push(e);
    });
  }
  dressOverlay(scene, state, doc, analysis, answer);
}

/**
 * @param {Scene} scene @param {State} state @param {Doc} doc @param {RoomAnalysis} analysis
 * @param {Answer} answer
 */
function dressOverlay(scene, state, doc, analysis, answer) {
  scene.faint = state.prefs.overlay !== 'none';
  switch (state.prefs.overlay) {
    case 'trees':
      dressCertificate(scene, answer, analysis.mover);
      break;
    case 'reply':
      dressReply(scene, doc, analysis);
      break;
    case 'partition':
      if (answer.partition) {
        const { p, p_star, r } = answer.partition;
        if (dressPart(scene, state, analysis)) break;
        scene.strokes.push(
          { kind: 'part-p', edges: zero(p) },
          { kind: 'part-q', edges: zero(p_star) },
          { kind: 'part-r', edges: zero(r) },
        );
      }
      break;
    case 'clumps':
      for (const clump of answer.clumps ?? []) scene.regions.push(regionOf(doc, zero(clump), 'clump'));
      break;
    case 'currents':
      // The largest current is not marked while a task asks for it.
      if (answer.currents) dressCurrents(scene, doc, answer.currents, !state.quest || state.quest.done);
      break;
    default:
      scene.faint = false;
  }
}

/**
 * Draws why an edge is in its part. Returns whether that replaces the drawing of the partition.
 * @param {Scene} scene @param {State} state @param {RoomAnalysis} analysis
 */
function dressPart(scene, state, analysis) {
  const why = analysis.part?.why;
  if (!why) return false;
  scene.strokes.push({ kind: 'lit', edges: [why.edge - 1] });
  if (state.prefs.part === 'circuit') {
    scene.strokes.push(
      { kind: 'path', edges: zero(why.circuit ?? []) },
      { kind: 'level', edges: zero(why.cutset ?? []) },
    );
    return false;
  }
  const [a, b] = why.trees ?? why.cotrees ?? [[], []];
  scene.strokes.push({ kind: 'tree-a', edges: zero(a) }, { kind: 'tree-b', edges: zero(b) });
  return true;
}

/** @param {Doc} doc @param {number[]} nodes @param {string} kind */
function regionOf(doc, nodes, kind) {
  const inside = new Set(nodes);
  const owner = owners(doc);
  /** @type {number[]} */
  const edges = [];
  doc.graph.edges.forEach(([u, v], e) => {
    if (u !== v && owner[e] !== 'cut' && inside.has(u) && inside.has(v)) edges.push(e);
  });
  return { nodes, edges, kind };
}

/** @param {Scene} scene @param {Answer} answer @param {string} by */
function dressCertificate(scene, answer, by) {
  const { certificate } = answer;
  switch (certificate.kind) {
    case 'parted':
      scene.regions.push({ nodes: zero(certificate.vertices), edges: [], kind: 'side' });
      break;
    case 'second':
      scene.strokes.push(...proofStrokes(certificate.proof));
      break;
    case 'first': {
      const opening = by === 'cut' ? certificate.cut : certificate.short;
      scene.strokes.push(...proofStrokes(opening.proof), {
        kind: 'answer',
        edges: [opening.edge - 1],
        across: !!scene.bridgit && by === 'cut',
      });
    }
  }
}

/** @param {WireProof} proof @returns {Stroke[]} */
function proofStrokes(proof) {
  const [a, b] = proof.kind === 'two_trees' ? proof.trees : proof.forests;
  return [
    { kind: 'tree-a', edges: zero(a) },
    { kind: 'tree-b', edges: zero(b) },
  ];
}

/**
 * The opponent's move, the tree it broke, the path in the other tree, the edges that repair it.
 * @param {Scene} scene @param {Doc} doc @param {RoomAnalysis} analysis
 */
function dressReply(scene, doc, analysis) {
  const why = analysis.explanation === 'none' ? null : analysis.explanation;
  if (!why) return;
  const owner = owners(doc);
  // An edge that SHORT owns keeps its colour: one must see the state of play.
  const free = /** @param {number[]} labels */ (labels) => zero(labels).filter((e) => owner[e] !== 'short');
  const cut = !!scene.bridgit && why.winner === 'cut';
  scene.regions.push(regionOf(doc, zero(why.side), 'side'));
  scene.strokes.push(
    { kind: 'path', edges: zero(why.path) },
    { kind: 'tree-a', edges: free(why.broken).filter((e) => e !== why.hit - 1) },
    { kind: 'tree-b', edges: free(why.whole) },
    { kind: 'answer', edges: free(why.replies).filter((e) => !owner[e]), across: cut },
    { kind: 'answered', edges: zero(why.replies).filter((e) => owner[e]), across: cut },
    { kind: owner[why.hit - 1] === 'short' ? 'struck' : 'hit', edges: [why.hit - 1], across: !!scene.bridgit && !cut },
  );
}

/**
 * @param {Scene} scene @param {Doc} doc @param {import('./types').Currents} flow
 * @param {boolean} best whether to mark the largest
 */
function dressCurrents(scene, doc, flow, best) {
  const most = Math.max(1e-9, ...flow.currents.map(Math.abs));
  /** @type {number[][]} */
  const buckets = [[], [], [], [], [], [], []];
  flow.currents.forEach((current, e) => {
    const share = Math.abs(current) / most;
    if (share > 1e-6) buckets[Math.max(1, Math.ceil(share * 6))]?.push(e);
  });
  buckets.forEach((edges, i) => edges.length && scene.strokes.push({ kind: `current-${i}`, edges }));
  if (best) scene.strokes.push({ kind: 'best', edges: zero(flow.best) });
  if (doc.graph.nodes.length > 200 || scene.bridgit) return;
  const { left, right } = doc.graph;
  scene.tags = flow.potentials.map((volt, v) => {
    const letter = v === left ? 'L ' : v === right ? 'R ' : '';
    return letter + (volt?.toFixed(3) ?? '');
  });
}

/** @param {Scene} scene @param {Doc} doc @param {RoomAnalysis} analysis */
function dressChase(scene, doc, analysis) {
  const step = analysis.chase?.steps[analysis.chaseAt];
  const { left, right } = doc.graph;
  if (!step || left === null || right === null) return;
  scene.faint = true;
  scene.extras = 2;
  scene.graph = withExtras(doc.graph, left, right);
  scene.kinds = [...doc.graph.edges.map(() => 'free'), 'extra', 'extra'];
  const last = step.levels[step.levels.length - 1] ?? [];
  const [one, two] = step.trees;
  // Where an edge is in both trees, the wave of the second lies between the lines of the first.
  const both = new Set(one.filter((e) => two.includes(e)));
  scene.strokes.push({ kind: 'level', edges: zero(last) });
  scene.strokes.push(
    { kind: 'double', edges: zero(one.filter((e) => !both.has(e))), how: 'double' },
    { kind: 'double', edges: zero([...both]), how: 'wide' },
    { kind: 'wavy', edges: zero(two), how: 'wavy' },
  );
  if (step.inserting !== null) scene.strokes.push({ kind: 'entering', edges: [step.inserting - 1] });
  if (step.swap)
    scene.strokes.push(
      { kind: 'entering', edges: [step.swap.in - 1] },
      { kind: 'leaving', edges: [step.swap.out - 1] },
    );
}

/** @type {WeakMap<import('./types').Graph, import('./types').Graph>} */
const extended = new WeakMap();
/** @param {import('./types').Graph} graph @param {number} left @param {number} right */
function withExtras(graph, left, right) {
  let wide = extended.get(graph);
  if (!wide) {
    // The arc bends down, whichever terminal is on the left.
    const flip = (graph.nodes[left]?.x ?? 0) > (graph.nodes[right]?.x ?? 0);
    /** @type {[number, number]} */
    const pair = flip ? [right, left] : [left, right];
    wide = { ...graph, edges: [...graph.edges, pair, pair] };
    extended.set(graph, wide);
  }
  return wide;
}

/** @param {Scene} scene @param {State} state @param {RoomAnalysis} analysis */
function dressCoins(scene, state, analysis) {
  const answer = analysis.coin;
  const { doc, node } = here(state);
  if (state.prefs.overlay === 'chase' && analysis.labelling) return dressLabelling(scene, doc, analysis);
  if (!answer) return;
  // While a task asks for a label, the infinite labels, which follow from it, are hidden.
  const asked = state.quest?.task?.kind === 'label' && !state.quest.done;
  if (state.prefs.labels)
    scene.tags = answer.labels.map((label) => (asked && label.value === null ? '?' : labelText(label)));
  const results = new Map(answer.moves.map((move) => [`${move.from - 1} ${move.to - 1}`, move.result]));
  doc.graph.edges.forEach(([u, v], e) => {
    const result = results.get(`${u} ${v}`);
    if (!result) return;
    if (state.prefs.values && here(state).mode === 'play') scene.marks[result].push(e);
    if (u === node && scene.kinds[e] === 'free' && here(state).mode === 'play') scene.kinds[e] = 'chosen';
  });
}

/**
 * The labels so far, and the arrows that decide the newest.
 * @param {Scene} scene @param {Doc} doc @param {RoomAnalysis} analysis
 */
function dressLabelling(scene, doc, analysis) {
  const step = analysis.labelling?.steps[analysis.chaseAt];
  if (!step) return;
  scene.faint = true;
  scene.tags = doc.graph.nodes.map((_, i) => step.tags[i] ?? '');
  scene.node = step.node;
  const reasons = new Set(step.arcs.map(([u, v]) => `${u - 1} ${v - 1}`));
  const edges = doc.graph.edges.flatMap(([u, v], e) => (reasons.has(`${u} ${v}`) ? [e] : []));
  scene.strokes.push({ kind: 'entering', edges });
}

/** @param {import('./types').Label} label */
export function labelText(label) {
  if (label.value !== null) return String(label.value);
  return label.infinite ? `∞(${label.infinite.join(',')})` : '';
}

/**
 * @param {State} state @param {RoomAnalysis} analysis @param {number} edge
 * @param {import('./types').Side} by @returns {string}
 */
export function edgeName(state, analysis, edge, by) {
  const { graph } = here(state).doc;
  if (state.room === 'bridgit') {
    const name = analysis.board?.names[edge] ?? String(edge + 1);
    return by === 'short' ? name.toLowerCase() : name.toUpperCase();
  }
  const [u, v] = graph.edges[edge] ?? [0, 0];
  const [a, b] = [graph.nodes[u]?.name ?? '?', graph.nodes[v]?.name ?? '?'];
  return state.room === 'coins' ? `${a} → ${b}` : `edge ${edge + 1} (${a}–${b})`;
}

/**
 * What is under the cursor, for screen readers.
 * @param {State} state @param {RoomAnalysis} analysis @returns {string}
 */
export function describe(state, analysis) {
  const room = here(state);
  const { graph } = room.doc;
  if (room.node !== null) {
    const node = graph.nodes[room.node];
    if (!node) return '';
    const { left, right } = terminalsOf(graph);
    const role = room.node === left ? ', left terminal' : room.node === right ? ', right terminal' : '';
    const count = state.room === 'coins' ? (coinsNow(room.doc)[room.node] ?? 0) : 0;
    const label =
      state.room === 'coins' && analysis.coin
        ? `, label ${labelText(analysis.coin.labels[room.node] ?? { value: null, infinite: null, order: null })}`
        : '';
    return `Node ${node.name}${role}${count ? `, ${count} coin${count > 1 ? 's' : ''}` : ''}${label}`;
  }
  if (room.picked.length)
    return room.picked.length === 1 ? 'One node selected' : `${room.picked.length} nodes selected`;
  if (room.edge === null) return '';
  const [u, v] = graph.edges[room.edge] ?? [0, 0];
  const ends = `${graph.nodes[u]?.name} to ${graph.nodes[v]?.name}`;
  const name = analysis.board?.names[room.edge] ?? `${room.edge + 1}`;
  const owner = owners(room.doc)[room.edge];
  const held =
    state.room === 'coins' ? '' : owner === 'short' ? ', held by SHORT' : owner === 'cut' ? ', destroyed' : ', free';
  let value = '';
  const isShown = state.prefs.values && isAnalysing(state, analysis);
  if (isShown && analysis.known && analysis.answer && !owner && state.room !== 'coins') {
    const side = mover(state);
    value = analysis.answer.winning_moves[side === 'cut' ? 'cut' : 'short'].includes(room.edge + 1)
      ? `, wins for ${NAMES[side]}`
      : `, loses for ${NAMES[side]}`;
  }
  return `${state.room === 'coins' ? 'Arrow' : 'Edge'} ${name}, ${ends}${held}${value}`;
}
