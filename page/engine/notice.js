// Something that stays on the screen until it is put away, with one thing to do about it.

import { announce } from '../ui.js';

/** @param {string} words @param {{label: string, press: () => void}} [action] */
export function showNotice(words, action) {
  const box = document.createElement('div');
  box.className = 'toast notice';
  box.append(words, ' ');
  if (action) box.append(button(action.label, action.press));
  box.append(button('Close', () => box.remove()));
  document.getElementById('toasts')?.append(box);
  announce(words);
}

/** @param {string} label @param {() => void} press */
function button(label, press) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('click', press);
  return element;
}
