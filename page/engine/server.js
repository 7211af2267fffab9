// The engine of the server that the page came from.

/** @typedef {import('./module.js').Reply} Reply */

/** The server does not answer at all. */
export class Gone extends Error {}

/**
 * @param {string} path @param {string|undefined} body @param {AbortSignal} [signal]
 * @returns {Promise<Reply & {wait: number}>} the answer, and the seconds after which a busy server may be asked again
 */
export async function askServer(path, body, signal) {
  /** @type {RequestInit} */
  const options = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  if (signal) options.signal = signal;
  try {
    const response = await fetch(new URL(`api/v1${path}`, document.baseURI), options);
    const wait = Number(response.headers.get('retry-after') ?? 1);
    return { status: response.status, body: await response.text(), wait };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Gone('The server does not answer. Is ssg serve still running?', { cause: error });
  }
}
