import { beforeAll, expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { importNotes, listed, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { NOW, testApp, testClock } from '../../support/testApp.js';

const TIMELINE = '/api/v1/timeline/p';
const DAYS = [1, 2, 3].map((day) => `2026-01-0${day}T00:00:00Z`);
const [FIRST = '', SECOND = '', THIRD = ''] = DAYS;

const url = (query: Record<string, string>) => `${TIMELINE}?${new URLSearchParams(query)}`;

const threeDays = sharedClient();
beforeAll(async () => {
  const newestFirst = DAYS.toReversed();
  await importNotes(
    threeDays(),
    newestFirst.map((created_at) => ({ project: 'p', created_at })),
  );
  await save(threeDays(), { project: 'other' });
});

test('a timeline is oldest first', async () => {
  expect(await listed(threeDays(), TIMELINE, 'created_at')).toEqual(DAYS);
});

test('among notes of the same second the first one saved comes first', async () => {
  const client = await testClient(await testApp());
  const first = await save(client, { project: 'p' });
  const second = await save(client, { project: 'p' });
  expect(await listed(client, TIMELINE)).toEqual([first, second]);
});

const RANGES: readonly [Record<string, string>, readonly string[]][] = [
  [{ from: SECOND }, [SECOND, THIRD]],
  [{ to: SECOND }, [FIRST, SECOND]],
  [{ from: SECOND, to: SECOND }, [SECOND]],
  [{ from: '2026-01-02T00:00:00.001Z' }, [THIRD]],
  [{ to: '2026-01-02T23:59:59.999Z' }, [FIRST, SECOND]],
  [{ from: '2026-01-02T05:30:00+05:30', to: '2026-01-02T19:00:00-05:00' }, [SECOND, THIRD]],
  [{ from: '2026-01-02t00:00:00z' }, [SECOND, THIRD]],
  [{ from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }, DAYS],
  [{ from: '2027-01-01T00:00:00Z', to: '2027-01-02T00:00:00Z' }, []],
];

test.each(RANGES)('both bounds are inclusive: %j', async (query, expected) => {
  expect(await listed(threeDays(), url(query), 'created_at')).toEqual(expected);
});

test('without `to` a timeline ends now', async () => {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const tomorrow = new Date(NOW + 86_400_000).toISOString();
  await importNotes(client, [{ project: 'p', created_at: tomorrow }]);
  const now = await save(client, { project: 'p' });
  expect(await listed(client, TIMELINE)).toEqual([now]);
  expect(await listed(client, url({ to: tomorrow }))).toHaveLength(2);
  clock.advance(86_400_000);
  expect(await listed(client, TIMELINE)).toHaveLength(2);
});

test('an unknown project has an empty timeline', async () => {
  const client = threeDays();
  expect(await listed(client, '/api/v1/timeline/unknown')).toEqual([]);
});

const WRONG: readonly Record<string, string>[] = [
  { from: SECOND, to: FIRST },
  { from: '2026-12-01T00:00:00Z' },
  { from: 'yesterday' },
  { from: '2026-01-02' },
  { from: '2026-01-02T00:00:00' },
  { to: '2026-02-30T00:00:00Z' },
  { to: '2026-01-02T24:00:00Z' },
  { to: '1767312000' },
  { to: '' },
  { limit: '0' },
  { limit: '1001' },
  { cursor: 'x' },
];

test.each(WRONG)('%j is refused', async (query) => {
  const client = threeDays();
  const refused = await client.call('GET', url(query));
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(refused.json().errors[0].path).toBe(`/${Object.keys(query)[0]}`);
});
