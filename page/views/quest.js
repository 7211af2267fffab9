// The panel of a lesson or a puzzle: what is asked, how to answer, and what the answer was worth.

import { button, choices, h } from '../ui.js';

/**
 * @typedef {Pick<import('../types').Context,
 *   'state'|'room'|'waiting'|'lessons'|'progress'|'quest'|'dispatch'|'files'|'redraw'>} Context
 */
/** @typedef {import('../types').Quest} Quest */

/** Whether the list of lessons stands in place of the lesson. */
const memory = { list: false };

/** @type {[string, string][]} */
const KINDS = [
  ['any', 'a mix of all'],
  ['only-move', 'only one move wins'],
  ['who-wins', 'who wins?'],
  ['which-side', 'which side would you take?'],
  ['two-trees', 'find the two trees'],
  ['label', 'label this node'],
  ['keep-draw', 'keep the draw'],
  ['gallery', 'questions of the gallery'],
];

/** @type {[string, string][]} */
const GRADES = [
  ['any', 'harder as I solve them'],
  ['1', '1, easy'],
  ['2', '2'],
  ['3', '3'],
  ['4', '4'],
  ['5', '5, hard'],
];

/** @param {Context} c */
export function questPanel(c) {
  const { quest, place } = c.state;
  if (place === 'learn' && (memory.list || !quest)) return lessonList(c);
  if (!quest) return [h('p', { class: 'say', id: 'announcement' }, c.waiting ?? 'A puzzle is on its way.')];
  return quest.lesson ? lessonView(c, quest) : puzzleView(c, quest);
}

/** @param {Context} c */
function lessonList(c) {
  const open = /** @param {string} id @param {number} step */ (id, step) => {
    memory.list = false;
    c.quest.lesson(id, step);
  };
  return [
    h('p', { class: 'say', id: 'announcement' }, 'Short lessons, each with a few tasks on a live board.'),
    h(
      'ol',
      { class: 'lessons', key: 'lessons' },
      ...c.lessons.map(({ id, title, line, steps }) => {
        const done = c.progress.lessons[id] ?? 0;
        const state = done >= steps.length ? 'done' : done ? `${done} of ${steps.length}` : '';
        return h(
          'li',
          { key: id },
          h(
            'button',
            {
              type: 'button',
              class: 'plain',
              'data-lesson': id,
              onclick: () => open(id, done < steps.length ? done : 0),
            },
            h('strong', null, title),
            h('span', { class: 'score' }, state),
            h('span', { class: 'line' }, line),
          ),
        );
      }),
    ),
  ];
}

/** @param {Context} c @param {Quest} quest */
function lessonView(c, quest) {
  const { id, step, steps } = quest.lesson ?? { id: '', step: 0, steps: 0 };
  const at = c.lessons.findIndex((lesson) => lesson.id === id);
  const next = c.lessons[at + 1];
  const last = step + 1 === steps;
  const go = last ? next && (() => c.quest.lesson(next.id, 0)) : () => c.quest.lesson(id, step + 1);
  const ready = !quest.task || quest.done;
  return [
    h('p', { class: 'crumb', key: 'crumb' }, `Lesson ${at + 1}: ${quest.title} · step ${step + 1} of ${steps}`),
    h('p', { class: 'say', id: 'announcement' }, c.waiting ?? quest.text),
    ...answers(c, quest),
    ready && quest.after && h('p', { class: 'after', key: 'after', id: 'after' }, quest.after),
    h(
      'div',
      { class: 'row', key: 'steps' },
      step > 0 && button('Back', () => c.quest.lesson(id, step - 1), { id: 'lesson-back' }),
      go &&
        button(last ? `Next lesson: ${next?.title}` : ready ? 'Next' : 'Skip', go, {
          class: ready ? 'main' : '',
          id: 'lesson-next',
        }),
      !go && ready && button('Try some puzzles', () => c.quest.enter('puzzles'), { class: 'main', id: 'to-puzzles' }),
      button(
        'All lessons',
        () => {
          memory.list = true;
          c.redraw();
        },
        { id: 'all-lessons' },
      ),
    ),
  ];
}

