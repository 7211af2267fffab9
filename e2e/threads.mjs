// What page and engine say to each other where the engine is a thread of the browser: held against the contract, and
// held back where a test wants it so.

/** Runs in the page, before its own code. */
function wrap() {
  const Thread = window.Worker;
  window.Worker = class extends Thread {
    questions = new Map();

    postMessage(data, ...more) {
      if (data.id) this.questions.set(data.id, data);
      super.postMessage(data, ...more);
    }

    addEventListener(type, listener, ...more) {
      if (type !== 'message') return super.addEventListener(type, listener, ...more);
      super.addEventListener(
        type,
        async (event) => {
          const { path, body } = this.questions.get(event.data.id);
          this.questions.delete(event.data.id);
          const wait = window.threadAnswered({ path, body, status: event.data.status, answer: event.data.body });
          if (window.isHeldBack) await wait;
          listener(event);
        },
        ...more,
      );
    }
  };
}

const parsed = (text) => (text ? JSON.parse(text) : null);

/** @param {any} page @param {ReturnType<typeof import('./contract.mjs').contract>} contract */
export async function watchThreads(page, contract) {
  const checks = [];
  let holds = [];
  await page.exposeFunction('threadAnswered', ({ path, body, status, answer }) => {
    const method = body ? 'POST' : 'GET';
    // The module for a first game has left the question to the other one.
    if (!status) return;
    checks.push(contract.exchanged(method, `/api/v1${path}`, parsed(body), status, parsed(answer)));
    page.heard(path, parsed(body), parsed(answer));
    const held = holds.find(({ pattern }) => pattern.test(path));
    if (held) return new Promise((done) => void held.hold(async () => done(undefined)));
  });
  await page.addInitScript(wrap);
  return {
    checks,
    /** Holds back the answers to paths that end like the pattern. */
    async hold(pattern, hold) {
      const end = pattern.replace(/^\*\*/, '').replaceAll('*', '[^/]+');
      holds = [...holds, { pattern: new RegExp(`${end}$`), hold }];
      const isHeld = () => (window.isHeldBack = true);
      await page.addInitScript(isHeld);
      await page.evaluate(isHeld);
    },
  };
}
