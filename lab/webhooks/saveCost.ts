import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { VaultClient } from 'memory-vault-client';
import { median } from '../../tools/percentile.js';

const ROUNDS = 8;
const SAVES = 100;

/** Answers 204 to everything, in a thread of its own: its work is not that of the service, nor of whoever saves. */
const TAKER = `
  const { createServer } = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((request, answer) => {
    request.resume();
    request.on('end', () => answer.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

/** How long a save takes, in milliseconds: medians of both, in turn, and the ratio. */
export async function saveCost(vault: VaultClient) {
  const taker = new Worker(TAKER, { eval: true });
  try {
    const [port] = await once(taker, 'message');
    const url = `http://127.0.0.1:${port}/`;
    await saves(vault, 'warm');
    const [without, withOne]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      without.push(...(await saves(vault, `without ${round}`)));
      const { id } = (await vault.POST('/admin/webhooks', { body: { url } })).data;
      withOne.push(...(await saves(vault, `with ${round}`)));
      await vault.DELETE('/admin/webhooks/{id}', { params: { path: { id } } });
    }
    const [before, after] = [median(without), median(withOne)];
    return { before, after, ratio: after / before };
  } finally {
    await taker.terminate();
  }
}

async function saves(vault: VaultClient, tag: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SAVES; i++) {
    const title = `Saved ${tag}, number ${i}`;
    const body = { project: 'cost', type: 'decision', title, content: title } as const;
    const start = performance.now();
    await vault.POST('/api/v1/observations', { body });
    times.push(performance.now() - start);
  }
  return times;
}
