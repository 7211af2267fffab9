// Starts the program's server on a free port and a browser beside it.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

// The test runner ends a file that takes too long with SIGTERM. Playwright takes that signal for itself and stays,
// and a server that outlives its tests keeps their output open: whoever reads it would wait for ever.
process.once('SIGTERM', () => process.exit(1));

const root = fileURLToPath(new URL('..', import.meta.url));

/** The program: the one named by SSG, or the one that `make` or cargo built. */
export function program() {
  const places = [process.env.SSG, `${root}ssg`, `${root}target/release/ssg`, `${root}target/debug/ssg`];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error('build the program first: make');
  return found;
}

/**
 * @param {string[]} [more]
 * @returns {Promise<{address: string, pid: number, stop: () => Promise<number|null>}>}
 */
export async function serve(more = []) {
  const child = spawn(program(), ['serve', '--port', '0', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.on('exit', (code) => done(code)));
  process.once('exit', () => child.kill());
  const address = await new Promise((done, fail) => {
    child.stdout.once('data', (text) => done(String(text).trim().replace(/\/$/, '')));
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { address, pid: child.pid, stop };
}

/** Headless Chromium. */
export const browser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
    ],
  });
