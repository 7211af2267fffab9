// What is asked beside the verdict on a position, once per board and key: what was better, why a move was made or
// answered, the steps of an algorithm.

import { isNothingToExplain, wireCoins, wireDigraph, wireDrawn, wireMoves, wireNetwork } from './api.js';
import { planeGraph } from './layouts.js';
import { labellings } from './labelling.js';
import { MOST_CURRENTS } from './ladder.js';
import { coinsNow, here, other, shown, turn, unready } from './state.js';

const NO_DUAL = 'This network has no dual: with an edge between L and R it cannot be drawn without crossings.';

/** @typedef {import('./types').State} State */
/** @typedef {import('./types').Doc} Doc */
/** @typedef {import('./types').RoomAnalysis} RoomAnalysis */

/**
 * @param {{
 *   get: () => State, now: () => RoomAnalysis, ask: typeof import('./api.js').api, changed: () => void,
 *   isOn: () => boolean, forget: (doc: Doc, key: string) => void, positionKey: (doc: Doc, at: number) => string,
 *   once: <T>(doc: Doc, key: string, load: () => Promise<T>, look: () => void) => T|null,
 * }} parts
 */
export function createBeside({ get, now, ask, changed, isOn, forget, positionKey, once }) {
  return { lookBack, lost, explain, partOf, plane, steps, stepTo };

  /**
   * What would have been better than the move that led to what is shown.
   * @param {State} state @param {RoomAnalysis} analysis
   */
  function lookBack(state, analysis) {
    const { doc } = here(state);
    const at = doc.at - 1;
    analysis.better =
      at < 0 || doc.game.moves[at]?.edge === null
        ? null
        : once(
            doc,
            `better ${positionKey(doc, doc.at)}`,
            () => (state.room === 'coins' ? betterPush(doc, at) : betterEdge(doc, at)),
            () => lookBack(get(), now()),
          );
  }

  /** @param {Doc} doc @param {number} at @returns {Promise<import('./types').Better>} */
  async function betterEdge(doc, at) {
    const before = { ...doc, at };
    const answer = await ask.analyse({
      network: wireNetwork(doc.graph),
      moves: wireMoves(shown(before)),
      overlays: [],
    });
    const best = answer.winning_moves[turn(before) === 'cut' ? 'cut' : 'short'];
    return { edges: best.map((edge) => edge - 1), result: 'win' };
  }

  /** @param {Doc} doc @param {number} at @returns {Promise<import('./types').Better>} */
  async function betterPush(doc, at) {
    const coins = wireCoins(coinsNow({ ...doc, at }));
    const { moves } = await ask.coins({ digraph: wireDigraph(doc.graph), coins });
    const result = moves.some((move) => move.result === 'win') ? 'win' : 'draw';
    const best = moves.filter((move) => move.result === result);
    const edges = best.map(({ from, to }) => doc.graph.edges.findIndex(([u, v]) => u === from - 1 && v === to - 1));
    return { edges, result };
  }

  /** Why the last move was answered as it was (or how the one to come should be). */
  function explain() {
    const state = get();
    const { doc } = here(state);
    const moves = wireMoves(shown(doc));
    const load = () => ask.explain({ network: wireNetwork(doc.graph), moves }).catch(noExplanation);
    const wanted = moves.length > 0 && state.room !== 'coins';
    now().explanation = wanted ? once(doc, `reply ${positionKey(doc, doc.at)}`, load, explain) : null;
  }

  /** A move that nobody had to answer has no explanation. @param {unknown} error @returns {'none'} */
  function noExplanation(error) {
    if (isNothingToExplain(error)) return 'none';
    throw error;
  }

  /**
   * Why the losing side made the last move, or what it should have tried; and why a perfect machine that wins
   * made it. Machines are asked again.
   * @param {State} state @param {RoomAnalysis} analysis
   */
  function lost(state, analysis) {
    const { doc } = here(state);
    const last = doc.game.moves[doc.at - 1];
    analysis.lost = analysis.won = null;
    if (!last || last.edge === null || state.room === 'coins') return;
    const before = analysis.outcomes[doc.at - 1];
    const seat = doc.game.players?.[last.by];
    const isLost = before === other(last.by);
    if (!before || (!isLost && seat !== 'perfect')) return;
    const kind = seat === 'exploit:analog' ? seat : 'perfect';
    const answer = analysis.answer;
    const made = answer?.reply?.edge === last.edge + 1 && (isLost ? answer.reason : answer.won);
    const found = made
      ? { edge: last.edge, reason: answer.reason ?? null, won: answer.won ?? null }
      : once(
          doc,
          `lost ${kind} ${positionKey(doc, doc.at - 1)}`,
          () => tried(doc, last.by, kind),
          () => lost(get(), now()),
        );
    if (!found) return;
    const { edge, reason, won } = found;
    if (isLost && reason) analysis.lost = { edge, reason, by: last.by };
    if (!isLost && won && edge === last.edge) analysis.won = { edge, reason: won, by: last.by };
  }

  /** @param {Doc} doc @param {import('./types').Side} by @param {import('./types').MachineKind} kind */
  async function tried(doc, by, kind) {
    const answer = await ask.analyse({
      network: wireNetwork(doc.graph),
      moves: wireMoves(shown({ ...doc, at: doc.at - 1 })),
      overlays: [],
      reply: { side: by, player: { kind, strength: 100, seed: 0 } },
    });
    return { edge: (answer.reply?.edge ?? 0) - 1, reason: answer.reason ?? null, won: answer.won ?? null };
  }

  /** Why the edge under the cursor is in P, P* or R; the last one stays until there is another. */
  function partOf() {
    const state = get();
    const { doc, edge: at } = here(state);
    const analysis = now();
    const wanted = state.prefs.overlay === 'partition' && state.room !== 'coins' && isOn() && !unready(state.room, doc);
    if (!wanted || analysis.part?.of !== doc.graph.edges) analysis.part = null;
    if (!wanted || at === null || at >= doc.graph.edges.length || doc.graph.edges.length > MOST_CURRENTS) return;
    const why = once(
      doc,
      `edge ${at}`,
      () => ask.edge({ network: wireNetwork(doc.graph), edge: at + 1 }).catch(() => null),
      partOf,
    );
    if (why) analysis.part = { of: doc.graph.edges, why };
  }

  /** The dual of the network, if it is shown beside it. */
  function plane() {
    const state = get();
    const { doc, mode } = here(state);
    const analysis = now();
    const wanted = state.prefs.dual && state.room === 'networks' && mode === 'play' && !unready(state.room, doc);
    const { left, right, edges, target } = doc.graph;
    const load = () =>
      ask.plane({ graph: wireDrawn(doc.graph) }).then(
        ({ dual }) => ({ graph: dual && planeGraph(dual), error: dual ? null : NO_DUAL }),
        (error) => ({ graph: null, error: error.message }),
      );
    analysis.dual = wanted && edges.length && !target ? once(doc, `dual ${left} ${right}`, load, plane) : null;
  }

  /**
   * Chase's algorithm on this graph, or the labelling of a digraph; an error stays until the steps are requested again.
   * @param {boolean} [again]
   */
  function steps(again = false) {
    const state = get();
    const { doc } = here(state);
    if (state.prefs.overlay !== 'chase' || doc.graph.target || unready(state.room, doc)) return;
    const analysis = now();
    const coins = state.room === 'coins';
    const key = coins ? 'labelling' : `chase ${positionKey(doc, 0)}`;
    if (again && analysis.chaseError) forget(doc, key);
    const failed = (/** @type {Error} */ { message }) => ({ steps: [], error: message });
    const load = coins
      ? () => ask.trace({ digraph: wireDigraph(doc.graph) }).then((told) => ({ steps: labellings(told.steps) }))
      : () => ask.chase(wireNetwork(doc.graph));
    const told = once(doc, key, () => /** @type {Promise<any>} */ (load()).catch(failed), steps);
    const field = coins ? 'labelling' : 'chase';
    if (told !== analysis[field]) Object.assign(analysis, { [field]: told, chaseAt: 0 });
    analysis.chaseError = told?.error ?? null;
  }

  /** @param {number} at */
  function stepTo(at) {
    const analysis = now();
    const count = (analysis.chase?.steps ?? analysis.labelling?.steps)?.length ?? 1;
    analysis.chaseAt = Math.max(0, Math.min(count - 1, at));
    changed();
  }
}
