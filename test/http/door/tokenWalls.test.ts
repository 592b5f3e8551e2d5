import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

// Two vaults: in one of them there is something in a second project, in every place. A token that is bound to the first must not tell them apart.

const MARK = 'zanzibar';
const OTHER = `${MARK}-project`;

async function filled(withOther: boolean) {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const send = async (
    method: 'POST' | 'PUT' | 'PATCH',
    url: string,
    payload?: object,
  ): Promise<Record<string, string>> => {
    const response = await client.call(method, url, {
      headers: ADMIN,
      ...(payload && { payload }),
    });
    expect(response.statusCode, `${url} ${response.body}`).toBeLessThan(300);
    return response.body === '' ? {} : response.json();
  };
  const save = (about: object) =>
    send('POST', '/api/v1/observations', note({ content: 'words of common use', ...about }));
  const own = await save({ project: 'Checkout', title: 'own' });
  const session = await send('POST', '/api/v1/sessions', { project: 'checkout', goal: 'own' });
  await save({ project: 'checkout', title: 'in session', session_id: session.id });
  const other = { note: own.id, session: session.id };
  if (withOther) {
    const of = { project: OTHER, tags: [MARK], team: MARK, country: MARK };
    const begun = await send('POST', '/api/v1/sessions', { project: OTHER, goal: MARK });
    other.session = begun.id as string;
    const first = await save({ ...of, title: `${MARK} one`, session_id: begun.id });
    const last = await save({ ...of, title: `${MARK} two`, supersedes: own.id });
    await save({ ...of, project: undefined, title: `${MARK} of none` });
    await save({ ...of, title: `${MARK} proposed`, state: 'proposed' });
    await send('PUT', `/api/v1/observations/${first.id}/pin`);
    await send('POST', '/api/v1/prompts', { name: MARK, content: MARK });
    await send('PUT', `/api/v1/openspec/${OTHER}`, { content: MARK });
    await send('PUT', `/api/v1/sdd/${OTHER}`, { phase: 'design' });
    await send('POST', '/api/v1/repositories', { repository: `example.org/acme/${OTHER}` });
    await save({ project: 'everywhere', title: `${MARK} everywhere` });
    await save({ project: 'personal', title: `${MARK} personal` });
    other.note = last.id as string;
  }
  const bound = await send('POST', '/api/v1/tokens', {
    name: 'bound',
    scope: ['read', 'write', 'forget'],
    projects: ['CHECKOUT'],
  });
  return { client, own, session, other, headers: { authorization: `Bearer ${bound.token}` } };
}

const LISTS = [
  '/api/v1/observations',
  '/api/v1/observations?state=all',
  '/api/v1/observations?pinned=true',
  `/api/v1/observations?tag=${MARK}`,
  `/api/v1/observations?project=${OTHER}`,
  '/api/v1/observations?as_of=2100-01-01T00:00:00Z',
  '/api/v1/search?q=common',
  `/api/v1/search?q=${MARK}`,
  `/api/v1/search?q=common&project=${OTHER}`,
  '/api/v1/search?q=common&as_of=2100-01-01T00:00:00Z',
  '/api/v1/search/facets?q=common',
  '/api/v1/search/facets',
  '/api/v1/context/checkout',
  `/api/v1/context/${OTHER}`,
  `/api/v1/context/${MARK}`,
  `/api/v1/timeline/${OTHER}`,
  `/api/v1/summary/${OTHER}`,
  `/api/v1/openspec/${OTHER}`,
  `/api/v1/sdd/${OTHER}`,
  '/api/v1/projects',
  '/api/v1/repositories',
  '/api/v1/activity',
  '/api/v1/sessions/all',
  '/api/v1/prompts',
  `/api/v1/prompts/${MARK}`,
  '/api/v1/inbox',
  '/api/v1/review',
  '/api/v1/changes?from=2000-01-01T00:00:00Z&kind=added',
  '/api/v1/changes?from=2000-01-01T00:00:00Z&kind=superseded',
  '/api/v1/changes/counts?from=2000-01-01T00:00:00Z',
];

/** An answer without what differs by chance: ids, times, scores of the same note. */
const shape = (body: string) =>
  body
    .replaceAll(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"(request_id|instance)":"[^"]*"/g, '');

async function read(client: Client, headers: Record<string, string>, url: string) {
  const response = await client.call('GET', url, { headers });
  return { url, status: response.statusCode, body: shape(response.body) };
}

test('a token bound to a project sees nothing of any other, in no list, count or search', async () => {
  const [full, empty] = [await filled(true), await filled(false)];
  for (const url of LISTS)
    expect(await read(full.client, full.headers, url), url).toEqual(
      await read(empty.client, empty.headers, url),
    );
  const stats = async ({ client, headers }: typeof full) => {
    const {
      log: _log,
      saves: _saves,
      ...seen
    } = (await client.call('GET', '/api/v1/stats', { headers })).json();
    return seen;
  };
  expect(await stats(full)).toEqual(await stats(empty));
  const own = await full.client.call('GET', `/api/v1/observations/${full.own.id}`, full);
  expect(own.json()).toMatchObject({ project: 'Checkout' });
  expect(own.body).not.toContain('superseded_by');
});

test('what is in another project is not there for a bound token, and it makes nothing outside of its own', async () => {
  const { client, own, session, other, headers } = await filled(true);
  const status = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => (await client.call(method, url, { headers, ...(payload && { payload }) })).statusCode;
  const [NOTES, SESSIONS] = ['/api/v1/observations', '/api/v1/sessions'];
  for (const path of ['', '/history', '/related', '/duplicates', '/supersedable'])
    expect(await status('GET', `${NOTES}/${other.note}${path}`), path).toBe(404);
  expect(await status('GET', `${SESSIONS}/${other.session}`)).toBe(404);
  expect(await status('GET', `${SESSIONS}/${other.session}/told`)).toBe(404);
  expect(await status('GET', `/api/v1/audit/inclusion/${other.note}`)).toBe(404);
  expect(await status('PATCH', `${NOTES}/${other.note}`, { content: 'x' })).toBe(404);
  expect(await status('PUT', `${NOTES}/${other.note}/pin`)).toBe(404);
  expect(await status('POST', `${NOTES}/${other.note}/verdict`, { verdict: 'wrong' })).toBe(404);
  expect(await status('POST', `${NOTES}/forget`, { ids: [other.note] })).toBe(404);
  expect(await status('DELETE', `${NOTES}/${other.note}`)).toBe(404);
  expect(await status('PUT', `${SESSIONS}/${other.session}`, { summary: 'x' })).toBe(404);
  expect(await status('DELETE', `${SESSIONS}/${other.session}`)).toBe(404);
  for (const project of [OTHER, 'new', 'personal', undefined])
    expect(await status('POST', NOTES, note({ project })), project).toBe(403);
  expect(await status('POST', SESSIONS, { project: OTHER })).toBe(403);
  expect(await status('POST', '/api/v1/prompts', { name: 'n', content: 'c' })).toBe(403);
  const repository = `example.org/acme/${OTHER}`;
  expect(await status('POST', '/api/v1/repositories', { repository })).toBe(403);
  expect(await status('POST', NOTES, note({ project: 'checkout', title: 'new' }))).toBeLessThan(
    300,
  );
  expect(await status('PATCH', `${NOTES}/${own.id}`, { content: 'mended' })).toBe(200);
  expect(await status('PUT', `${SESSIONS}/${session.id}`, { summary: 'done' })).toBe(200);
});
