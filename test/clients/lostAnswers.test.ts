import { expect, test } from 'vitest';
import { chaosProxy, MISHAPS } from '../support/chaosProxy.js';
import { listening } from '../support/listening.js';
import { testApp } from '../support/testApp.js';
import { all, vaultClient } from '../support/vaultClient.js';

test('whatever happens to requests and answers, every save is stored exactly once', async () => {
  const { port } = await listening(await testApp());
  const direct = vaultClient(`http://127.0.0.1:${port}`);
  const proxy = await chaosProxy();
  proxy.target = `http://127.0.0.1:${port}`;
  let sent = 0;
  // Two requests of three meet a fault, of each kind in turn.
  proxy.mishap = () => {
    sent += 1;
    return sent % 3 === 0 ? undefined : MISHAPS[sent % MISHAPS.length];
  };
  const client = vaultClient(proxy.url, { retry: { attempts: 20 } });
  const titles = Array.from({ length: 30 }, (_, i) => `Note ${i}`);
  const ids: string[] = [];
  for (const title of titles) {
    const body = { title, content: 'c', type: 'task', project: 'p' } as const;
    const { data } = await client.POST('/api/v1/observations', { body });
    if (!('id' in data)) throw new Error('it was taken for a duplicate');
    ids.push(data.id);
  }
  await proxy.calm();
  for (const mishap of MISHAPS) expect(proxy.counts[mishap], mishap).toBeGreaterThan(2);
  const stored = await all(direct.timeline('p'));
  expect(stored.map(({ title }) => title)).toEqual(titles);
  expect(stored.map(({ id }) => id)).toEqual(ids);
});