/** @param {Context} c @param {Quest} quest */
function puzzleView(c, quest) {
  const { streak, best, solved } = c.progress;
  const grade = quest.puzzle?.difficulty ?? 1;
  const wish = c.quest.wish();
  return [
    h(
      'p',
      { class: 'crumb', key: 'crumb', id: 'puzzle-about' },
      `${quest.title} · difficulty ${grade} of 5 `,
      h('span', { class: 'stars', 'aria-hidden': 'true' }, '●'.repeat(grade) + '○'.repeat(5 - grade)),
    ),
    h('p', { class: 'say', id: 'announcement' }, c.waiting ?? quest.text),
    ...answers(c, quest),
    h(
      'div',
      { class: 'row', key: 'next' },
      button('Next puzzle', () => c.quest.puzzle(), { class: quest.done ? 'main' : '', id: 'next-puzzle' }),
      !quest.done && button('Show the answer', c.quest.reveal, { id: 'reveal' }),
      button('Copy a link', c.files.share, { id: 'share-puzzle' }),
    ),
    h(
      'p',
      { class: 'quiet', key: 'streak', id: 'streak' },
      `In a row: ${streak}. Best: ${best}. Solved in all: ${solved}.`,
    ),
    h(
      'div',
      { class: 'group', key: 'wish' },
      choices('Kind', KINDS, wish.kind, (kind) => c.quest.puzzle({ kind }), 'puzzle-kind'),
      choices('Difficulty', GRADES, wish.difficulty, (difficulty) => c.quest.puzzle({ difficulty }), 'puzzle-grade'),
    ),
  ];
}

/** How one answers, and what the last answer was worth. @param {Context} c @param {Quest} quest */
function answers(c, quest) {
  const { judged, task } = quest;
  const wrong = judged && !judged.right;
  const retry = wrong && !quest.done && ['move', 'push', 'win'].includes(task?.kind ?? '');
  return [
    task && !quest.done && h('div', { class: 'group', key: 'answer', id: 'answer' }, ...controls(c, quest)),
    judged &&
      h(
        'p',
        { class: `judged ${judged.right ? 'right' : 'wrong'}`, id: 'judged', key: 'judged', role: 'status' },
        judged.sentence,
      ),
    retry && h('div', { class: 'row', key: 'retry' }, button('Try again', c.quest.again, { id: 'try-again' })),
  ];
}

/** @param {Context} c @param {Quest} quest @returns {import('../ui.js').Child[]} */
function controls(c, quest) {
  const { task } = quest;
  const say = /** @param {string} said @param {string} text */ (said, text) =>
    button(text, () => c.quest.say(said), { id: `say-${said}`, class: said === 'short' || said === 'cut' ? said : '' });
  const how = /** @param {string} text */ (text) => h('p', { class: 'quiet', key: 'how' }, text);
  switch (task?.kind) {
    case 'outcome':
      return [
        h('div', { class: 'row' }, say('short', 'SHORT'), say('cut', 'CUT'), say('first', 'whoever moves first')),
      ];
    case 'side':
      return [h('div', { class: 'row' }, say('short', 'SHORT'), say('cut', 'CUT'))];
    case 'coin-outcome':
      return [
        h(
          'div',
          { class: 'row' },
          say('first', 'whoever moves first'),
          say('second', 'the other one'),
          say('draw', 'nobody: a draw'),
        ),
      ];
    case 'label':
      return labelField(c, quest);
    case 'trees':
      return [
        how('Click an edge to add it to a tree; click it again to take it away.'),
        brushes(c, quest),
        checkRow(c),
      ];
    case 'part':
      return [how('Click the edges, then check.'), checkRow(c)];
    case 'push':
      return [how('Drag the coin along its arrow, or click the coin and then its goal.')];
    case 'win':
      return [how('Play it on the board.')];
    default:
      return [how(c.state.room === 'bridgit' ? 'Click a gap between two dots.' : 'Click an edge on the board.')];
  }
}

/** @param {Context} c */
const checkRow = (c) => h('div', { class: 'row' }, button('Check', c.quest.check, { class: 'main', id: 'check' }));

/** @param {Context} c @param {Quest} quest */
function brushes(c, quest) {
  const pick = /** @param {0|1} brush */ (brush) =>
    button(
      `${brush ? 'Second' : 'First'} tree: ${quest.picked[brush].length}`,
      () => c.dispatch({ type: 'quest/set', set: { brush } }),
      { class: 'plain', id: `brush-${brush}`, 'aria-pressed': String(quest.brush === brush) },
    );
  return h('div', { class: 'seg wide', role: 'group', 'aria-label': 'Which tree' }, pick(0), pick(1));
}

/** @param {Context} c @param {Quest} quest */
function labelField(c, quest) {
  const node = quest.task?.kind === 'label' ? quest.task.node : '';
  return [
    h(
      'form',
      {
        class: 'row',
        key: quest.link,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          c.quest.check();
        },
      },
      h('input', {
        id: 'label-field',
        'aria-label': `Label of ${node}`,
        autocomplete: 'off',
        value: quest.typed,
        oninput: (/** @type {any} */ e) => c.dispatch({ type: 'quest/set', set: { typed: e.target.value } }),
      }),
      h('button', { type: 'submit', class: 'main', id: 'check' }, 'Check'),
      button('∞', () => c.dispatch({ type: 'quest/set', set: { typed: `∞ ${quest.typed.replace(/^∞ ?/, '')}` } }), {
        'aria-label': 'Infinity',
        id: 'infinity',
      }),
    ),
    h('p', { class: 'quiet' }, 'A number, or ∞ and the labels in its set, as “∞ 0 2”.'),
  ];
}
