import { expect, test } from 'vitest';
import { membersOf } from '../../../src/domain/json.js';
import { rangesOf } from '../../../src/maintenance/findBelongings.js';
import { testClient } from '../../support/client.js';
import { ADMIN, note, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { walledVault } from '../../support/walledVault.js';

const NOTES = '/api/v1/observations';
const URL = `${NOTES}/forget`;

async function vault() {
  const app = await testApp();
  const client = await testClient(app);
  const forget = (ids: readonly string[], headers = {}) =>
    client.call('POST', URL, { payload: { ids }, headers });
  const saved = (title: string, more: object = {}) => save(client, { title, ...more });
  const receipts = async () =>
    (await client.call('GET', '/admin/events?type=vault.forgotten', { headers: ADMIN })).json();
  const total = async () => (await client.call('GET', '/api/v1/stats')).json().observations_total;
  return { app, client, forget, saved, receipts, total };
}

test('notes are forgotten together, with all revisions, and one receipt names them', async () => {
  const { app, client, forget, saved, total } = await vault();
  const one = await saved('One');
  const two = await saved('Two', { state: 'proposed' });
  const stays = await saved('Three');
  await client.call('PATCH', `${NOTES}/${one}`, { payload: { content: 'Revised.' } });
  await client.call('PUT', `${NOTES}/${one}/pin`);
  // The end of an id is enough, and a note that is named twice is one.
  const answer = await forget([one, two.slice(-10), one.slice(-10)]);
  expect(answer.json()).toMatchObject({
    forgotten: 2,
    pending: false,
    receipt: {
      of: 'notes',
      ids: [one, two],
      matched: { observations: 2, sessions: 0 },
      positions: [
        [1, 2],
        [4, 4],
      ],
      mentions: 0,
    },
  });
  expect(await total()).toBe(1);
  for (const id of [one, two])
    expect((await client.call('GET', `${NOTES}/${id}`)).statusCode).toBe(404);
  expect((await client.call('GET', `${NOTES}/${stays}`)).statusCode).toBe(200);
  const { receipt } = answer.json();
  const read = await client.call('GET', `/admin/forget/${receipt.id}`, { headers: ADMIN });
  expect(read.json()).toEqual(receipt);
  const entries = await app.log.readEntries(0, 100, {});
  const erased = entries.entries.filter(({ data }) => data === null);
  expect(erased.map(({ position }) => position)).toEqual([1, 2, 4]);
});

test('the receipt has also what is revised while notes are being forgotten, and so goes with them', async () => {
  const { app, client, forget, saved } = await vault();
  const ids = [await saved('One'), await saved('Two')];
  const { execute } = app.executor;
  let meanwhile = 0;
  const revise = async (id = '') => {
    const payload = { content: `Revised ${meanwhile++}.` };
    expect((await client.call('PATCH', `${NOTES}/${id}`, { payload })).statusCode).toBe(200);
  };
  Object.assign(app.executor, {
    async execute(...args: Parameters<typeof execute>) {
      const [{ name }, input, { dryRun }] = args;
      const isSecond = name === 'forgetObservation' && membersOf(input).id === ids[1];
      // Once after the first was looked for, and once after the receipt was recorded.
      if (isSecond) await revise(dryRun ? ids[0] : ids[1]);
      return execute(...args);
    },
  });
  const { receipt } = (await forget(ids)).json();
  expect(meanwhile).toBe(2);
  const { entries } = await app.log.readEntries(0, 100, {});
  const erased = entries.flatMap(({ data, position }) => (data === null ? [position] : []));
  expect(erased.length).toBe(4);
  expect(receipt.positions).toEqual(rangesOf(erased));
  const read = await client.call('GET', `/admin/forget/${receipt.id}`, { headers: ADMIN });
  expect(read.json()).toEqual(receipt);
});

test('where one cannot be forgotten, the answer says why of each, and nothing changes', async () => {
  const { client, forget, saved, receipts, total } = await vault();
  const one = await saved('One');
  const gone = await saved('Gone');
  await client.call('DELETE', `${NOTES}/${gone}`);
  const never = '01KA5ZHQ7R9T1V3X5Z7B9D1F01';
  const answer = await forget([one, gone, never]);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({
    detail: `nothing was forgotten, because 2 of 3 cannot be: there is no observation ${gone}; there is no observation ${never}`,
    errors: [{ path: '/ids/1' }, { path: '/ids/2' }],
  });
  for (const ids of [[], ['short'], [one, 7], Array.from({ length: 1001 }, () => one)]) {
    const refused = await client.call('POST', URL, { payload: { ids } });
    expect(refused.json()).toMatchObject({ code: 'invalid_payload' });
  }
  expect(await receipts()).toEqual([]);
  expect(await total()).toBe(1);
});

test('of two requests at once with notes in common, one forgets them: no note is in two receipts', async () => {
  const { forget, saved, receipts, total } = await vault();
  const [a = '', b = '', c = ''] = [await saved('A'), await saved('B'), await saved('C')];
  const answers = await Promise.all([forget([a, b]), forget([b, c]), forget([c, a])]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404]);
  expect(answers[1]?.json().errors).toEqual([
    { path: '/ids/0', message: `there is no observation ${b}` },
  ]);
  expect(await receipts()).toMatchObject([{ data: { ids: [a, b] } }]);
  expect(await total()).toBe(1);
});

