import { describe, expect, test } from 'vitest';
import { ADMIN, note } from '../../support/notes.js';
import { type Headers, type WalledVault, walledVault } from '../../support/walledVault.js';

const asked = ({ client }: WalledVault) => ({
  post: (headers: Headers, path: string, payload: object) =>
    client.call('POST', `/api/v1/${path}`, { headers, payload }),
  put: (headers: Headers, path: string, payload: object) =>
    client.call('PUT', `/api/v1/${path}`, { headers, payload }),
  get: async (headers: Headers, path: string) =>
    (await client.call('GET', `/api/v1/${path}`, { headers })).json(),
});

/** What others may do to something of ann: abe is in her team, bob in another, the owner sees everything. */
const OTHERS = [
  ['0', { abe: 403, bob: 404, owner: 200 }],
  ['1', { abe: 403, bob: 403, owner: 200 }],
] as const;

describe.each(OTHERS)('with VAULT_SHARED_READING=%s', (VAULT_SHARED_READING, expected) => {
  test('a session is ended by who started it and by admins', async () => {
    const vault = await walledVault(false, { VAULT_SHARED_READING });
    const { post, put } = asked(vault);
    const start = async (headers: Headers, about: object = {}) =>
      (await post(headers, 'sessions', { project: 'p', ...about })).json().id;
    const end = async (headers: Headers, id: string) =>
      (await put(headers, `sessions/${id}`, { summary: 'done' })).statusCode;
    const id = await start(vault.ann);
    const { abe, bob } = vault;
    expect({ abe: await end(abe, id), bob: await end(bob, id), owner: 200 }).toEqual(expected);
    expect([await end(vault.ann, id), await end(vault.eve, id)]).toEqual([200, 200]);
    const ofTheOwner = await start(ADMIN);
    expect([await end(abe, ofTheOwner), await end(bob, ofTheOwner)]).toEqual([403, 403]);
    expect(await end(ADMIN, ofTheOwner)).toBe(200);
  });

  test('a client_ref finds sessions of the own team, whose goal only their starter fills', async () => {
    const vault = await walledVault(false, { VAULT_SHARED_READING });
    const { post } = asked(vault);
    const start = async (headers: Headers, goal?: string) =>
      (await post(headers, 'sessions', { project: 'p', client_ref: 'talk', goal })).json();
    const ofTheOwner = await start(ADMIN);
    const ofAnn = await start(vault.ann);
    expect(ofAnn.id).not.toBe(ofTheOwner.id);
    const forAbe = await start(vault.abe, 'by abe');
    expect(forAbe).toMatchObject({ id: ofAnn.id, existing: true });
    expect(forAbe).not.toHaveProperty('goal');
    expect(await start(vault.ann, 'by ann')).toMatchObject({ id: ofAnn.id, goal: 'by ann' });
    expect(await start(vault.bob)).not.toHaveProperty('existing');
    // Who sees everything finds the first one.
    expect(await start(ADMIN)).toMatchObject({ id: ofTheOwner.id, existing: true });
  });

  test('a note is revised and forgotten by its author and by admins', async () => {
    const vault = await walledVault(false, { VAULT_SHARED_READING });
    const change = async (method: 'PATCH' | 'DELETE', headers: Headers, id: string) => {
      const payload = method === 'PATCH' ? { payload: { content: 'changed' } } : {};
      const url = `/api/v1/observations/${id}`;
      return (await vault.client.call(method, url, { headers, ...payload })).statusCode;
    };
    const { abe, bob, own } = vault;
    for (const method of ['PATCH', 'DELETE'] as const) {
      const statuses = {
        abe: await change(method, abe, own.note),
        bob: await change(method, bob, own.note),
        owner: 200,
      };
      expect(statuses).toEqual(expected);
      // Everybody sees what has no team.
      expect(await change(method, abe, own.teamless)).toBe(403);
      expect(await change(method, bob, own.teamless)).toBe(403);
    }
  });
});

