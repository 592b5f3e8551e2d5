import { expect, test } from 'vitest';
import { NOTE_LINE } from '../../support/archiveLines.js';
import { type Client, testClient } from '../../support/client.js';
import { imported, newRun } from '../../support/importing.js';
import { ADMIN, note, save } from '../../support/notes.js';
import { asOwner, made, redeem, TEAMS } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const CONTEXT = '/api/v1/context/p';

const open = async () => testClient(await testApp());

async function saveMany(client: Client, project: string, count: number, word = 'anchor') {
  for (let i = 1; i <= count; i += 1)
    await save(client, { project, title: `${project} ${i}`, content: `${word} ${i}` });
}

/** Which notes an answer holds, such as `everywhere: everywhere 2`: the layer, if there is one, and the title. */
async function shown(client: Client, url: string, headers = {}): Promise<string[]> {
  const answer = (await client.call('GET', url, { headers })).json();
  return answer.map(({ layer, title }: { layer?: string; title: string }) =>
    layer === undefined ? title : `${layer}: ${title}`,
  );
}

test('a context gives the project first, then what is personal, then what holds everywhere', async () => {
  const client = await open();
  await saveMany(client, 'Everywhere', 1);
  await saveMany(client, 'personal', 1);
  await saveMany(client, 'p', 1);
  expect(await shown(client, CONTEXT)).toEqual([
    'p 1',
    'personal: personal 1',
    'everywhere: Everywhere 1',
  ]);
  expect(await shown(client, `${CONTEXT}?layers=0`)).toEqual(['p 1']);
  expect(await shown(client, '/api/v1/context/everywhere')).toEqual([
    'Everywhere 1',
    'personal: personal 1',
  ]);
});

test('layers take what a project leaves of a context, and a quarter of it at most while it has notes', async () => {
  const client = await open();
  await saveMany(client, 'p', 6);
  const alone = (await client.call('GET', `${CONTEXT}?limit=8`)).body;
  expect((await client.call('GET', `${CONTEXT}?limit=8&layers=0`)).body).toBe(alone);
  await saveMany(client, 'personal', 3);
  await saveMany(client, 'everywhere', 2);
  expect(await shown(client, `${CONTEXT}?limit=8`)).toEqual([
    ...['p 6', 'p 5', 'p 4', 'p 3', 'p 2', 'p 1'],
    'personal: personal 3',
    'everywhere: everywhere 2',
  ]);
  expect(await shown(client, `${CONTEXT}?limit=4`)).toEqual([
    ...['p 6', 'p 5', 'p 4'],
    'personal: personal 3',
  ]);
  expect(await shown(client, `${CONTEXT}?limit=3`)).toEqual(['p 6', 'p 5', 'p 4']);
  const [, , , , , , ...behind] = await shown(client, `${CONTEXT}?limit=11`);
  expect(behind).toHaveLength(5);
});

test('of a layer, pinned notes come first', async () => {
  const client = await open();
  const pinned = await save(client, { project: 'everywhere', title: 'pinned' });
  await saveMany(client, 'everywhere', 3);
  await client.call('PUT', `/api/v1/observations/${pinned}/pin`);
  expect((await shown(client, `${CONTEXT}?limit=2`))[0]).toBe('everywhere: pinned');
});

test('a search in a project also finds its layers, marked; those of the project first where the score is the same', async () => {
  const client = await open();
  const same = { title: 'Same', content: 'the anchor of the ship' };
  for (const project of ['p', 'other', 'personal', 'everywhere'])
    await save(client, { ...same, project });
  const found = (query: string) => shown(client, `/api/v1/search?q=anchor&${query}`);
  expect((await found('project=p'))[0]).toBe('Same');
  expect((await found('project=p')).sort()).toEqual(['Same', 'everywhere: Same', 'personal: Same']);
  expect(await found('project=p&layers=0')).toEqual(['Same']);
  expect(await found('project=p&limit=1&offset=2')).toHaveLength(1);
  expect((await found('project=personal')).sort()).toEqual(['Same', 'everywhere: Same']);
  // Without a project, nothing is a layer.
  expect(await found('')).toEqual(['Same', 'Same', 'Same', 'Same']);
  const facets = async (query: string) =>
    (await client.call('GET', `/api/v1/search/facets?q=anchor&${query}`)).json().counted;
  expect(await facets('project=p')).toBe(3);
  expect(await facets('project=p&layers=0')).toBe(1);
  const listed = await client.call('GET', '/api/v1/search/facets?project=p');
  expect(listed.json().counted).toBe(1);
});

