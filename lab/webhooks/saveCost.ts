import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** How long a save takes, in milliseconds: medians with a webhook and without, in turn, with a pause of `pauseMs` between saves. */
export async function saveCost(vault: VaultClient, pauseMs: number) {
  const taker = new Worker(TAKER, { eval: true });
  try {
    const [port] = await once(taker, 'message');
    const body = { url: `http://127.0.0.1:${port}/` };
    await saves(vault, 'warm', pauseMs);
    const [without, withOne]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      without.push(...(await saves(vault, `without ${round}`, pauseMs)));
      const { id } = (await vault.POST('/admin/webhooks', { body })).data;
      withOne.push(...(await saves(vault, `with ${round}`, pauseMs)));
      await vault.DELETE('/admin/webhooks/{id}', { params: { path: { id } } });
    }
    return { without: median(without), withOne: median(withOne) };
  } finally {
    await taker.terminate();
  }
}

async function saves(vault: VaultClient, tag: string, pauseMs: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SAVES; i++) {
    const title = `Saved ${tag}, number ${i}, after ${pauseMs} ms`;
    const body = { project: 'cost', type: 'decision', title, content: title } as const;
    const start = performance.now();
    await vault.POST('/api/v1/observations', { body });
    times.push(performance.now() - start);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return times;
}
