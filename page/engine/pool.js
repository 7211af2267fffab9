// Threads that answer questions: long questions do not delay short ones, and a question that nobody waits for, or
// that takes too long, ends with its thread.

/** @typedef {import('./module.js').Reply} Reply */
/**
 * @typedef {{
 *   path: string, body: string, isLong: boolean, isAbandoned: boolean,
 *   resolve: (reply: Reply) => void, reject: (error: unknown) => void,
 * }} Job
 */
/** @typedef {{thread: Worker, job: Job|null, isLate: boolean, timer: ReturnType<typeof setTimeout>|undefined}} Place */

/** Threads that are kept: one for a long question, one for short ones. */
const THREADS = 2;
/** Threads there may be, when short questions turn out to be long. */
const MOST_THREADS = 4;
/** A body of more characters than this is of a long question. */
const SHORT_BODY = 4096;

/** In milliseconds: when a question counts as long, how long it may go on when nobody waits, and how long at all. */
export const TIMES = { short: 250, abandoned: 100, most: 10_000 };

/** Whether a question may take a while, by its looks. @param {string} path @param {string} body */
const looksLong = (path, body) =>
  body.length > SHORT_BODY || /chase|history|random/.test(path) || /currents|analog/.test(body);

/** What is answered when a question takes too long. */
const LATE = {
  status: 503,
  body: JSON.stringify({
    code: 'late',
    reason: `this takes longer than the ${TIMES.most / 1000} seconds that one question is given; it has been ended`,
  }),
};

/** @returns {bigint} a seed that is exact as a number of JSON */
const chance = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);

/**
 * @param {() => Promise<Worker>} start a new thread, with a module
 * @param {(thread: Worker) => Promise<void>} complete gives a thread the module that answers everything
 */
export function createPool(start, complete, times = TIMES) {
  /** @type {Place[]} */
  const places = [];
  /** @type {Job[]} */
  let waiting = [];
  let starting = 0;
  let last = 0;

  return { ask, warm };

  /** Starts a thread before there is a question. */
  function warm() {
    if (!places.length && !starting) void grow();
  }

  /**
   * @param {string} path @param {string} body @param {AbortSignal} [signal] @returns {Promise<Reply>}
   */
  function ask(path, body, signal) {
    return new Promise((resolve, reject) => {
      /** @type {Job} */
      const job = { path, body, isLong: looksLong(path, body), isAbandoned: false, resolve, reject };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => abandon(job, signal.reason), { once: true });
      waiting.push(job);
      next();
    });
  }

  /** Starts what can be started. */
  function next() {
    for (const job of waiting) {
      const place = places.find((one) => !one.job);
      if (job.isLong && places.some(isOccupied)) continue;
      if (place) begin(place, job);
      else if (places.length + starting < limit()) void grow();
    }
  }

  /** @param {Place} place */
  function isOccupied(place) {
    return !!place.job && (place.job.isLong || place.isLate);
  }

  /** How many threads there may be: there is always one more than long questions, up to a bound. */
  function limit() {
    return Math.min(MOST_THREADS, Math.max(THREADS, 1 + places.filter(isOccupied).length));
  }

  async function grow() {
    starting += 1;
    try {
      const place = /** @type {Place} */ ({ thread: await start(), job: null, isLate: false, timer: undefined });
      place.thread.addEventListener('message', ({ data }) => end(place, data));
      place.thread.addEventListener('error', (event) => {
        const { job } = place;
        remove(place);
        job?.reject(new Error(event.message || 'the thread of the engine has failed'));
        next();
      });
      places.push(place);
    } catch (error) {
      // Without a thread nothing can be answered.
      for (const job of waiting) job.reject(error);
      waiting = [];
    } finally {
      starting -= 1;
    }
    next();
  }

  /** @param {Place} place @param {Job} job */
  function begin(place, job) {
    waiting = waiting.filter((one) => one !== job);
    Object.assign(place, { job, isLate: false });
    place.timer = setTimeout(() => {
      place.isLate = true;
      place.timer = setTimeout(() => {
        remove(place);
        job.resolve(LATE);
        next();
      }, times.most - times.short);
      next();
    }, times.short);
    place.thread.postMessage({ id: ++last, path: job.path, body: job.body, seed: chance() });
  }

  /** @param {Place} place @param {Reply & {cause?: string}} reply */
  function end(place, { status, body, cause }) {
    const { job } = place;
    clearTimeout(place.timer);
    if (!status && job) return void beginAgain(place, job);
    place.job = null;
    if (cause) console.error(`the engine failed: ${cause}`);
    if (places.length > THREADS) remove(place);
    job?.resolve({ status, body });
    next();
  }

  /**
   * The thread's module leaves the question to the other one. The question's clock stands still while that is loaded.
   * @param {Place} place @param {Job} job
   */
  async function beginAgain(place, job) {
    try {
      await complete(place.thread);
      // Meanwhile the thread may have been ended, or the question abandoned.
      if (!places.includes(place)) return;
      if (!job.isAbandoned) return begin(place, job);
      clearTimeout(place.timer);
      place.job = null;
      next();
    } catch (error) {
      job.reject(error);
      if (places.includes(place)) remove(place);
      next();
    }
  }

  /** Nobody waits for this any more. @param {Job} job @param {unknown} reason */
  function abandon(job, reason) {
    waiting = waiting.filter((one) => one !== job);
    job.isAbandoned = true;
    job.reject(reason);
    const place = places.find((one) => one.job === job);
    if (!place) return;
    // Most questions are answered sooner than a new thread starts.
    clearTimeout(place.timer);
    place.timer = setTimeout(
      () => {
        remove(place);
        next();
      },
      place.isLate ? 0 : times.abandoned,
    );
  }

  /** Ends a thread, whatever it does. @param {Place} place */
  function remove(place) {
    clearTimeout(place.timer);
    place.thread.terminate();
    places.splice(places.indexOf(place), 1);
  }
}