test('what is proposed of a layer is marked as well', async () => {
  const client = await open();
  for (const project of ['p', 'everywhere', 'personal']) {
    await save(client, { project, content: 'something else' });
    await save(client, { project, title: project, content: 'the anchor', state: 'proposed' });
  }
  const found = await shown(client, '/api/v1/search?q=anchor&project=p&state=all');
  expect(found.sort()).toEqual(['everywhere: everywhere', 'p', 'personal: personal']);
});

test('a search in a project whose layers hold nothing answers as in the project alone', async () => {
  const client = await open();
  await saveMany(client, 'p', 4);
  await saveMany(client, 'other', 4);
  const body = async (url: string) => (await client.call('GET', url)).body;
  const url = '/api/v1/search?q=anchor&project=p&explain=1';
  expect(await body(url)).toBe(await body(`${url}&layers=0`));
});

test('what is personal takes no team', async () => {
  const client = await open();
  const payload = note({ project: 'Personal', team: 'payments' });
  const answer = await client.call('POST', '/api/v1/observations', { payload });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ errors: [{ path: '/team' }] });
});

/** A vault for members only, with the owner and two members of a team. */
async function teamVault(env: Record<string, string> = {}) {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session', ...env }));
  await asOwner(client, 'POST', TEAMS, { name: 'alpha' });
  const login = async (email: string, role = 'member') => {
    await made(client, `${TEAMS}/alpha/members`, { email, role });
    const { token } = await made(client, `${TEAMS}/alpha/invites`, { email });
    return { 'x-session-token': (await redeem(client, token)).json().session_token as string };
  };
  const admin = (name: string) => login(`${name}@example.org`, 'admin');
  return {
    client,
    ann: await login('ann@example.org'),
    abe: await login('abe@example.org'),
    admin,
  };
}

test('each member has its own personal layer, and what an admin says everywhere is for all', async () => {
  const { client, ann, abe } = await teamVault();
  const say = (headers: Record<string, string>, project: string, title: string) =>
    client.call('POST', '/api/v1/observations', { headers, payload: note({ project, title }) });
  await say(ann, 'personal', 'of ann');
  await say(abe, 'personal', 'of abe');
  await say(ADMIN, 'personal', 'of the owner');
  await say(ADMIN, 'everywhere', 'for all');
  for (const [headers, name] of [
    [ann, 'ann'],
    [abe, 'abe'],
    [ADMIN, 'the owner'],
  ] as const) {
    const expected = [`personal: of ${name}`, 'everywhere: for all'];
    expect(await shown(client, CONTEXT, headers)).toEqual(expected);
    expect(
      (await shown(client, '/api/v1/search?q=some+content&project=p', headers)).sort(),
    ).toEqual(expected.toSorted());
    expect(await shown(client, '/api/v1/timeline/personal', headers)).toEqual([`of ${name}`]);
  }
});

test('a project that was called personal before stays what it was, and is no layer', async () => {
  const { client, ann } = await teamVault();
  const line = { ...NOTE_LINE, project: 'personal', team: 'alpha', title: 'of the team' };
  await imported(client, [line]);
  expect(await shown(client, '/api/v1/timeline/personal', ann)).toEqual(['of the team']);
  expect(await shown(client, CONTEXT, ann)).toEqual([]);
});

test('what an admin imports into personal is the admin’s own', async () => {
  const { client, ann } = await teamVault();
  const { team: _, ...line } = { ...NOTE_LINE, project: 'personal', title: 'brought' };
  await imported(client, [line]);
  expect(await shown(client, CONTEXT, ADMIN)).toEqual(['personal: brought']);
  expect(await shown(client, CONTEXT, ann)).toEqual([]);
  const archive = await client.call('GET', '/api/v1/admin/archive', { headers: ADMIN });
  expect(JSON.parse(archive.body.trim())).toEqual(
    expect.not.objectContaining({ team: expect.anything() }),
  );
});

