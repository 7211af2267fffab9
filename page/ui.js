// A minimal renderer for the panels: descriptions of elements, and a patch that keeps the elements
// that are still wanted, and with them the focus.

/**
 * @typedef {{tag: string, props: Record<string, any>, children: Child[]}} Node
 * @typedef {Node|string|null|false|undefined} Child
 */

/**
 * @param {string} tag @param {Record<string, any>|null} [props] @param {...(Child|Child[])} children
 * @returns {Node}
 */
export const h = (tag, props, ...children) => ({ tag, props: props ?? {}, children: children.flat() });

/** @type {WeakMap<Element, Record<string, any>>} */
const known = new WeakMap();
const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden', 'open', 'selected']);

/**
 * What distinguishes two children with the same tag: a key, or an id.
 * @param {Record<string, any>|undefined} props
 */
const identity = (props) => props?.['key'] ?? props?.['id'];
/** @param {ChildNode|undefined} child */
const identityOf = (child) => (child instanceof Element ? identity(known.get(child)) : undefined);

/** Makes `parent` hold exactly these children. @param {Element} parent @param {Child[]} children */
export function patch(parent, children) {
  const wanted = children.filter((child) => child !== null && child !== undefined && child !== false && child !== '');
  const names = wanted.map((child) =>
    typeof child === 'string' ? undefined : identity(/** @type {Node} */ (child).props),
  );
  wanted.forEach((child, i) => {
    const old = parent.childNodes[i];
    if (typeof child === 'string') {
      if (old?.nodeType === 3) {
        if (old.nodeValue !== child) old.nodeValue = child;
      } else if (old) parent.replaceChild(document.createTextNode(child), old);
      else parent.append(child);
      return;
    }
    const node = /** @type {Node} */ (child);
    const element = place(parent, i, node, names);
    apply(element, node.props);
    if (!node.props['opaque']) patch(element, node.children);
    // A select knows its value only once its options are there.
    if (node.tag === 'select' && 'value' in node.props && /** @type {any} */ (element).value !== node.props['value'])
      /** @type {any} */ (element).value = node.props['value'];
  });
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove();
}

/**
 * The element for the i-th child: the existing one if it fits.
 * @param {Element} parent @param {number} i @param {Node} node @param {any[]} names @returns {Element}
 */
function place(parent, i, node, names) {
  const fits = /** @param {ChildNode|undefined} child */ (child) =>
    child instanceof Element && child.localName === node.tag && identityOf(child) === names[i];
  const old = parent.childNodes[i];
  if (fits(old)) return /** @type {Element} */ (old);
  if (names[i] !== undefined) {
    const found = [...parent.childNodes].findIndex((child, j) => j > i && fits(child));
    // Removing what stands before it, rather than moving it, lets it keep the focus.
    if (found > 0) {
      for (let j = i; j < found; j++) parent.childNodes[i]?.remove();
      return /** @type {Element} */ (parent.childNodes[i]);
    }
  }
  const element = document.createElement(node.tag);
  const name = identityOf(old);
  if (old && (name === undefined || !names.includes(name, i))) parent.replaceChild(element, old);
  else parent.insertBefore(element, old ?? null);
  return element;
}

/** @param {Element} element @param {Record<string, any>} props */
function apply(element, props) {
  const old = known.get(element) ?? {};
  for (const name of Object.keys(old)) if (!(name in props)) put(element, name, null);
  for (const [name, value] of Object.entries(props)) {
    if (old[name] !== value || PROPERTIES.has(name)) put(element, name, value);
  }
  known.set(element, props);
}

/** @param {Event} event */
function forward(event) {
  known.get(/** @type {Element} */ (event.currentTarget))?.[`on${event.type}`]?.(event);
}

/** @param {Element} element @param {string} name @param {any} value */
function put(element, name, value) {
  if (name === 'key' || name === 'opaque') return;
  if (name.startsWith('on')) {
    // One listener per element and event, which looks the handler up: a drawing only replaces the handler.
    if (value) element.addEventListener(name.slice(2), forward);
    else element.removeEventListener(name.slice(2), forward);
  } else if (PROPERTIES.has(name)) {
    const typing = name === 'value' && element === document.activeElement && element.localName !== 'select';
    if (!typing && /** @type {any} */ (element)[name] !== (value ?? false))
      /** @type {any} */ (element)[name] = value ?? false;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Says something to those who listen rather than look. @param {string} text */
export function announce(text) {
  const live = byId('live');
  // Screen readers repeat a sentence only if the text changes.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** A short word at the foot of the page. @param {string} said @param {'good'|'bad'} [kind] */
export function toast(said, kind = 'good') {
  // The reasons of the engine begin with a small letter.
  const text = said.charAt(0).toUpperCase() + said.slice(1);
  const box = document.createElement('div');
  box.className = `toast ${kind}`;
  box.textContent = text;
  byId('toasts').append(box);
  announce(text);
  setTimeout(() => box.remove(), kind === 'bad' ? 7000 : 3500);
}

/** Takes away what was said at the foot of the page. */
export const clearToasts = () => document.querySelectorAll('.toast.bad').forEach((box) => box.remove());

/** Something failed that the user should know of. @param {unknown} error */
export const showError = (error) => toast(error instanceof Error ? error.message : String(error), 'bad');

/**
 * A list of choices.
 * @param {string} label @param {[string, string][]} options @param {string} value
 * @param {(v: string) => void} pick @param {string} id
 */
export function choices(label, options, value, pick, id) {
  return h(
    'label',
    { class: 'field' },
    h('span', null, label),
    h(
      'select',
      { id, value, onchange: (/** @type {any} */ e) => pick(e.target.value) },
      ...options.map(([v, text]) => h('option', { value: v, selected: v === value }, text)),
    ),
  );
}

/**
 * @param {string} label @param {boolean} checked @param {(v: boolean) => void} pick @param {string} [hint]
 */
export function tick(label, checked, pick, hint) {
  return h(
    'label',
    { class: 'tick', title: hint },
    h('input', { type: 'checkbox', checked, onchange: (/** @type {any} */ e) => pick(e.target.checked) }),
    h('span', null, label),
  );
}

/**
 * The properties of a button. A disabled button can still have the focus, so that the keyboard user does not
 * lose their place: it is only marked as disabled.
 * @param {() => void} press @param {Record<string, any>} more
 */
export function pressable(press, { disabled = false, ...more }) {
  return { type: 'button', ...more, 'aria-disabled': disabled ? 'true' : null, onclick: disabled ? null : press };
}

/** @param {string} text @param {() => void} press @param {Record<string, any>} [more] */
export const button = (text, press, more = {}) => h('button', pressable(press, more), text);
