// The page of a static site stays on the machine of its reader, and says when there is a new version. A page that
// came from `ssg serve` does not: the program brings its own page.

/** @param {(words: string, action: {label: string, press: () => void}) => void} notice */
export function install(notice) {
  const { dataset } = document.documentElement;
  const isSite = !!document.querySelector('meta[name="engine"]') && dataset['engine'] === 'browser';
  const { serviceWorker } = navigator;
  if (!isSite || !serviceWorker) return;
  let isWished = false;
  // Another page may have asked for the new version: this one goes on with its own until it is loaded again.
  serviceWorker.addEventListener('controllerchange', () => isWished && location.reload());
  serviceWorker.register(new URL('sw.js', document.baseURI)).then(watch, () => {
    // Without a service worker the page only lacks its offline mode.
  });

  /** @param {ServiceWorkerRegistration} registration */
  function watch(registration) {
    void serviceWorker.ready.then(() => (dataset['offline'] = 'ready'));
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const fresh = registration.installing;
      fresh?.addEventListener('statechange', () => {
        // On the first visit there is no older version to replace.
        if (fresh.state === 'installed' && serviceWorker.controller) offer(fresh);
      });
    });
  }

  /** @param {ServiceWorker} fresh */
  function offer(fresh) {
    notice('A new version is ready.', {
      label: 'Load it',
      press: () => {
        isWished = true;
        fresh.postMessage('take over');
      },
    });
  }
}