test('a file that an admin sends into personal is the admin’s own, whoever says so: the request or a row', async () => {
  const { client, ann } = await teamVault();
  const send = (query: string, payload: string) =>
    client.call('POST', `/api/v1/admin/import/file?${query}`, {
      headers: { ...ADMIN, 'content-type': 'application/octet-stream' },
      payload,
    });
  const row = { title: 'a row', content: 'text', project: 'personal' };
  await send('name=a.ndjson', `${JSON.stringify(row)}\n`);
  await send('name=b.csv&project=Personal', 'title,content\na file,text\n');
  const timeline = '/api/v1/timeline/personal';
  expect((await shown(client, timeline, ADMIN)).sort()).toEqual(['a file', 'a row']);
  expect(await shown(client, timeline, ann)).toEqual([]);
});

test('an admin that sends what another sent with the same key gets no answer of something personal', async () => {
  const { client, admin } = await teamVault();
  const [eve, adam] = [await admin('eve'), await admin('adam')];
  const payload = note({ project: 'personal' });
  const saved = await client.call('POST', '/api/v1/observations', { headers: eve, payload });
  const url = `/api/v1/observations/${saved.json().id}`;
  const patch = (headers: Record<string, string>) =>
    client.call('PATCH', url, {
      headers: { ...headers, 'idempotency-key': 'a-key' },
      payload: { title: 'revised' },
    });
  expect((await patch(eve)).statusCode).toBe(200);
  expect((await patch(adam)).statusCode).toBe(404);
});

test('a note that names no project in a personal session is personal, alone or in a batch', async () => {
  const { client, ann, abe } = await teamVault();
  const post = async (headers: Record<string, string>, url: string, payload: object) =>
    (await client.call('POST', `/api/v1/${url}`, { headers, payload })).json();
  const session_id = (await post(ann, 'sessions', { project: 'Personal' })).id;
  const said = (title: string) => ({ title, content: title, type: 'context', session_id });
  expect(await post(ann, 'observations', said('one'))).toHaveProperty('id');
  expect(await post(ann, 'observations', said('one'))).toHaveProperty('deduplicated');
  await post(ann, 'observations/batch', [said('of a batch')]);
  // A session of somebody else is as one that nobody knows.
  await post(abe, 'observations', said('of abe'));
  const titles = async (headers: Record<string, string>) =>
    (await shown(client, `/api/v1/observations?session_id=${session_id}`, headers)).sort();
  expect(await titles(ann)).toEqual(['of a batch', 'of abe', 'one']);
  expect(await titles(abe)).toEqual(['of abe']);
  expect(await shown(client, '/api/v1/timeline/personal', ann)).toHaveLength(2);
});

test('an admin that undoes the import of another leaves what is personal of that one', async () => {
  const { client, admin } = await teamVault();
  const [eve, adam] = [await admin('eve'), await admin('adam')];
  const { team: _, ...line } = { ...NOTE_LINE, project: 'personal', title: 'of eve', pinned: true };
  const run = newRun();
  const headers = { ...eve, 'content-type': 'application/x-ndjson' };
  const payload = JSON.stringify(line);
  const url = `/api/v1/admin/import?run=${run}&source=archive`;
  expect((await client.call('POST', url, { headers, payload })).statusCode).toBe(200);
  const undo = async (headers: Record<string, string>) =>
    (await client.call('DELETE', `/api/v1/admin/imports/${run}`, { headers })).json();
  expect(await undo(adam)).toMatchObject({ forgotten: 0, restored: 0, left_total: 2 });
  expect(await shown(client, CONTEXT, eve)).toEqual(['personal: of eve']);
  expect(await undo(eve)).toMatchObject({ forgotten: 1, left_total: 0 });
});

