// The icons of the toolbars, as paths in a box of 24 by 24.

import { pressable } from './ui.js';

/** @type {Record<string, string>} */
const PATHS = {
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'm15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  mute: 'M6 16V11a6 6 0 0 1 9-5M18 11v5l2 2H4l2-2M10 21h4M4 4l16 16',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5',
  moon: 'M20 14A8 8 0 1 1 10 4a6.500 6.500 0 0 0 10 10z',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.01M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20',
  draw: 'M5 18a2 2 0 1 0 .01 0M19 4a2 2 0 1 0 .01 0M7 17 17 7',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  terminals: 'M4 9h6v6H4zM14 9h6v6h-6zM10 12h4',
  coins:
    'M12 4c4.500 0 8 1.300 8 3s-3.500 3-8 3-8-1.300-8-3 3.500-3 8-3M4 7v5c0 1.700 3.500 3 8 3s8-1.300 8-3V7M4 12v5c0 1.700 3.500 3 8 3s8-1.300 8-3v-5',
  erase: 'M8 20h12M5 15l9-10 6 5-8 10H8z',
  layout:
    'M12 12 5 6M12 12l7-6M12 12v8M5 4a2 2 0 1 0 .01 0M19 4a2 2 0 1 0 .01 0M12 19a2 2 0 1 0 .01 0M12 10a2 2 0 1 0 .01 0',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  first: 'M6 5v14M19 5l-10 7 10 7z',
  back: 'm16 5-10 7 10 7z',
  forward: 'm8 5 10 7-10 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
  snap: 'M4 4h4v4H4zM16 4h4v4h-4zM4 16h4v4H4zM16 16h4v4h-4zM12 6v12M6 12h12',
};

/**
 * A button with an icon and a name; with `word`, the word stands beside the icon.
 * @param {string} sign @param {string} name @param {() => void} press @param {Record<string, any>} [more]
 */
export function iconButton(sign, name, press, { word = '', ...more } = {}) {
  const icon = { tag: 'sy-icon', props: { sign, opaque: true, 'aria-hidden': 'true' }, children: [] };
  return {
    tag: 'button',
    props: pressable(press, { class: word ? 'icon worded' : 'icon', 'aria-label': word || name, title: name, ...more }),
    children: word ? [icon, { tag: 'span', props: { class: 'word' }, children: [word] }] : [icon],
  };
}

/** `<sy-icon sign="…">`: keeps SVG out of the panels' descriptions. */
class Icon extends HTMLElement {
  static observedAttributes = ['sign'];
  attributeChangedCallback() {
    const NS = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(NS, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    const path = document.createElementNS(NS, 'path');
    path.setAttribute('d', PATHS[this.getAttribute('sign') ?? ''] ?? '');
    svg.append(path);
    this.replaceChildren(svg);
  }
}
customElements.define('sy-icon', Icon);
