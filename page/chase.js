// The steps of Chase's algorithm, each with its complete state, so that the page can step
// forwards and backwards. The server sends the trees only where they change.

/** @typedef {import('./types').ChaseStep} ChaseStep */

/** @param {import('./types').WireStep[]} raw @returns {ChaseStep[]} */
export function unfold(raw) {
  /** @type {[number[], number[]]} */
  let trees = [[], []];
  /** @type {number|null} */
  let inserting = null;
  /** @type {number[][]} */
  let levels = [];
  return raw.map((step) => {
    if (step.t1 && step.t2) trees = [step.t1, step.t2];
    /** @type {ChaseStep['swap']} */
    let swap = null;
    switch (step.action) {
      case 'offer':
        inserting = step.edge ?? null;
        levels = inserting === null ? [] : [[inserting]];
        break;
      case 'search':
        levels = [...levels, step.b ?? []];
        break;
      case 'swap':
        swap = { tree: step.tree ?? 1, out: step.out ?? 0, in: step.in ?? 0 };
        break;
      case 'next':
      case 'evaluate':
        inserting = null;
        levels = [];
    }
    return { step: step.step, text: step.words, trees, inserting, levels, swap };
  });
}