test('nothing of somebody else takes the place of a personal note, also where an admin brings it', async () => {
  const { client, ann, admin } = await teamVault();
  const eve = await admin('eve');
  const post = async (headers: Record<string, string>, url: string, payload: object) =>
    client.call('POST', `/api/v1/${url}`, { headers, payload });
  const save = async (about: Record<string, unknown>) =>
    (await post(ann, 'observations', note(about))).json().id;
  const superseded = await save({ project: 'personal' });
  const { team: _, ...line } = { ...NOTE_LINE, supersedes: superseded };
  await post(eve, 'observations/batch', [
    note({ id: '01KA5ZHQ7R9T1V3X5Z7B9D1F01', supersedes: superseded }),
  ]);
  await imported(client, [line]);
  const changes = '/api/v1/changes?from=2000-01-01T00:00:00Z&kind=superseded';
  const get = async (url: string) => (await client.call('GET', url, { headers: ann })).json();
  const url = `/api/v1/observations/${superseded}`;
  expect(await get(url)).not.toHaveProperty('superseded_by');
  expect(await get(`/api/v1/observations/${line.id}`)).not.toHaveProperty('supersedes');
  expect(await get(changes)).toEqual([]);
  const own = await save({ project: 'personal', title: 'again', supersedes: superseded });
  expect(await get(url)).toMatchObject({ superseded_by: own });
});

test('a member takes over what was personal before there were logins, as the docs say', async () => {
  const { client, ann } = await teamVault();
  const say = (headers: Record<string, string>, url: string, payload: object) =>
    client.call('POST', url, { headers, payload });
  const save = (title: string) =>
    say(ADMIN, '/api/v1/observations', note({ project: 'personal', title }));
  const { id } = (await save('one')).json();
  const url = `/api/v1/observations/${id}`;
  await client.call('PATCH', url, { headers: ADMIN, payload: { title: 'one again' } });
  await save('two');
  const archive = await client.call('GET', '/api/v1/admin/archive?project=personal', {
    headers: ADMIN,
  });
  const lines = archive.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ record }) => record === 'note')
    .map(({ record: _, revisions: __, supersedes: ___, author: ____, ...one }) => one);
  const answer = await say(ann, '/api/v1/observations/batch', lines);
  expect(answer.json()).toMatchObject({ stored: 2, failed: 0 });
  await say(ADMIN, '/admin/forget', { project: 'personal' });
  const listed = '/api/v1/observations?project=personal';
  expect((await shown(client, listed, ann)).sort()).toEqual(['one again', 'two']);
  expect(await shown(client, listed, ADMIN)).toEqual([]);
});

test.each([{}, { state: 'proposed' }])(
  'who may only propose has personal notes that count: %j',
  async (said) => {
    const { client, ann } = await teamVault({ VAULT_PROPOSE: 'ann@example.org' });
    const payload = note({ project: 'personal', title: 'of ann', ...said });
    const saved = await client.call('POST', '/api/v1/observations', { headers: ann, payload });
    expect(saved.json()).not.toHaveProperty('state');
    const url = `/api/v1/observations/${saved.json().id}`;
    const revised = { headers: ann, payload: { title: 'revised' } };
    expect((await client.call('PATCH', url, revised)).statusCode).toBe(200);
    expect(await shown(client, CONTEXT, ann)).toEqual(['personal: revised']);
  },
);

test('a session record names no personal note of somebody else', async () => {
  const { client, ann, abe } = await teamVault();
  const call = async (headers: Record<string, string>, url: string, payload: object) =>
    (await client.call('POST', url, { headers, payload })).json();
  const { id } = await call(ann, '/api/v1/observations', note({ project: 'personal' }));
  const session = (await call(ann, '/api/v1/sessions', { project: 'p' })).id;
  const url = `/api/v1/sessions/${session}/told`;
  await call(ann, url, { moment: 'start', notes: [{ id, revision: 1 }], tokens: 9 });
  const told = async (headers: Record<string, string>) =>
    (await client.call('GET', url, { headers })).json().told[0].notes;
  expect(await told(ann)).toMatchObject([{ id, title: 'A title' }]);
  expect(await told(abe)).toEqual([]);
  expect(await told(ADMIN)).toEqual([]);
});