test('a retry finishes what was cut short, and gives the same receipt', async () => {
  const { app, forget, saved, receipts, total } = await vault();
  const ids = [await saved('A'), await saved('B')];
  const { execute } = app.executor;
  let cut = true;
  Object.assign(app.executor, {
    execute: (...args: Parameters<typeof execute>) => {
      const [{ name }, , { dryRun }] = args;
      if (cut && name === 'forgetObservation' && !dryRun) throw new Error('the power is gone');
      return execute(...args);
    },
  });
  const key = { 'idempotency-key': 'one' };
  expect((await forget(ids, key)).statusCode).toBe(500);
  cut = false;
  expect(await total()).toBe(2);
  const first = (await forget(ids, key)).json();
  expect(first).toMatchObject({ forgotten: 2, receipt: { ids } });
  expect((await forget(ids, key)).json()).toEqual(first);
  expect((await receipts()).length).toBe(1);
  expect(await total()).toBe(0);
});

test('members forget their own notes, and all that is not theirs is named', async () => {
  const { client, ann, abe, own, beta } = await walledVault(true);
  const mine = (
    await client.call('POST', NOTES, { payload: note({ title: 'Mine' }), headers: abe })
  ).json().id;
  const forget = (ids: readonly string[], headers: object) =>
    client.call('POST', URL, { payload: { ids }, headers: { ...headers } });
  const refused = await forget([mine, own.note, beta.note], abe);
  expect(refused.statusCode).toBe(403);
  expect(refused.json().errors).toEqual([
    { path: '/ids/1', message: 'only its author or an admin may change this observation' },
    { path: '/ids/2', message: `there is no observation ${beta.note}` },
  ]);
  expect((await forget([mine], abe)).json()).toMatchObject({ forgotten: 1 });
  expect((await forget([own.note], ann)).json()).toMatchObject({ forgotten: 1 });
});

test('a thousand notes are forgotten in slices', async () => {
  const { app, forget, receipts, total } = await vault();
  const client = await testClient(app);
  const notes = Array.from({ length: 1000 }, (_, i) => note({ title: `Note ${i}` }));
  const stored = await client.call('POST', `${NOTES}/batch`, { payload: notes });
  const ids = stored.json().results.map(({ id }: { id: string }) => id);
  expect((await forget(ids)).json()).toMatchObject({ forgotten: 1000 });
  const [receipt] = await receipts();
  expect(receipt.data.positions).toEqual([[1, 1000]]);
  expect(await total()).toBe(0);
});
