// Saves files: text, and the picture as SVG or PNG.

/** @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * The name of a file: after the board, or a general one with the same ending.
 * @param {string} title @param {string} general
 */
export function fileName(title, general) {
  const words = title
    .replaceAll('*', ' star')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return words ? `${words.toLowerCase()}${general.slice(general.lastIndexOf('.'))}` : general;
}

/** @param {string} name @param {string} text */
export const saveText = (name, text) => save(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));

const KEPT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'display',
  'visibility',
];

/** Animations come to their end: the picture shows what stays. @param {SVGSVGElement} svg */
function finish(svg) {
  for (const animation of svg.getAnimations({ subtree: true })) {
    // One that goes on for ever has no end to come to.
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    else animation.cancel();
  }
}

/** The part of the picture that the board takes, whatever part of it is on the screen. @param {SVGSVGElement} svg */
function cropped(svg) {
  const frame = svg.getBoundingClientRect();
  const drawn = (svg.querySelector('.world') ?? svg).getBoundingClientRect();
  const room = 18;
  const [left, top] = [drawn.left - frame.left - room, drawn.top - frame.top - room];
  return { left, top, width: drawn.width + 2 * room, height: drawn.height + 2 * room };
}

/**
 * The board as a self-contained picture: every style of the page becomes an attribute.
 * @param {SVGSVGElement} svg @returns {{text: string, width: number, height: number}}
 */
export function picture(svg) {
  finish(svg);
  const { left, top, width, height } = cropped(svg);
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const from = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, i) => {
    const style = getComputedStyle(/** @type {Element} */ (from[i]));
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if (value) element.setAttribute(name, value);
    }
    element.removeAttribute('class');
  });
  copy.removeAttribute('class');
  copy.removeAttribute('tabindex');
  copy.removeAttribute('role');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  copy.setAttribute('viewBox', `${Math.round(left)} ${Math.round(top)} ${Math.round(width)} ${Math.round(height)}`);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('x', String(Math.round(left)));
  ground.setAttribute('y', String(Math.round(top)));
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width: Math.round(width), height: Math.round(height) };
}

/** @param {SVGSVGElement} svg @param {number} [scale] @returns {Promise<Blob>} */
export async function png(svg, scale = 2) {
  const { text, width, height } = picture(svg);
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the browser made no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
