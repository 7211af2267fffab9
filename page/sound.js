// The bell of 1972, made from two sine waves.

/** @type {AudioContext|null} */
let context = null;

/** Rings once. @param {number} [pitch] */
export function bell(pitch = 880) {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [ratio, loud, long] of /** @type {const} */ ([
      [1, 0.25, 1.6],
      [2.76, 0.09, 0.8],
    ])) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = pitch * ratio;
      gain.gain.setValueAtTime(loud, now);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + long);
      tone.connect(gain).connect(context.destination);
      tone.start(now);
      tone.stop(now + long);
    }
  } catch {
    // Without sound the game goes on.
  }
}
