// `npm run lab -- webhooks`: a receiver that fails, is slow and is away, and a service that is stopped and killed meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { VaultClient } from 'memory-vault-client';
import { client } from '../tools/client.js';
import { inTemporaryVault, type TemporaryVault } from '../tools/server/inTemporaryVault.js';
import { freePort } from '../tools/server/serverProcess.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { badReceiver } from './webhooks/receiver.js';
import { saveCost } from './webhooks/saveCost.js';

const SETTINGS = { VAULT_WEBHOOK_HOSTS: '127.0.0.1' };
const LOOK_MS = 15;

export const program = new Command()
  .description(
    'Send events to a receiver that fails, is slow and is away, while the service is stopped and killed, and measure what a save costs.',
  )
  .action(() =>
    untilInterrupted(async (signal) => {
      await inTemporaryVault(lost, signal, SETTINGS);
      await inTemporaryVault(cost, signal, SETTINGS);
    }),
  );

/** Starts the service, with a client of the owner. */
async function started(temporary: TemporaryVault) {
  const { url, stop, kill } = await temporary.start();
  const { adminKey, signal } = temporary.options;
  return { vault: client({ url, adminKey, signal }).vault, stop, kill };
}

/** Saves, revises and forgets notes while everything fails, and says what the receiver got. */
async function lost(temporary: TemporaryVault): Promise<void> {
  const receiver = badReceiver(await freePort());
  await receiver.open();
  let service = await started(temporary);
  const { data } = await service.vault.POST('/admin/webhooks', { body: { url: receiver.url } });
  const { id, secret } = data;
  receiver.knowSecret(secret);
  const first = (await stateOf(service.vault)).position;
  const retry = () =>
    service.vault.POST('/admin/webhooks/{id}/retry', { params: { path: { id } } });

  let notes = 0;
  let forgotten = 0;
  async function work(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const word = `secretword${notes}x`;
      const body = { project: 'p', type: 'decision', title: word, content: word } as const;
      const { data: saved } = await service.vault.POST('/api/v1/observations', { body });
      if (!('id' in saved)) throw new Error(`${word} was there already`);
      const params = { path: { id: saved.id } };
      await service.vault.PATCH('/api/v1/observations/{id}', {
        params,
        body: { title: `${word} revised` },
      });
      if (notes % 2 === 0) {
        await service.vault.DELETE('/api/v1/observations/{id}', { params });
        receiver.forget(word);
        forgotten += 1;
      }
      notes += 1;
      await retry();
    }
  }

  await work(20);
  await service.stop();
  service = await started(temporary);
  await work(20);
  await receiver.close();
  await work(10);
  await receiver.open();
  await work(10);
  await service.kill();
  service = await started(temporary);
  await work(20);
  for (;;) {
    const { lag, next_try_at } = await stateOf(service.vault);
    if (lag === 0) break;
    if (next_try_at !== null) await retry();
    await sleep(LOOK_MS);
  }
  const sent = await eventsAfter(service.vault, first);
  const { taken, seen } = receiver;
  const distinct = [...new Set(taken)];
  console.log(`${notes} notes saved and revised, ${forgotten} forgotten; one SIGTERM, one SIGKILL`);
  console.log(`events: ${sent.length}`);
  console.log(`messages: ${seen.messages}, refused by the receiver: ${seen.refused}`);
  console.log(`lost: ${sent.filter((position) => !distinct.includes(position)).length}`);
  console.log(`out of order: ${distinct.filter((p, i) => p < (distinct[i - 1] ?? 0)).length}`);
  console.log(`taken twice: ${taken.length - distinct.length}`);
  console.log(`wrongly signed: ${seen.unsigned}`);
  console.log(`with a text that was forgotten: ${seen.leaks}`);
  await service.stop();
  await receiver.close();
}

async function cost(temporary: TemporaryVault): Promise<void> {
  const { vault } = await started(temporary);
  for (const pauseMs of [0, 20]) {
    const { without, withOne } = await saveCost(vault, pauseMs);
    const times = (withOne / without).toFixed(2);
    console.log(
      `a save, ${pauseMs} ms after the last one: ${without.toFixed(2)} ms, with a webhook ${withOne.toFixed(2)} ms: ${times} times as long`,
    );
  }
}

async function stateOf(vault: VaultClient) {
  const [state] = (await vault.GET('/admin/webhooks')).data;
  if (!state) throw new Error('the webhook is gone');
  return state;
}

async function eventsAfter(vault: VaultClient, position: number): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const query = { after: found.at(-1) ?? position, limit: 1000 };
    const { data } = await vault.GET('/api/v1/events', { params: { query } });
    if (data.length === 0) return found;
    found.push(...data.map((event) => event.position));
  }
}
