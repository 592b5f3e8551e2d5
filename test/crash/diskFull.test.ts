import { expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { testApp } from '../support/testApp.js';

test('on a full disk a save is refused completely, and reads still work', async () => {
  const app = await testApp({}, { maxLogPages: 60 });
  const client = await testClient(app);
  const save = (i: number) =>
    client.call('POST', '/api/v1/observations', {
      payload: { title: `note ${i}`, content: 'x'.repeat(20_000), type: 'task', project: 'p' },
    });
  const stored: string[] = [];
  let refused: Awaited<ReturnType<typeof save>> | undefined;
  for (let i = 0; i < 50 && !refused; i++) {
    const response = await save(i);
    if (response.statusCode === 200) stored.push(response.json().id);
    else refused = response;
  }
  expect(stored.length).toBeGreaterThan(0);
  expect(refused?.statusCode).toBe(503);
  expect(refused?.headers['retry-after']).toBeDefined();
  expect(refused?.json()).toMatchObject({
    code: 'not_ready',
    detail: expect.stringContaining('disk is full'),
  });

  expect((await app.log.head()).position).toBe(stored.length);
  const context = await client.call('GET', '/api/v1/context/p?limit=100');
  expect(
    context
      .json()
      .map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual([...stored].sort());
  expect((await client.call('GET', '/readyz')).statusCode).toBe(200);
});
