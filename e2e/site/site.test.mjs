// The static site as a host has it: in a sub-folder, from plain files. It is loaded and played, works without a
// network, takes a new version when its reader wishes so, and survives links that mean ill.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { board, close, gallery, kept, open, overlay, playNext, ready, settled, sit, text } from '../kit.mjs';
import { browser, serve } from '../server.mjs';
import { DIST, FOLDER, sent, serveStatic } from '../static.mjs';

let host, chrome;
before(async () => {
  host = await serveStatic();
  chrome = await browser();
});
after(async () => {
  await chrome.close();
  await host.stop();
});

const version = (folder = DIST) => readdirSync(join(folder, 'a'))[0];
const offlineReady = (page) => page.waitForSelector('html[data-offline="ready"]', { state: 'attached' });

/** The site under the name of another version, as a later build would be. */
function nextVersion() {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  cpSync(DIST, folder, { recursive: true });
  const [old, fresh] = [version(), 'feedfacecafe'];
  renameSync(join(folder, 'a', old), join(folder, 'a', fresh));
  for (const name of ['index.html', 'sw.js', 'manifest.webmanifest']) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(old, fresh));
  }
  return { folder: `${folder}/`, fresh };
}

test('a first game is loaded from plain files, and is small', async () => {
  host.asked.length = 0;
  const page = await open(chrome, host.address);
  assert.equal(await page.getAttribute('html', 'data-engine'), 'browser');
  await sit(page, 'first');
  await playNext(page);
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  const loaded = new Set(host.asked);
  for (const path of loaded) assert.ok(path.startsWith(`${FOLDER}/`), `${path} is inside the folder`);
  let total = 0;
  for (const path of loaded) {
    const bytes = sent(readFileSync(join(DIST, path.slice(FOLDER.length + 1) || 'index.html')));
    console.log(`${path.replace(/.*\//, '')}: ${bytes}`);
    total += bytes;
  }
  console.log(`a first game: ${loaded.size} files, ${total} bytes with Brotli`);
  assert.ok(total < 350_000, `${total} bytes`);
  assert.ok([...loaded].some((path) => path.endsWith('first.wasm')));
  assert.ok(![...loaded].some((path) => path.endsWith('engine.wasm')), 'the whole engine can wait');
  // Another room needs it, and gets it.
  await page.click('#room-coins');
  await settled(page);
  await page.waitForSelector('#board [data-node]');
  assert.ok(host.asked.some((path) => path.endsWith('engine.wasm')));
  await close(page);
});

test('the policy of the page lets nothing in but its own files', async () => {
  const page = await open(chrome, host.address);
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
  assert.match(policy, /default-src 'none'/);
  assert.deepEqual(policy.match(/'[\w-]*unsafe[\w-]*'/g), ["'wasm-unsafe-eval'"]);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inline = true';
    document.head.append(script);
    return /** @type {any} */ (window).inline === true;
  });
  assert.equal(ran, false);
  page.troubles.length = 0;
  await close(page);
});

/** Whether what a page shows is wider than a window of this width. */
async function isWider(page, width) {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

test('documents are pages: every link and picture of theirs is there', async () => {
  const page = await (await chrome.newContext()).newPage();
  const wrong = [];
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(`${page.url()}: ${message.text()}`);
  });
  const [seen, todo, missing] = [new Set(), ['docs/index.html'], []];
  while (todo.length) {
    const path = todo.pop();
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await page.goto(`${host.address}/${path}`);
    if (response?.status() !== 200) {
      missing.push(path);
      continue;
    }
    const found = await page.evaluate(() => ({
      links: [...document.querySelectorAll('a[href]')].map((a) => /** @type {HTMLAnchorElement} */ (a).href),
      pictures: [...document.images].filter((i) => !i.complete || !i.naturalWidth).map((i) => i.src),
      title: document.title,
      icon: /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel="icon"]'))?.href ?? '',
    }));
    assert.deepEqual(found.pictures, [], path);
    for (const width of [390, 1280]) assert.equal(await isWider(page, width), false, `${path} fits ${width} pixels`);
    readFileSync(join(DIST, found.icon.slice(host.address.length + 1)));
    assert.match(found.title, /Switchyard/);
    for (const link of found.links) {
      const inside = link.startsWith(`${host.address}/`) ? link.slice(host.address.length + 1) : '';
      const name = inside.replace(/#.*/, '');
      if (/^docs\/.*\.html$/.test(name)) todo.push(name);
      else if (name && !/^index\.html$/.test(name)) readFileSync(join(DIST, name));
    }
  }
  assert.deepEqual(missing, []);
  assert.deepEqual(wrong, [], 'the policy has nothing to say');
  assert.ok(seen.size > 15, `${seen.size} documents`);
  await page.context().close();
});

