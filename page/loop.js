// The draw loop: at most one drawing per frame, and what is pressed is what is shown. A drawing
// that is due is made before a press or a key is handled, and while a button is held down nothing
// is drawn that could move it away from the pointer.

/** @param {() => void} draw */
export function createLoop(draw) {
  /** The frame that has been asked for; 0 when there is none. */
  let frame = 0;
  /** The pointer that holds a button down. @type {number|null} */
  let pressed = null;

  for (const type of ['pointerdown', 'keydown', 'keyup']) addEventListener(type, begin, true);
  for (const type of ['pointerup', 'pointercancel', 'pointermove', 'blur']) addEventListener(type, end, true);

  return { schedule, drawNow };

  function schedule() {
    document.documentElement.dataset['settled'] = 'false';
    if (!frame && pressed === null) frame = requestAnimationFrame(drawNow);
  }

  function drawNow() {
    cancelAnimationFrame(frame);
    frame = 0;
    draw();
  }

  /** @param {Event} event */
  function begin(event) {
    if (frame) drawNow();
    const target = /** @type {Element} */ (event.target);
    if (!target.isConnected) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event instanceof PointerEvent && target.closest?.('button, label')) {
      pressed = event.pointerId;
    }
  }

  /** @param {Event} event */
  function end(event) {
    if (pressed === null || isStillPressed(event)) return;
    pressed = null;
    schedule();
  }

  /**
   * Besides its release, a press ends when the pointer comes back without a button down, and when
   * the window loses the focus.
   * @param {Event} event
   */
  function isStillPressed(event) {
    if (!(event instanceof PointerEvent)) return event.target !== window;
    return event.pointerId !== pressed || (event.type === 'pointermove' && event.buttons > 0);
  }
}

/** How long the server may take before the page shows that it waits. */
const PATIENCE_MS = 250;

/** @param {() => void} schedule */
export function createPatience(schedule) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let slow = false;

  /** Whether the page has been busy for so long that it should be shown. @param {boolean} busy */
  return (busy) => {
    if (!busy) {
      clearTimeout(timer);
      timer = undefined;
      slow = false;
    } else {
      timer ??= setTimeout(() => {
        slow = true;
        schedule();
      }, PATIENCE_MS);
    }
    return slow;
  };
}
