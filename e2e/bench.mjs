// Load on loopback: requests a second and latency of /switching/analyse with a reply, for a network
// of 100 edges and one of 5000, with the memory of the server before, during and after.
//
//   node bench.mjs [requests]      (default 2000 a size; `make bench` asks for 100000 small ones)

import { readFileSync } from 'node:fs';
import http from 'node:http';
import { serve } from './server.mjs';

const requests = Number(process.argv[2] ?? 2000);
const CONNECTIONS = 8;

/** Resident memory of the server, MB. */
const memory = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);

function post(agent, address, path, body) {
  return new Promise((done, fail) => {
    const request = http.request(
      `${address}/api/v1${path}`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => (text += part));
        response.on('end', () =>
          response.statusCode === 200 ? done(text) : fail(new Error(`${response.statusCode} ${text}`)),
        );
      },
    );
    request.on('error', fail);
    request.end(body);
  });
}

async function load(server, edges, count) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const nodes = Math.round(edges * 0.4);
  const { network } = JSON.parse(
    await post(agent, server.address, '/random', JSON.stringify({ nodes, edges, seed: 1 })),
  );
  const body = JSON.stringify({
    network,
    moves: [],
    overlays: [],
    reply: { side: 'short', player: { kind: 'perfect' } },
  });
  for (let i = 0; i < 50; i++) await post(agent, server.address, '/switching/analyse', body);
  const start = memory(server.pid);
  let [left, most] = [count, start];
  const times = [];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const at = performance.now();
        await post(agent, server.address, '/switching/analyse', body);
        times.push(performance.now() - at);
        if (times.length % 1000 === 0) most = Math.max(most, memory(server.pid));
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2);
  console.log(
    `| ${edges} | ${times.length} | ${Math.round(times.length / seconds)} | ${at(0.5)} | ${at(0.99)} | ${start} | ${most} | ${memory(server.pid)} |`,
  );
}

const server = await serve();
console.log('| edges | requests | a second | median ms | p99 ms | MB at first | MB at most | MB at last |');
console.log('|---|---|---|---|---|---|---|---|');
try {
  await load(server, 100, requests);
  await load(server, 5000, Math.min(requests, 2000));
} finally {
  await server.stop();
}
