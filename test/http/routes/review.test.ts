import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp, testClock } from '../../support/testApp.js';
import { type Headers, walledVault } from '../../support/walledVault.js';

const NOTES = '/api/v1/observations';
const DAY = 86_400_000;

type Reviewed = Readonly<Record<'id' | 'title' | 'contradicted_by', string>> & {
  readonly reasons: readonly string[];
};

async function vault() {
  const clock = testClock();
  const client = await testClient(await testApp({}, { clock }));
  const get = async (url: string) => {
    const answer = await client.call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  const review = async (query = ''): Promise<readonly Reviewed[]> =>
    (await get(`/api/v1/review?${query}`)).json();
  const titles = async (query?: string) => (await review(query)).map(({ title }) => title);
  const supersedable = async (id: string): Promise<readonly Reviewed[]> =>
    (await get(`${NOTES}/${id}/supersedable`)).json();
  const saved = async (title: string, more: object = {}) => {
    clock.advance(1000);
    return save(client, { type: 'decision', project: 'p', title, content: 'Agreed.', ...more });
  };
  return { clock, client, get, review, titles, supersedable, saved };
}

test('what is due is listed, until it is revised or superseded', async () => {
  const { clock, client, review, titles, saved } = await vault();
  const tomorrow = new Date(Date.parse('2026-11-21T00:00:00Z')).toISOString();
  const due = await saved('Count the till', { review_after: tomorrow });
  const ended = await saved('The till is closed', { valid_until: tomorrow });
  await saved('Tills are red');
  await saved('Ends later', { review_after: '2099-01-01T00:00:00Z', valid_until: tomorrow });
  expect(await review()).toEqual([]);
  clock.advance(DAY);
  expect(await review()).toMatchObject([
    { title: 'Ends later', reasons: ['due'], validity: 'expired' },
    { title: 'The till is closed', reasons: ['due'], validity: 'expired' },
    { title: 'Count the till', reasons: ['due'], validity: 'due' },
  ]);
  const payload = { review_after: '2099-01-01T00:00:00Z' };
  await client.call('PATCH', `${NOTES}/${due}`, { payload });
  await saved('The till is open', { supersedes: ended });
  expect(await titles()).toEqual(['Ends later']);
  expect(await titles('project=other')).toEqual([]);
});

test('what a newer note contradicts is listed with it, until somebody says which of them holds', async () => {
  const { client, review, titles, saved } = await vault();
  const three = await saved('Retry 3 times');
  const five = await saved('Retry five times, 5 at most', { project: 'other' });
  const more = await saved('We retry 5 times now');
  const never = await saved('Tills are never locked');
  const locked = await saved('The tills are locked');
  await saved('Retry three times');
  expect(await review()).toMatchObject([
    { id: never, reasons: ['contradicted'], contradicted_by: locked },
    { id: three, reasons: ['contradicted'], contradicted_by: more },
  ]);
  expect(await titles('project=P')).toHaveLength(2);
  expect(await titles('project=other')).toEqual([]);
  // It holds, beside the newer one.
  const payload = { verdict: 'helped' };
  await client.call('POST', `${NOTES}/${never}/verdict`, { payload });
  await client.call('PATCH', `${NOTES}/${more}`, { payload: { supersedes: three } });
  expect(await review()).toEqual([]);
  await client.call('DELETE', `${NOTES}/${five}`);
  expect(await review()).toEqual([]);
});

test('what does not hold contradicts nothing, and the note that was written last counts', async () => {
  const { client, clock, review, saved } = await vault();
  const five = await saved('The limit is 5 orders', { project: undefined });
  await saved('The limit is 9 orders', { project: undefined, valid_until: '2026-11-01T00:00:00Z' });
  expect((await review()).filter(({ reasons }) => reasons.includes('contradicted'))).toEqual([]);
  const seven = await saved('The limit is 7 orders', { project: undefined });
  clock.advance(DAY);
  const payload = { title: 'The limit is 8 orders' };
  await client.call('PATCH', `${NOTES}/${five}`, { payload });
  expect((await review()).filter(({ reasons }) => reasons.includes('contradicted'))).toMatchObject([
    { id: seven, contradicted_by: five },
  ]);
});

test('a series of notes with a number each contradicts nothing', async () => {
  const { review, saved } = await vault();
  for (const attendees of [3, 4, 5, 6]) await saved(`Retrospective with ${attendees} people`);
  expect(await review()).toEqual([]);
});

test('what was done in a few words, such as a new version, contradicts nothing', async () => {
  const { review, saved } = await vault();
  for (const version of ['5.12.0', '5.13.0'])
    await saved(`Bump fastify to ${version}`, { type: 'task', content: 'No changes for us.' });
  expect(await review()).toEqual([]);
});

test('a list of review has pages, and says each reason once', async () => {
  const { clock, client, get, saved } = await vault();
  for (const n of [0, 1, 2, 2, 3])
    await saved(`Retry ${n} times`, { review_after: '2026-11-20T10:00:00Z' });
  clock.advance(DAY);
  const found: Reviewed[] = [];
  for (let url: string | undefined = '/api/v1/review?limit=2&project=p'; url; ) {
    const answer = await get(url);
    found.push(...answer.json());
    url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  expect(found.map(({ title }) => title)).toEqual([3, 2, 2, 1, 0].map((n) => `Retry ${n} times`));
  expect(found[0]?.reasons).toEqual(['due']);
  expect(found[1]).toMatchObject({ reasons: ['due', 'contradicted'] });
  expect((await client.call('GET', '/api/v1/review?cursor=x')).statusCode).toBe(400);
});

test('a saved note is led to what it may contradict or replace, the surest first', async () => {
  const { supersedable, saved } = await vault();
  const anchors = [{ path: 'src/till.ts', lines: '10-24' }];
  const place = await saved('The till opens by a key', { content: 'A brass one.', anchors });
  const same = await saved('Retries of webhooks', {
    content: 'They are sent again with the same key until the gateway answers.',
  });
  const three = await saved('Webhooks: retry 3 times');
  await saved('Nothing to do with it');
  const ended = await saved('Webhooks retry 4 times', { valid_until: '2026-11-01T00:00:00Z' });
  const next = await saved('Retry webhooks 5 times');
  expect(await supersedable(next)).toMatchObject([{ id: three, reasons: ['number', 'words'] }]);
  const again = await saved('Retries of webhooks', {
    content: 'They are not sent again with the same key until the gateway answers.',
  });
  expect(await supersedable(again)).toMatchObject([{ id: same, reasons: ['negation', 'words'] }]);
  const opens = await saved('Till opens at eight', {
    anchors: [{ path: 'src/till.ts', lines: '20-30' }],
  });
  expect(await supersedable(opens)).toMatchObject([{ id: place, reasons: ['anchors'] }]);
  const elsewhere = [{ path: 'src/till.ts', lines: '30-40' }];
  expect(await supersedable(await saved('The till is open', { anchors: elsewhere }))).toMatchObject(
    [{ id: opens }],
  );
  expect((await supersedable(ended)).map(({ id }) => id)).toContain(three);
});

test('what is behind a wall contradicts nothing, and takes no place', async () => {
  const { client, ann, bob } = await walledVault(false);
  const say = async (headers: Headers, times: number): Promise<string> => {
    const payload = { type: 'decision', project: 'p', title: `Retry ${times} times`, content: 'x' };
    return (await client.call('POST', NOTES, { headers, payload })).json().id;
  };
  const hers = await say(ann, 3);
  const his = await say(bob, 5);
  const asked = async (headers: Headers, url: string) =>
    (await client.call('GET', url, { headers })).json().map(({ id }: { id: string }) => id);
  for (const headers of [ann, bob]) expect(await asked(headers, '/api/v1/review')).toEqual([]);
  expect(await asked(bob, `${NOTES}/${his}/supersedable`)).toEqual([]);
  expect(await asked(ADMIN, '/api/v1/review')).toEqual([hers]);
  const payload = { supersedes: hers };
  const answer = await client.call('PATCH', `${NOTES}/${his}`, { headers: bob, payload });
  expect(answer.statusCode).toBe(404);
});