test('the program alone has the documents, with live boards', async () => {
  const server = await serve();
  const page = await open(chrome, server.address);
  await page.keyboard.press('?');
  await page.click('#documents');
  await page.waitForURL(`${server.address}/docs/index.html`);
  await page.click('nav.documents a:has-text("How it works")');
  const frame = page.locator('figure.board iframe').first();
  await frame.scrollIntoViewIfNeeded();
  const live = frame.contentFrame();
  await live.locator('html[data-ready][data-framed]').waitFor();
  await live.locator('#board .edge').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('load');
  assert.ok(
    await page.evaluate(() => [...document.images].every((image) => image.loading === 'lazy' || image.complete)),
  );
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  assert.equal(await server.stop(), 0);
});

test('a sample board in a document opens on the page', async () => {
  const page = await open(chrome, host.address, { path: '/#board=petersen.net' });
  await settled(page);
  assert.match(await text(page, '#title'), /Petersen/);
  await close(page);
});

test('boards in documents are live, loaded when they come near, and leave the page as it was', async () => {
  const page = await open(chrome, host.address);
  await gallery(page, 'wheel.net');
  await kept(page);
  const remembered = await page.evaluate(() => JSON.stringify(localStorage));
  const length = await page.evaluate(() => history.length);
  const troubles = page.troubles;
  await page.goto(`${host.address}/docs/report.html`);
  const frames = page.locator('figure.board iframe');
  assert.ok((await frames.count()) >= 3);
  const last = frames.last();
  assert.equal(await last.getAttribute('loading'), 'lazy');
  await last.scrollIntoViewIfNeeded();
  const live = last.contentFrame();
  await live.locator('html[data-ready][data-framed]').waitFor();
  assert.match(await live.locator('#title').innerText(), /Figure 3/);
  assert.equal(await live.locator('.panel, .top').filter({ visible: true }).count(), 0);
  await live.locator('#board').focus();
  await page.keyboard.press(']');
  await page.keyboard.press('Enter');
  // The move, and the machine's.
  for (const kind of ['short', 'ghost'])
    await live.locator(`#board .edge.${kind}`).first().waitFor({ state: 'attached' });
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/live.png` });
  assert.equal(await page.evaluate(() => history.length), length + 1);
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage)), remembered);
  assert.deepEqual(troubles, []);
  await page.context().close();
});

test('the site works without a network, games and all', async () => {
  const page = await open(chrome, host.address);
  await offlineReady(page);
  await gallery(page, 'wheel.net');
  await kept(page);
  await page.context().setOffline(true);
  await page.reload();
  await ready(page);
  assert.match(await text(page, '#title'), /[Ww]heel/);
  await sit(page, 'first');
  await playNext(page);
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  // What a first game does not need has been stored as well.
  await page.click('#room-coins');
  await settled(page);
  await page.waitForSelector('#sheet [id], #board [data-node]');
  assert.equal(await page.locator('.error').count(), 0);
  await page.context().setOffline(false);
  await close(page);
});

test('a new version is taken whole, when the reader wishes so', async () => {
  const next = nextVersion();
  const page = await open(chrome, host.address);
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  await offlineReady(page);
  // From now on the page comes from the service worker.
  await page.reload();
  await ready(page);
  host.put(next.folder);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()));
  await page.waitForSelector('.notice button');
  // Until then everything is of the old version, threads that start now too.
  await gallery(page, 'cube.net');
  await kept(page);
  assert.deepEqual(
    (await files()).filter((name) => name.includes(next.fresh)),
    [],
  );
  await page.click('.notice button:has-text("Load it")');
  await page.waitForFunction((fresh) => document.querySelector('script')?.src.includes(fresh), next.fresh);
  await ready(page);
  assert.match(await text(page, '#title'), /[Cc]ube/);
  const loaded = (await files()).filter((name) => name.includes('/a/'));
  assert.ok(loaded.length > 3);
  assert.deepEqual(
    loaded.filter((name) => !name.includes(next.fresh)),
    [],
  );
  host.put(DIST);
  page.troubles.length = 0;
  await close(page);
  rmSync(next.folder, { recursive: true });
});

test('a first visit goes on with its own version when the host has another one, or is gone', async () => {
  const next = nextVersion();
  const page = await open(chrome, host.address);
  await offlineReady(page);
  host.put(next.folder);
  await page.click('#room-coins');
  await settled(page);
  assert.match(await page.innerText('#sheet'), /First|Second/);
  assert.equal(await page.locator('.error').count(), 0);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  assert.deepEqual(
    loaded.filter((name) => name.includes(next.fresh)),
    [],
  );
  host.put(DIST);
  page.troubles.length = 0;
  await close(page);
  rmSync(next.folder, { recursive: true });
});

test('a host between two versions is not stored', async () => {
  const next = nextVersion();
  // The new service worker is there, the page is not yet.
  cpSync(join(DIST, 'index.html'), join(next.folder, 'index.html'));
  const page = await open(chrome, host.address);
  await offlineReady(page);
  host.put(next.folder);
  const caches = await page.evaluate(async () => {
    const one = await navigator.serviceWorker.getRegistration();
    await one?.update().catch(() => {});
    const fresh = one?.installing;
    if (fresh)
      await new Promise((done) => fresh.addEventListener('statechange', () => fresh.state === 'redundant' && done(0)));
    return { waiting: !!one?.waiting };
  });
  assert.deepEqual(caches, { waiting: false });
  host.put(DIST);
  page.troubles.length = 0;
  await close(page);
  rmSync(next.folder, { recursive: true });
});

/** The longest that the page has not reacted since a time of its own clock, or since it was loaded, in milliseconds. */
const longestPause = (page, since = 0) =>
  page.evaluate(
    (start) =>
      new Promise((done) => {
        let longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration, startTime } of list.getEntries())
            if (startTime >= start) longest = Math.max(longest, duration);
        }).observe({ type: 'longtask', buffered: true });
        setTimeout(() => done(Math.round(longest)), 200);
      }),
    since,
  );

/**
 * The tasks of the pages' main threads in a trace: when each began, on the clock of `now`, and its processor time, both
 * in milliseconds. Unlike the time that passes, processor time does not depend on what else the machine does.
 */
function mainTasks(trace) {
  const events = JSON.parse(trace.toString()).traceEvents;
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const main = new Set(named.map(thread));
  const tasks = events.filter((event) => event.tdur && /RunTask$/.test(event.name) && main.has(thread(event)));
  return tasks.map(({ ts, tdur }) => ({ start: ts / 1000, time: tdur / 1000 }));
}

/** Milliseconds on the clock that Chromium's traces count by. */
const now = () => Number(process.hrtime.bigint()) / 1e6;

/** The picture behind a large board: how many of its pixels something is painted on, once it is complete. */
async function paintedPixels(page) {
  await page.waitForSelector('.ground[data-painted="true"]', { timeout: 60_000 });
  return page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.ground'));
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, i) => i % 4 === 3 && value > 0).length;
  });
}

/** A link to any state at all. */
async function linkTo(page, data) {
  return page.evaluate(async (given) => {
    const stream = new Blob([JSON.stringify(given)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = '';
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }, data);
}

/** Questions as a link or a file brings them, by what their path and body match, and what asks them. */
const ENDLESS = {
  position: ['switching/analyse', (page) => chosen(page, 'grid.net')],
  currents: ['"currents"', (page) => overlay(page, 'Currents')],
  coins: ['coins/', (page) => page.click('#room-coins')],
  file: ['files/read', (page) => pasted(page, 'graph { a -- b }')],
  puzzle: ['/puzzle ', (page) => page.evaluate(() => void (location.hash = '#puzzle=only-move.1.5'))],
};

async function chosen(page, id) {
  await page.click('#tab-boards');
  await page.click(`[data-board="${id}"]`);
  await page.click('#tab-play');
}

async function pasted(page, graph) {
  await board(page, 'open');
  await page.fill('#paste', graph);
  await page.click('#read');
}

test('a question that takes too long is ended, and the tab reacts all the while', async () => {
  const one = async (name, [pattern, act]) => {
    const page = await open(chrome, host.address);
    await settled(page);
    // An engine that never answers this, as if the question had no end.
    const since = await page.evaluate((source) => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (data, ...more) {
        if (data.path && `${data.path} ${data.body}`.includes(source)) return;
        postMessage.call(this, data, ...more);
      };
      return performance.now();
    }, pattern);
    await act(page);
    await page.waitForFunction(() => /longer than the 10 seconds.*ended/.test(document.body.innerText), null, {
      timeout: 40_000,
    });
    const pause = await longestPause(page, since);
    // On a busy machine; if the page itself waited, it would be ten seconds.
    assert.ok(pause < 9000, `${name}: ${pause} ms`);
    await close(page);
  };
  await Promise.all(Object.entries(ENDLESS).map(([name, kind]) => one(name, kind)));
});

test('links that mean ill are refused or analysed on demand, and never freeze the tab', async () => {
  const page = await open(chrome, host.address);
  const nodes = Array.from({ length: 20_000 }, (_, i) => [`n${i}`, (i % 141) * 20, Math.floor(i / 141) * 20]);
  const edges = Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 20_000);
  const base = {
    v: 1,
    t: 'ill',
    z: null,
    c: null,
    m: [],
    a: 0,
    p: null,
    f: 'short',
    x: null,
    o: null,
    d: 'play',
    w: null,
  };
  const dense = Array.from({ length: 2000 }, (_, i) => [i % 60, (i * 17 + 1) % 60]).flat();
  const few = nodes.slice(0, 60);
  const links = {
    large: { ...base, r: 'networks', g: [nodes, edges, 0, 1], s: ['currents', 1, 1, 1, 0, 1] },
    currents: { ...base, r: 'networks', g: [few, dense, 0, 1], s: ['currents', 1, 1, 1, 0, 1] },
    chase: { ...base, r: 'networks', g: [few, dense.slice(0, 780), 0, 1], s: ['chase', 0, 0, 0, 0, 1] },
    coins: {
      ...base,
      r: 'coins',
      g: [few, dense, null, null],
      c: few.map(() => 150),
      p: { one: 'perfect', two: 'perfect' },
      s: ['none', 0, 0, 0, 0, 1],
    },
    deep: { ...base, r: 'networks', g: '['.repeat(1e6) },
  };
  const codes = Object.entries(links).map(async ([name, data]) => [name, await linkTo(page, data)]);
  // The other forms of a link: what they name is checked by the engine, or does not exist.
  const named = [
    'puzzle=two-trees.5.9007199254740991',
    'puzzle=no-such.9.1',
    'puzzle=none.net',
    'lesson=none.999',
    'board=none.net',
    'board=class-size.net',
  ];
  const all = [...(await Promise.all(codes)), ...named.map((address) => [address, address])];
  // One trace for all links: to begin and to end one takes Chromium ten seconds.
  await chrome.startTracing(undefined, { categories: ['toplevel'] });
  const visits = [];
  for (const [name, code] of all) {
    const start = now();
    const other = await open(chrome, host.address, { path: `/#${code}` });
    // Whatever the engine does, the page answers a key at once.
    await other.keyboard.press('?');
    await other.waitForSelector('#help[open]', { timeout: 20_000 });
    // Long enough for an engine that has been asked to be at work.
    await other.waitForTimeout(800);
    if (name === 'large') {
      assert.ok((await paintedPixels(other)) > 50_000, 'the board is seen');
      assert.ok((await other.locator('#board *').count()) < 500, 'and is not made of elements');
    }
    const pause = await longestPause(other);
    visits.push({ name, start, end: now(), pause });
    other.troubles.length = 0;
    other.threads.checks.length = 0;
    await close(other);
  }
  const tasks = mainTasks(await chrome.stopTracing());
  for (const { name, start, end, pause } of visits) {
    const during = tasks.filter((task) => task.start >= start && task.start < end);
    assert.ok(during.length > 10, `${name}: ${during.length} tasks`);
    const task = Math.round(Math.max(...during.map(({ time }) => time)));
    console.log(`${name}: the longest pause was ${pause} ms, the longest task ${task} ms of processor time`);
    // The time of a busy machine only shows what has no end; docs/page.md has the figures of a quiet one.
    assert.ok(task < 400, `${name}: ${task} ms of processor time`);
    assert.ok(pause < 20_000, `${name}: ${pause} ms`);
  }
  await close(page);
});

