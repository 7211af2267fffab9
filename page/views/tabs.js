// The tabs of the panel, and the panel of the one that is open.

import { boardsPanel } from './boards.js';
import { editPanel } from './edit.js';
import { playPanel } from './play.js';
import { questPanel } from './quest.js';
import { reviewPanel } from './review.js';
import { stepsPanel } from './steps.js';
import { whyPanel } from './why.js';
import { byId, h, patch } from '../ui.js';

/** @typedef {import('../types').Context} Context */
/** @typedef {'play'|'edit'|'why'|'steps'|'review'|'boards'|'quest'} Tab */

/** @type {[Tab, string, (c: Context) => import('../ui.js').Child[]][]} */
const TABS = [
  ['play', 'Play', playPanel],
  ['edit', 'Edit', editPanel],
  ['why', 'Why', whyPanel],
  ['steps', 'Steps', stepsPanel],
  ['review', 'Review', reviewPanel],
  ['boards', 'Boards', boardsPanel],
];

/** @param {() => void} draw */
export function createTabs(draw) {
  /** @type {Tab} */
  let current = 'play';
  /** The mode and the room that were shown last. */
  let mode = 'play';
  let room = '';

  return { open, drawPanel, current: () => current };

  /** @param {string} tab */
  function open(tab) {
    current = /** @type {Tab} */ (tab);
    draw();
  }

  /** @param {Context} c */
  function drawPanel(c) {
    const drawing = c.room.mode === 'draw';
    // Drawing opens the panel for it, and another room the one with its rules.
    if (c.room.mode !== mode && drawing && ['play', 'review'].includes(current)) current = 'edit';
    if (room && c.state.room !== room && current === 'boards') current = 'play';
    if (c.state.place === 'home') [mode, room] = [c.room.mode, c.state.room];
    const has = { edit: drawing, review: !drawing && c.room.doc.game.moves.length > 0 };
    /** @type {typeof TABS} */
    const quest = [['quest', c.state.place === 'learn' ? 'Learn' : 'Puzzle', questPanel]];
    const shown =
      c.state.place === 'home'
        ? TABS.filter(([tab]) => /** @type {Record<string, boolean>} */ (has)[tab] ?? true)
        : quest;
    const at = Math.max(
      0,
      shown.findIndex(([tab]) => tab === current),
    );
    const [tab, title, panel] = /** @type {typeof TABS[0]} */ (shown[at]);
    if (tab !== 'quest') current = tab;
    patch(
      byId('tabs'),
      shown.map((_, i) => tabButton(shown, i, at)),
    );
    const sheet = byId('sheet');
    // Another panel is read from its beginning.
    if (sheet.getAttribute('aria-labelledby') !== `tab-${tab}`) sheet.scrollTop = 0;
    sheet.setAttribute('aria-labelledby', `tab-${tab}`);
    const heading = h('h2', { class: 'hush' }, title);
    patch(sheet, [h('div', { class: 'sheet-body', key: `${c.state.room}/${tab}` }, heading, ...panel(c))]);
  }

  /** @param {typeof TABS} shown @param {number} i @param {number} at */
  function tabButton(shown, i, at) {
    const [tab, title] = /** @type {typeof TABS[0]} */ (shown[i]);
    return h(
      'button',
      {
        type: 'button',
        role: 'tab',
        key: tab,
        id: `tab-${tab}`,
        'aria-selected': String(i === at),
        'aria-controls': 'sheet',
        tabindex: i === at ? 0 : -1,
        onclick: () => open(tab),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
          const next = shown[(at + by + shown.length) % shown.length];
          if (!by || !next) return;
          open(next[0]);
          byId(`tab-${next[0]}`).focus();
        },
      },
      title,
    );
  }
}
