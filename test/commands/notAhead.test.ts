import { expect, test } from 'vitest';
import { ONE_OF_EACH } from '../support/archiveLines.js';
import { testClient } from '../support/client.js';
import { imported } from '../support/importing.js';
import { ADMIN, note } from '../support/notes.js';
import { NOW, testApp } from '../support/testApp.js';

const DAY = 86_400_000;
const at = (ms: number) => new Date(ms).toISOString();
const LATEST = at(NOW + DAY);
const SOONEST_REFUSED = at(NOW + DAY + 1000);
const REFUSED =
  /^the time [^ ]* is more than a day ahead; the latest that this vault takes is [^ ]*: /;

/** A value with one of its times, wherever that is, in place of another one. */
function withTime(value: unknown, time: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withTime(one, time));
  if (typeof value !== 'object' || value === null) return /(^|_)at$/.test(key) ? time : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withTime(one, time, name)]),
  );
}

test('a note of a batch may be dated a day ahead, and no later', async () => {
  const client = await testClient(await testApp());
  const payload = [LATEST, SOONEST_REFUSED, '9999-12-31T23:59:59Z'].map((created_at) =>
    note({ created_at }),
  );
  const options = { payload, headers: ADMIN };
  const { results } = (await client.call('POST', '/api/v1/observations/batch', options)).json();
  expect(results[0]).not.toHaveProperty('error');
  for (const { error } of results.slice(1)) expect(error).toMatch(REFUSED);
});

test('no time of any line of an archive is more than a day ahead', async () => {
  const client = await testClient(await testApp());
  const late = ONE_OF_EACH.map((line) => withTime(line, SOONEST_REFUSED));
  for (const dryRun of [true, false]) {
    const { results } = await imported(client, late, { dryRun });
    expect(results).toHaveLength(late.length);
    for (const one of results) expect(one).toMatchObject({ error: expect.stringMatching(REFUSED) });
  }
  const latest = ONE_OF_EACH.map((line) => withTime(line, LATEST));
  const { results } = await imported(client, latest);
  for (const { outcome } of results) expect(outcome).toBe('stored');
});

test('a time that is in the log already is kept when the clock is set back', async () => {
  const clock = { now: NOW + 365 * DAY };
  const app = await testApp({}, { clock: () => clock.now });
  const client = await testClient(app);
  const prompt = { name: 'review', content: 'one' };
  await client.call('POST', '/api/v1/prompts', { payload: prompt });
  clock.now = NOW;
  const again = { ...prompt, content: 'two' };
  expect((await client.call('POST', '/api/v1/prompts', { payload: again })).statusCode).toBe(200);
});