test('nobody adds a version to the prompt of another member, or hides it from the team', async () => {
  const vault = await walledVault(false);
  const { post, get } = asked(vault);
  const { ann, abe, bob, eve } = vault;
  const save = (headers: Headers, name: string, content: string) =>
    post(headers, 'prompts', { name, content });
  expect((await save(ann, 'review', 'by ann')).json()).toMatchObject({ team: 'alpha', version: 1 });
  expect((await save(abe, 'review', 'injected')).json()).toMatchObject({
    status: 403,
    code: 'forbidden',
  });
  expect((await save(ann, 'review', 'again')).json()).toMatchObject({ version: 2 });
  // In another team it is not there, so that team has its own.
  expect((await save(bob, 'review', 'by bob')).json()).toMatchObject({ team: 'beta', version: 1 });
  expect(await get(abe, 'prompts/review')).toMatchObject({ content: 'again', team: 'alpha' });
  expect(await get(bob, 'prompts/review')).toMatchObject({ content: 'by bob', team: 'beta' });
  // The owner's, which all teams read.
  for (const member of [ann, bob]) {
    expect((await save(member, 'greeting', 'injected')).statusCode).toBe(403);
    expect(await get(member, 'prompts/greeting')).toMatchObject({ content: 'for all', version: 1 });
  }
  const ofAlpha = { name: 'review', content: 'by eve', team: 'alpha' };
  expect((await post(eve, 'prompts', ofAlpha)).json()).toMatchObject({ version: 3 });
  expect(await get(ADMIN, 'prompts/review?team=alpha')).toMatchObject({ content: 'by eve' });
  expect(await get(ADMIN, 'prompts/review?team=beta')).toMatchObject({ content: 'by bob' });
  expect(await get(ADMIN, 'prompts/review')).toMatchObject({ status: 404 });
  expect(await get(ann, 'prompts/review?version=1')).toMatchObject({ content: 'by ann' });
});

test('after a prompt is forgotten, who saves it next has made it', async () => {
  const vault = await walledVault(false);
  const { post } = asked(vault);
  const save = (headers: Headers) => post(headers, 'prompts', { name: 'review', content: 'x' });
  await save(vault.ann);
  const url = '/admin/prompts/review';
  expect((await vault.client.call('DELETE', url, { headers: ADMIN })).statusCode).toBe(404);
  await vault.client.call('DELETE', `${url}?team=Alpha`, { headers: ADMIN });
  expect((await save(vault.abe)).json()).toMatchObject({ version: 1 });
  expect((await save(vault.ann)).statusCode).toBe(403);
});

test('a member reads the conventions and the phase of its team, else those for all', async () => {
  const vault = await walledVault(false);
  const { put, get } = asked(vault);
  for (const [path, forAll, forAlpha] of [
    ['openspec/common', { content: 'for all' }, { content: 'for alpha' }],
    ['sdd/common', { phase: 'spec' }, { phase: 'apply' }],
  ] as const) {
    const published = await put(ADMIN, path, { ...forAlpha, team: 'alpha' });
    expect(published.json()).toMatchObject({ ...forAlpha, team: 'alpha' });
    expect(await get(vault.ann, path)).toMatchObject({ ...forAlpha, team: 'alpha' });
    for (const headers of [vault.bob, ADMIN]) {
      expect(await get(headers, path)).toMatchObject(forAll);
      expect(await get(headers, path)).not.toHaveProperty('team');
    }
    expect(await get(ADMIN, `${path}?team=ALPHA`)).toMatchObject(forAlpha);
    expect(await get(vault.bob, `${path}?team=alpha`)).toMatchObject(forAll);
  }
});

test('a note in a session of another team is kept, and the session’s team does not see it', async () => {
  const vault = await walledVault(false);
  const { post, get } = asked(vault);
  const { session } = vault.own;
  const counts = async (headers: Headers) => (await get(headers, 'sessions/all'))[0];
  expect(await counts(vault.ann)).toMatchObject({ id: session, observations_total: 2 });
  const saved = await post(vault.bob, 'observations', note({ session_id: session }));
  const { id } = saved.json();
  expect(await get(vault.bob, `observations/${id}`)).toMatchObject({ session_id: session });
  expect(await counts(vault.ann)).toMatchObject({ observations_total: 2 });
  expect(await counts(ADMIN)).toMatchObject({ observations_total: 3 });
});

