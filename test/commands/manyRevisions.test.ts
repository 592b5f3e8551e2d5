import { expect, test } from 'vitest';
import { testClient } from '../support/client.js';
import { testApp } from '../support/testApp.js';

test('a note with many revisions is revised, and asked for, without reading all of them', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const note = { title: 't', content: 'c', type: 'task', author: 'ada', project: 'p' };
  const { id } = (await client.call('POST', '/api/v1/observations', { payload: note })).json();
  const url = `/api/v1/observations/${id}`;
  const revise = async (content: string) =>
    (await client.call('PATCH', url, { payload: { content } })).json();
  for (let n = 2; n < 20; n += 1) await revise(`content ${n}`);
  const sizes: number[] = [];
  const { readStream } = app.log;
  app.log.readStream = async (...args) => {
    const events = await readStream(...args);
    sizes.push(events.length);
    return events;
  };
  expect(await revise('the last')).toMatchObject({ ...note, content: 'the last', revision: 20 });
  expect((await client.call('GET', `${url}?as_of=2020-01-01T00:00:00Z`)).statusCode).toBe(404);
  expect(sizes.length).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBe(2);
});
