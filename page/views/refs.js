// Names of edges in a text: the pointer on a name lights its edge on the board, and the other way round.

import { h } from '../ui.js';

/** @typedef {Pick<import('../types').Context, 'room'|'edgeName'|'light'>} Context */
/** @typedef {import('../types').Side} Side */

/** @param {Context} c @param {number} edge @param {string} text */
export function edgeRef(c, edge, text) {
  return h(
    'span',
    {
      class: c.room.edge === edge ? 'ref lit' : 'ref',
      'data-edge': edge + 1,
      onpointerenter: () => c.light([edge]),
      onpointerleave: () => c.light([]),
    },
    text,
  );
}

/**
 * A sentence in which edges are given by their place.
 * @param {Context} c @param {(string|{edge: number, by: Side})[]} parts
 */
export function sentence(c, parts) {
  const words = parts.map((part) =>
    typeof part === 'string' ? part : edgeRef(c, part.edge, c.edgeName(part.edge, part.by)),
  );
  const first = words[0];
  // A sentence begins with a capital; a name of Bridg-It's is a name as it stands.
  if (first && typeof first !== 'string' && first.children[0]?.toString().startsWith('edge '))
    first.children = [`E${String(first.children[0]).slice(1)}`];
  return words;
}

/**
 * A text of the server's in which edges are given by number.
 * @param {Context} c @param {string} text @param {number} most the number of the last edge
 */
export function numbered(c, text, most) {
  // Not the numbers of levels, trees and offers, and no counts: B(1), T2, “Offer 3”, “2 edges”.
  return text.split(/(?<![A-Za-z(\d]|Offer )(\d+)(?!\d| edges| exchanges| more)/).map((part, i) => {
    const edge = Number(part) - 1;
    return i % 2 && edge >= 0 && edge < most ? edgeRef(c, edge, part) : part;
  });
}
