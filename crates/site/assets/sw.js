// The service worker of the site: the page works without a network, and no page ever has files of two versions.
//
// Every file of a version is in a folder of that version, so a page can only ask for files of its own. A new version
// is stored whole before anything of it is shown, and shown only when its reader wishes so, or all pages are closed.

const VERSION = 'VERSION';
const FILES = ['FILES'];
const HERE = self.registration.scope;
const NAME = `switchyard ${HERE} `;

self.addEventListener('install', (event) => event.waitUntil(store()));
self.addEventListener('activate', (event) => event.waitUntil(forget()));
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(HERE)) return;
  const path = request.url.slice(HERE.length).replace(/[?#].*$/, '');
  if (path === '' || path === 'index.html') event.respondWith(entry());
  else if (path.startsWith('a/') || path === 'manifest.webmanifest') event.respondWith(part(request));
  else if (path.startsWith('docs/')) event.respondWith(document(request));
});

/** Stores the whole version, or nothing. */
async function store() {
  const fresh = await fetch(HERE, { cache: 'reload' });
  const html = await fresh.clone().text();
  if (!fresh.ok || !html.includes(`a/${VERSION}/`)) throw new Error('the host is between two versions');
  const cache = await caches.open(NAME + VERSION);
  await cache.addAll([...FILES, 'manifest.webmanifest'].map((name) => new Request(HERE + name)));
  await cache.put(HERE, fresh);
}

/** Forgets old versions but the last: a page of it may still be open, and start another thread. */
async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

async function entry() {
  const cache = await caches.open(NAME + VERSION);
  return (await cache.match(HERE)) ?? fetch(HERE);
}

/** A file of some version: its name says which, so any copy is right. */
async function part(request) {
  const own = await (await caches.open(NAME + VERSION)).match(request, { ignoreSearch: true });
  return own ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** A document: from the host if there is one, else as it was when it was last read. */
async function document(request) {
  const cache = await caches.open(NAME + VERSION);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const known = await cache.match(request, { ignoreSearch: true });
    if (known) return known;
    throw error;
  }
}
