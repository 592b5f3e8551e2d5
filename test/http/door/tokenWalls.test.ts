import { expect, test } from 'vitest';
import { scopeOf } from '../../../src/http/door/tokens.js';
import { nameOf, ROUTES } from '../../support/accessTable.js';
import { testClient } from '../../support/client.js';
import { listenAs } from '../../support/messages.js';
import { ADMIN, note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

// Two vaults: in one of them there is something in a second project, in every place. A token that is bound to the first must not tell them apart.

/** Ids of what is in no vault. */
const NEVER = { note: '01KA5ZHQ7R9T1V3X5Z7B9D1F3H', session: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0' };
const MARK = 'zanzibar';
const OTHER = `${MARK}-project`;

type Method = (typeof ROUTES)[number]['method'];

async function filled(withOther: boolean) {
  const app = await testApp({ VAULT_AUTH: 'session' });
  const client = await testClient(app);
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
  const other = { note: NEVER.note, session: NEVER.session };
  if (withOther) {
    const of = { project: OTHER, tags: [MARK], team: MARK, country: MARK };
    const begun = await send('POST', '/api/v1/sessions', {
      project: OTHER,
      goal: MARK,
      client_ref: MARK,
    });
    other.session = begun.id as string;
    const first = await save({ ...of, title: `${MARK} one`, session_id: begun.id });
    const last = await save({ ...of, title: `${MARK} two`, supersedes: own.id });
    await save({ ...of, project: undefined, title: `${MARK} of none` });
    await save({ ...of, title: `${MARK} proposed`, state: 'proposed' });
    await send('PUT', `/api/v1/observations/${first.id}/pin`);
    for (const session_id of [undefined, begun.id])
      await send('POST', `${NOTES}/${last.id}/verdict`, { verdict: 'wrong', session_id });
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
  return { app, client, own, session, other, headers: { authorization: `Bearer ${bound.token}` } };
}

/** Of another project: a note and a session, which one of the two vaults does not have. */
interface Other {
  readonly note: string;
  readonly session: string;
}

const NOTES = '/api/v1/observations';
const SESSIONS = '/api/v1/sessions';
const FROM = 'from=2000-01-01T00:00:00Z';

/** What is asked of each route that a token may read. A new route fails the test until it is here. */
const READS: Readonly<Record<string, (other: Other) => readonly string[]>> = {
  [`GET ${NOTES}`]: ({ note, session }) =>
    [
      '',
      'state=all',
      'pinned=true',
      `tag=${MARK}`,
      `project=${OTHER}`,
      'as_of=2100-01-01T00:00:00Z',
      `session_id=${session}`,
      `ids=${note},${note.slice(-8)}`,
    ].map((query) => `${NOTES}?${query}`),
  [`GET ${NOTES}/{id}`]: ({ note }) => [`${NOTES}/${note}`, `${NOTES}/${note.slice(-8)}`],
  ...Object.fromEntries(
    ['history', 'related', 'duplicates', 'supersedable'].map((of) => [
      `GET ${NOTES}/{id}/${of}`,
      ({ note }: Other) => [`${NOTES}/${note}/${of}`],
    ]),
  ),
  'GET /api/v1/search': () =>
    [
      'q=common',
      `q=${MARK}`,
      `q=common&project=${OTHER}`,
      'q=common&as_of=2100-01-01T00:00:00Z',
    ].map((query) => `/api/v1/search?${query}`),
  'GET /api/v1/search/facets': () => ['/api/v1/search/facets?q=common', '/api/v1/search/facets'],
  'GET /api/v1/context/{project}': () =>
    ['checkout', OTHER, MARK, 'everywhere', 'personal'].map((of) => `/api/v1/context/${of}`),
  ...Object.fromEntries(
    ['timeline', 'summary', 'openspec', 'sdd'].map((of) => [
      `GET /api/v1/${of}/{project}`,
      () => [`/api/v1/${of}/${OTHER}`, `/api/v1/${of}/checkout`],
    ]),
  ),
  'GET /api/v1/projects': () => ['/api/v1/projects'],
  'GET /api/v1/repositories': () => ['/api/v1/repositories'],
  'GET /api/v1/activity': () => ['/api/v1/activity', `/api/v1/activity?project=${OTHER}`],
  [`GET ${SESSIONS}/all`]: () => [`${SESSIONS}/all`, `${SESSIONS}/all?project=${OTHER}`],
  [`GET ${SESSIONS}/{id}`]: ({ session }) => [`${SESSIONS}/${session}`],
  [`GET ${SESSIONS}/{id}/told`]: ({ session }) => [`${SESSIONS}/${session}/told`],
  'GET /api/v1/prompts': () => ['/api/v1/prompts'],
  'GET /api/v1/prompts/{name}': () => [`/api/v1/prompts/${MARK}`],
  'GET /api/v1/inbox': () => ['/api/v1/inbox', `/api/v1/inbox?project=${OTHER}`],
  'GET /api/v1/review': () => ['/api/v1/review'],
  'GET /api/v1/changes': () =>
    ['added', 'superseded'].map((kind) => `/api/v1/changes?${FROM}&kind=${kind}`),
  'GET /api/v1/changes/counts': () => [`/api/v1/changes/counts?${FROM}`],
  'GET /api/v1/events': () => ['/api/v1/events?after=0', `/api/v1/events?after=0&project=${OTHER}`],
  'GET /api/v1/stats': () => ['/api/v1/stats'],
  'GET /api/v1/status': () => ['/api/v1/status'],
  'GET /api/v1/hive/status': () => ['/api/v1/hive/status'],
  'GET /api/v1/audit/inclusion/{id}': ({ note }) => [`/api/v1/audit/inclusion/${note}`],
};

/** About the log or the service as a whole: how much there is, and no text. */
const OF_ALL = [
  'GET /metrics',
  'GET /api/v1/metrics',
  'GET /api/v1/audit/checkpoint',
  'GET /api/v1/audit/key',
  'GET /api/v1/audit/consistency',
  'GET /api/v1/audit/witnesses',
  'GET /checkpoint',
  'GET /tile/{level}/{tile}',
];

type Try = readonly [url: string, payload?: object];

/** What is tried on each route that changes something: it ends as where there is no such thing, or is refused. */
const WRITES: Readonly<Record<string, (other: Other) => readonly Try[]>> = {
  [`POST ${NOTES}`]: ({ note: supersedes }) => [
    ...[OTHER, 'new', 'personal', 'everywhere', undefined].map(
      (project): Try => [NOTES, note({ project })],
    ),
    [NOTES, note({ project: 'checkout', supersedes })],
  ],
  [`POST ${NOTES}/batch`]: ({ note: id }) => [
    [`${NOTES}/batch`, [note({ project: OTHER }), note({ project: 'checkout', supersedes: id })]],
  ],
  [`PATCH ${NOTES}/{id}`]: ({ note: id }) => [[`${NOTES}/${id}`, { content: 'else' }]],
  [`DELETE ${NOTES}/{id}`]: ({ note: id }) => [[`${NOTES}/${id}`]],
  [`PUT ${NOTES}/{id}/pin`]: ({ note: id }) => [[`${NOTES}/${id}/pin`]],
  [`DELETE ${NOTES}/{id}/pin`]: ({ note: id }) => [[`${NOTES}/${id}/pin`]],
  [`POST ${NOTES}/{id}/verdict`]: ({ note: id }) => [
    [`${NOTES}/${id}/verdict`, { verdict: 'wrong' }],
  ],
  [`POST ${NOTES}/{id}/accept`]: ({ note: id }) => [[`${NOTES}/${id}/accept`]],
  [`POST ${NOTES}/{id}/refuse`]: ({ note: id }) => [[`${NOTES}/${id}/refuse`]],
  [`POST ${NOTES}/forget`]: ({ note: id }) => [[`${NOTES}/forget`, { ids: [id] }]],
  'POST /api/v1/inbox': ({ note: id }) => [['/api/v1/inbox', { accept: [id], refuse: [id] }]],
  [`POST ${SESSIONS}`]: () => [[SESSIONS, { project: OTHER, client_ref: MARK }]],
  [`PUT ${SESSIONS}/{id}`]: ({ session }) => [[`${SESSIONS}/${session}`, { summary: 'else' }]],
  [`DELETE ${SESSIONS}/{id}`]: ({ session }) => [[`${SESSIONS}/${session}`]],
  [`POST ${SESSIONS}/{id}/told`]: ({ session, note: id }) => [
    [`${SESSIONS}/${session}/told`, { moment: 'start', notes: [{ id, revision: 1 }], tokens: 9 }],
  ],
  'POST /api/v1/prompts': () => [['/api/v1/prompts', { name: MARK, content: 'else' }]],
  'POST /api/v1/repositories': () =>
    [`example.org/acme/${OTHER}`, 'example.org/acme/new'].flatMap((repository) =>
      [true, false].map((dry_run): Try => ['/api/v1/repositories', { repository, dry_run }]),
    ),
  'POST /mcp': ({ note: id, session: session_id }) =>
    [
      ['search', { query: 'common', project: '*' }],
      ['search', { query: 'common', project: OTHER }],
      ['timeline', { project: OTHER }],
      ['get', { ids: [id] }],
      ['context', { project: OTHER }],
      ['context', { project: 'checkout' }],
      ['save', { ...note(), project: OTHER }],
      ['update', { id, content: 'else' }],
      ['forget', { id, title: MARK }],
      ['session', { action: 'start', project: OTHER }],
      ['session', { action: 'end', project: OTHER, session_id, summary: 'else' }],
    ].map(([name, args]): Try => {
      const params = { name: `memory_${name}`, arguments: args };
      return ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }];
    }),
};

test('each route that a token may call is tried here', () => {
  const names = ROUTES.filter((route) => scopeOf(route) !== 'none').map(nameOf);
  const tried = [...Object.keys(READS), ...OF_ALL, ...Object.keys(WRITES)];
  expect(tried.sort()).toEqual(names.sort());
});

/** An answer without what differs by chance: ids, times, scores of the same note. */
const shape = (body: string) =>
  body
    .replaceAll(/(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, 'ID')
    .replaceAll(/(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{8}(?= \d{4}-\d\d-\d\d |")/g, 'END')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/recalled [0-9a-f]{6}/g, 'recalled')
    .replaceAll(/"(request_id|instance)":"[^"]*"|"position":\d+|"source":"[^"]*"/g, '')
    // How much there is of all.
    .replaceAll(/"(log|saves)":\{[^}]*\}/g, '');

type Vault = Awaited<ReturnType<typeof filled>>;
type Asking = Pick<Vault, 'client' | 'other'> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** What somebody with the token of a vault gets: the same in two vaults that differ in what it must not know. */
async function answer({ client, headers, other }: Asking, method: Method, [url, payload]: Try) {
  const response = await client.call(method, url, { headers, ...(payload && { payload }) });
  const ids = [other.note, other.session].flatMap((id) => [id, id.slice(-8)]);
  const body = ids.reduce((text, id, i) => text.replaceAll(id, `<${i}>`), response.body);
  const { link = '', 'x-total-count': total } = response.headers;
  return {
    status: response.statusCode,
    body: shape(body),
    link: String(link).replaceAll(/\d+/g, 'N'),
    total,
  };
}

const methodOf = (name: string) => name.split(' ')[0] as Method; // As `nameOf` makes it.

test('a token bound to a project sees nothing of any other, in no list, count, search or stream', async () => {
  const [full, empty] = [await filled(true), await filled(false)];
  for (const tries of Object.values(READS)) {
    const urls = [tries(full.other), tries(empty.other)] as const;
    for (const [i, url] of urls[0].entries())
      expect(await answer(full, 'GET', [url]), url).toEqual(
        await answer(empty, 'GET', [urls[1][i] ?? '']),
      );
  }
  // Who is bound to nothing sees the other project on all of them but these.
  const isToldAll = async (tries: (other: Other) => readonly string[]) => {
    const answers = tries(full.other).map(async (url) => [
      await answer(full, 'GET', [url]),
      await answer({ ...full, headers: ADMIN }, 'GET', [url]),
    ]);
    return (await Promise.all(answers)).some(([bound, free]) => bound?.body !== free?.body);
  };
  const same: string[] = [];
  for (const [name, tries] of Object.entries(READS)) if (!(await isToldAll(tries))) same.push(name);
  expect(same).toEqual(['GET /api/v1/hive/status']);
  const own = await full.client.call('GET', `${NOTES}/${full.own.id}`, full);
  expect(own.json()).toMatchObject({ project: 'Checkout' });
  expect(own.body).not.toContain('superseded_by');
});

test('what is in another project is not there for a bound token, and it makes nothing outside of its own', async () => {
  const [full, empty] = [await filled(true), await filled(false)];
  for (const [name, tries] of Object.entries(WRITES)) {
    const theirs = tries(empty.other);
    for (const [i, one] of tries(full.other).entries()) {
      const before = await full.app.log.head();
      const got = await answer(full, methodOf(name), one);
      expect(got, JSON.stringify(one)).toEqual(
        await answer(empty, methodOf(name), theirs[i] ?? ['']),
      );
      expect(await full.app.log.head(), JSON.stringify(one)).toEqual(before);
    }
  }
  const { own, session } = full;
  const status = async (method: Method, ...one: Try) => (await answer(full, method, one)).status;
  expect(await status('POST', NOTES, note({ project: 'checkout', title: 'new' }))).toBe(200);
  expect(await status('PATCH', `${NOTES}/${own.id}`, { content: 'mended' })).toBe(200);
  expect(await status('PUT', `${SESSIONS}/${session.id}`, { summary: 'done' })).toBe(200);
});

test.each([
  [NOTES, 2],
  ['/api/v1/events', 3],
])('a bound token hears in the stream of %s of its projects alone', async (path, told) => {
  const { client, headers, other } = await filled(true);
  const url = await client.server.listen({ host: '127.0.0.1', port: 0 });
  const { take } = await listenAs(`${url}${path}`, { ...headers, 'last-event-id': '0' });
  const heard = [...(await take(told))];
  await client.call('PATCH', `${NOTES}/${other.note}`, {
    headers: ADMIN,
    payload: { content: MARK },
  });
  await client.call('DELETE', `${NOTES}/${other.note}`, { headers: ADMIN });
  const payload = note({ project: 'checkout', title: 'the last' });
  await client.call('POST', NOTES, { headers: ADMIN, payload });
  heard.push(...(await take(1)));
  const text = JSON.stringify(heard);
  expect(text).toContain('the last');
  expect(text).not.toContain(MARK);
  expect(text).not.toContain(other.note);
});

test('which projects other repositories have is not told to a bound token, which binds none', async () => {
  const [full, empty] = [await filled(true), await filled(false)];
  for (const owner of ['acme', 'else']) {
    for (const name of [OTHER, 'checkout']) {
      const repository = { 'x-vault-repository': `example.org/${owner}/${name}` };
      const of = (vault: Vault) => ({ ...vault, headers: { ...vault.headers, ...repository } });
      for (const [method, ...one] of [
        ['GET', `/api/v1/context/${name}`],
        ['GET', `/api/v1/context/${owner}%2F${name}`],
        ['GET', `/api/v1/search?q=common&project=${name}`],
        ['GET', `/api/v1/timeline/${name}`],
        [
          'POST',
          '/api/v1/repositories',
          { repository: repository['x-vault-repository'], dry_run: true },
        ],
        ['POST', NOTES, note({ project: name, title: owner, dry_run: true })],
      ] as const) {
        const before = await full.app.log.head();
        expect(await answer(of(full), method, one), `${method} ${owner} ${one}`).toEqual(
          await answer(of(empty), method, one),
        );
        expect(await full.app.log.head()).toEqual(before);
      }
    }
  }
});

test('an Idempotency-Key of a token is another one than that of who made it', async () => {
  const { client, headers } = await filled(false);
  const key = { 'idempotency-key': 'k' };
  const payload = (project: string) => note({ project, title: 'by a key' });
  const post = async (as: object, project: string) =>
    (
      await client.call('POST', NOTES, { headers: { ...as, ...key }, payload: payload(project) })
    ).json();
  const first = await post(ADMIN, OTHER);
  const second = await post(headers, 'checkout');
  expect(second.id).toMatch(/^\w{26}$/);
  expect(second.id).not.toBe(first.id);
  expect((await post(headers, 'checkout')).id).toBe(second.id);
});