test('with VAULT_SHARED_READING=1, a note is kept although another team saved the same in that session', async () => {
  const vault = await walledVault(false, { VAULT_SHARED_READING: '1' });
  const { post, get } = asked(vault);
  const same = note({ session_id: vault.own.session });
  await post(vault.bob, 'observations', same);
  const { id } = (await post(vault.ann, 'observations', same)).json();
  const saved = { team: 'alpha', author: 'ann@example.org', saved_by: 'ann@example.org' };
  expect(await get(vault.bob, `observations/${id}`)).toMatchObject(saved);
  expect((await post(vault.abe, 'observations', same)).json()).toMatchObject({ existing_id: id });
});

test('two members may use the same Idempotency-Key: each gets its own answer again', async () => {
  const vault = await walledVault(false);
  const save = async (headers: Headers) => {
    const sent = { headers: { ...headers, 'idempotency-key': 'k' }, payload: note() };
    return (await vault.client.call('POST', '/api/v1/observations', sent)).json().id;
  };
  const { ann, abe } = vault;
  const [first, second, owners] = [await save(ann), await save(abe), await save(ADMIN)];
  expect(new Set([first, second, owners]).size).toBe(3);
  expect([await save(ann), await save(abe), await save(ADMIN)]).toEqual([first, second, owners]);
});

test('notes show who saved them, as the log knows it, after a rebuild and after a removal', async () => {
  const vault = await walledVault(false);
  const { post, get } = asked(vault);
  const { own, ann, client } = vault;
  const forged = note({ saved_by: 'bob@example.org', project: 'forged' });
  await post(ann, 'observations', forged);
  await post(ADMIN, 'observations/batch', [{ ...forged, author: 'ann@example.org' }]);
  const shown = async () => [
    (await get(ann, `observations/${own.note}`)).saved_by,
    (await get(ann, `observations/${own.teamless}`)).saved_by,
    ...(await get(ann, 'context/forged')).map((one: { saved_by: string }) => one.saved_by),
    ...(await get(ann, 'search?q=content')).map((one: { saved_by: string }) => one.saved_by),
  ];
  const expected = ['ann@example.org', 'admin', 'admin', 'ann@example.org'];
  expect(await shown()).toEqual([...expected, 'admin', 'ann@example.org']);
  const url = '/admin/projections/rebuild?wait=1';
  expect((await client.call('POST', url, { headers: ADMIN })).json()).toMatchObject({ same: true });
  expect(await shown()).toEqual([...expected, 'admin', 'ann@example.org']);
  const tried = note({ dry_run: true });
  const { observation } = (await post(ann, 'observations', tried)).json();
  expect(observation.saved_by).toBe('ann@example.org');
  const revised = await client.call('PATCH', `/api/v1/observations/${own.note}`, {
    headers: ADMIN,
    payload: { content: 'revised by the owner' },
  });
  expect(revised.json().saved_by).toBe('ann@example.org');
});

test('a proof shows an event only to those who may read what it is about', async () => {
  const vault = await walledVault(true);
  const { own, beta, ann, bob } = vault;
  const status = async (headers: Headers, id: string) =>
    (await vault.client.call('GET', `/api/v1/audit/inclusion/${id}`, { headers })).statusCode;
  expect(await status(ann, own.note)).toBe(200);
  expect(await status(ann, own.teamless)).toBe(200);
  for (const id of [beta.note, beta.inSession, beta.event]) {
    expect([await status(ann, id), await status(bob, id), await status(ADMIN, id)]).toEqual([
      404, 200, 200,
    ]);
  }
  // Nobody can tell whose it was.
  expect([await status(bob, beta.forgotten), await status(ADMIN, beta.forgotten)]).toEqual([
    404, 200,
  ]);
  const log = await vault.client.call('GET', '/admin/events?type=team.created', { headers: ADMIN });
  expect(await status(ann, log.json()[0].id)).toBe(404);
});
