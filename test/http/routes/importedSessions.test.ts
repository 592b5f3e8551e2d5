import { expect, test } from 'vitest';
import { ulids } from '../../../src/domain/ids.js';
import { ACTIVE_SESSION_LINE, SESSION_LINE } from '../../support/archiveLines.js';
import { testClient } from '../../support/client.js';
import { got, imported } from '../../support/importing.js';
import { listed } from '../../support/notes.js';
import { NOW, testApp } from '../../support/testApp.js';

const ALL = '/api/v1/sessions/all';
const { project } = SESSION_LINE;
const ids = ulids();
const startedOn = (day: string) => ({
  ...SESSION_LINE,
  id: ids(NOW),
  started_at: `${day}T09:00:00Z`,
  ended_at: undefined,
});

async function vault() {
  return testClient(await testApp());
}

test('sessions are listed by the time at which they started, however late an import brought them', async () => {
  const client = await vault();
  const payload = { project };
  const { id: own } = (await client.call('POST', '/api/v1/sessions', { payload })).json();
  const days = ['2026-10-02', '2026-10-04', '2026-10-01', '2026-10-03', '2026-10-04'];
  const lines = days.map(startedOn);
  await imported(client, lines);
  const order = [4, 1, 3, 0, 2].map((i) => lines[i]?.id);
  expect(await listed(client, ALL)).toEqual([own, ...order]);
  for (const filter of [
    '',
    `&project=${project}`,
    '&state=ended',
    `&project=${project}&state=ended`,
  ]) {
    const pages: unknown[] = [];
    for (let before = own; pages.length < order.length; before = pages.at(-1)) {
      const page = await listed(client, `${ALL}?limit=2&before=${before}${filter}`);
      expect(page, filter).not.toEqual([]);
      pages.push(...page);
    }
    expect(pages, filter).toEqual(order);
  }
});

test('the last session of a project is the one that started last', async () => {
  const client = await vault();
  const lines = ['2026-10-04', '2026-10-01'].map(startedOn);
  await imported(client, lines);
  const { last_session } = await got(client, `/api/v1/summary/${project}`);
  expect(last_session).toMatchObject({ id: lines[0]?.id });
});

test('an imported session goes on under what its caller calls it, and is shown like any other', async () => {
  const client = await vault();
  await imported(client, [ACTIVE_SESSION_LINE]);
  const { id, client_ref, started_at } = ACTIVE_SESSION_LINE;
  const payload = { project, client_ref };
  const found = await client.call('POST', '/api/v1/sessions', { payload });
  expect(found.json()).toMatchObject({ id, started_at, state: 'active', existing: true });
  const ended = await client.call('PUT', `/api/v1/sessions/${id}`, {
    payload: { summary: 'Done' },
  });
  expect(ended.json()).toMatchObject({ id, started_at, state: 'ended', summary: 'Done' });
});