/** The link for the other player, as it is on the clipboard. */
async function copied(page) {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.click('#send');
  for (let tries = 0; tries < 1500; tries++) {
    const link = await page.evaluate(() => navigator.clipboard.readText());
    if (link) return link;
    await page.waitForTimeout(20);
  }
  throw new Error('there is no link on the clipboard');
}

test('two people play by links alone', async () => {
  const contexts = { permissions: ['clipboard-read', 'clipboard-write'] };
  const [mine, yours] = [await open(chrome, host.address, contexts), await open(chrome, host.address, contexts)];
  await gallery(mine, 'figure-3.net');
  await mine.click('#way-links');
  await mine.click('#start');
  await playNext(mine);
  let [here, there] = [mine, yours];
  const sides = [];
  for (let turns = 1; turns < 12; turns++) {
    await settled(here);
    assert.equal(await here.locator('#moves li').count(), turns);
    // Nobody moves for the other.
    await playNext(here);
    await settled(here);
    assert.equal(await here.locator('#moves li').count(), turns);
    const link = await copied(here);
    assert.ok(link.startsWith(`${host.address}/#`), link);
    await there.goto('about:blank');
    await there.goto(link);
    await ready(there);
    await settled(there);
    assert.equal(await there.locator('#moves li').count(), turns);
    sides.push(await there.innerText('#turn'));
    if (/over/.test(sides.at(-1))) break;
    await playNext(there);
    [here, there] = [there, here];
  }
  assert.match(sides.at(-1), /The game is over/);
  // Both remember the game: an older link does not go on with it.
  await close(mine);
  await close(yours);
});

