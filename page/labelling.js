// The steps of Fraenkel's labelling algorithm, each with all labels given so far, so that the page can step forwards
// and backwards. The server sends one step for every node.

/** @typedef {import('./types').LabelStep} LabelStep */

/** @param {import('./types').WireLabelling[]} raw @returns {LabelStep[]} */
export function labellings(raw) {
  /** @type {Record<number, string>} */
  let tags = {};
  /** @type {LabelStep[]} */
  const steps = [];
  let round = -1;
  for (const { node, round: i, label, arcs, reason } of raw) {
    // A round in which nothing is labelled is one all the same.
    while (round < i) {
      round++;
      steps.push({
        step: round ? 4 : 1,
        text: `i = ${round}: the number that is given out now.`,
        tags,
        node: null,
        arcs: [],
      });
    }
    const number = label.value !== null;
    tags = { ...tags, [node - 1]: number ? String(label.value) : '∞' };
    const at = node - 1;
    const name = number ? `gets the number ${label.value}, with counter ${label.order}` : 'gets ∞';
    steps.push({ step: number ? 2 : 3, text: `${name}: ${reason}.`, tags, node: at, arcs });
  }
  const sets = raw.filter(({ label }) => label.infinite);
  if (sets.length)
    tags = {
      ...tags,
      ...Object.fromEntries(sets.map(({ node, label }) => [node - 1, `∞(${label.infinite?.join(',')})`])),
    };
  const end = sets.length
    ? 'Every node has a label. Each ∞ gets the set of the numbers one arrow away.'
    : 'Every node has a label.';
  steps.push({ step: 4, text: end, tags, node: null, arcs: [] });
  return steps;
}
