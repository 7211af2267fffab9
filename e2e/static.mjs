// A plain static file server, as a host is: the site in a sub-folder, nothing else, no headers of its own.

import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
export const FOLDER = '/some/folder';

/** The bytes of a file as a host sends them: compressed with Brotli, at the level of files that are sent often. */
export const sent = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;

/**
 * Serves a folder of files; another one can take its place, as when a new version is put on the host.
 * @param {string} [folder]
 */
export async function serveStatic(folder = DIST) {
  if (!existsSync(join(folder, 'index.html'))) throw new Error('build the site first: make site');
  let root = folder;
  /** What pages asked for, in order; not what a service worker stores beside them. @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isStored = request.headers['service-worker'] || request.headers.referer?.endsWith('/sw.js');
    if (!isStored) asked.push(pathname);
    const inside = pathname.startsWith(`${FOLDER}/`) ? decodeURIComponent(pathname.slice(FOLDER.length)) : null;
    let file = inside === null ? '' : join(root, normalize(inside));
    if (file && existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!file || !existsSync(file)) return void response.writeHead(404).end('nothing here');
    response.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}${FOLDER}`,
    asked,
    /** @param {string} other */
    put: (other) => (root = other),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      return 0;
    },
  };
}