test('a link that does not go on with the remembered game is said to', async () => {
  const page = await open(chrome, host.address, { permissions: ['clipboard-read', 'clipboard-write'] });
  await gallery(page, 'figure-3.net');
  await page.click('#way-links');
  await page.click('#start');
  await playNext(page);
  await settled(page);
  const link = await copied(page);
  await page.click('#back');
  await playNext(page);
  await page.keyboard.press(']');
  await page.click('#back');
  await settled(page);
  await page.focus('#board');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await page.keyboard.press('Enter');
  await settled(page);
  await kept(page);
  await page.goto('about:blank');
  await page.goto(link);
  await ready(page);
  // The toast may be gone before the page is ready.
  await page.waitForFunction(() => /some moves differ/.test(document.querySelector('#live').textContent));
  await close(page);
});

test('when its server is gone, the page goes on by itself and says so', async () => {
  const server = await serve(['--site', DIST]);
  const page = await open(chrome, server.address);
  assert.equal(await page.getAttribute('html', 'data-engine'), 'server');
  await page.waitForLoadState('networkidle');
  await gallery(page, 'figure-3.net');
  await sit(page, 'first');
  await playNext(page);
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  assert.equal(page.threads.checks.length, 0, 'the server has answered');
  assert.equal(await server.stop(), 0);
  await page.click('#rematch');
  await settled(page);
  await playNext(page);
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  assert.match(await page.innerText('.notice'), /server does not answer.*goes on by itself/);
  assert.equal(await page.getAttribute('html', 'data-engine'), 'browser');
  assert.ok(page.threads.checks.length > 0, 'the browser has answered');
  // The whole engine was loaded while there was a server.
  await page.click('#room-coins');
  await settled(page);
  assert.equal(await page.locator('.error').count(), 0);
  assert.match(await page.innerText('#sheet'), /First|Second|wins|draw/);
  await page.click('.notice button:has-text("Close")');
  assert.equal(await page.locator('.notice').count(), 0);
  page.troubles.length = 0;
  await close(page);
});

test('the program serves the documents of a site, and refuses a folder that is none', async () => {
  const server = await serve(['--site', DIST]);
  const tour = await fetch(`${server.address}/docs/`);
  assert.equal(tour.status, 200);
  assert.doesNotMatch(tour.headers.get('content-security-policy') ?? 'script', /script/);
  assert.match(await tour.text(), /Switchyard/);
  const page = await fetch(`${server.address}/`);
  assert.match(page.headers.get('content-security-policy') ?? '', /wasm-unsafe-eval/);
  assert.equal((await fetch(`${server.address}/docs/none.html`)).status, 404);
  assert.equal(await server.stop(), 0);
  await assert.rejects(serve(['--site', join(DIST, 'docs')]), /ended with 2/);
});
