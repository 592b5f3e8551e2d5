import { expect, test } from 'vitest';
import { archiveOf } from '../../support/archive.js';
import { ADMIN, note } from '../../support/notes.js';
import {
  ACME,
  claimed,
  ELSE,
  found,
  inside,
  listed,
  openVault,
  REPOSITORIES,
  savedIn,
} from '../../support/repositories.js';
import { walledVault } from '../../support/walledVault.js';

test('two repositories of one name are two projects, and each is found by all of its names', async () => {
  const client = await openVault();
  expect(await savedIn(client, ACME, 'of acme')).toBe('api');
  expect(await savedIn(client, ELSE, 'of else')).toBe('else/api');
  for (const name of ['api', 'acme/api', ACME, 'API', 'GitHub.com/Acme/API'])
    expect(await found(client, name)).toEqual(['of acme']);
  for (const name of ['else/api', ELSE]) expect(await found(client, name)).toEqual(['of else']);
  expect(await found(client, 'api', inside(ELSE))).toEqual(['of else']);
  expect(await found(client, 'api', inside(ACME))).toEqual(['of acme']);
  // Another project than that of the checkout is meant as it is named.
  expect(await found(client, 'acme/api', inside(ELSE))).toEqual(['of acme']);
  for (const path of ['context', 'summary', 'openspec', 'sdd']) {
    const answer = await client.call('GET', `/api/v1/${path}/${encodeURIComponent(ACME)}`);
    expect(answer.body).not.toContain('github.com');
  }
  const hits = await client.call('GET', `/api/v1/search?q=of&project=${encodeURIComponent(ACME)}`);
  expect(hits.json()).toHaveLength(1);
});

test('a project from before is that of the first repository that comes with its name', async () => {
  const client = await openVault();
  await savedIn(client, undefined, 'from before');
  expect(await found(client, 'api', inside(ELSE))).toEqual(['from before']);
  expect(await savedIn(client, ACME, 'of acme')).toBe('api');
  expect(await found(client, ACME)).toEqual(['from before', 'of acme']);
  expect(await found(client, 'api', inside(ELSE))).toEqual([]);
});

test('a nickname of a host stands for one host', async () => {
  const client = await openVault();
  const said = [];
  for (const repository of ['acme/web', 'github.com/acme/web', 'gitlab.com/acme/web', 'acme/web'])
    said.push(await claimed(client, repository));
  expect(said).toEqual(['web', 'web', 'acme/web', 'web']);
});

test('a project that somebody calls like the end of a repository is none of it', async () => {
  const client = await openVault();
  await claimed(client, 'gitlab.com/group/sub/mod');
  expect(await savedIn(client, undefined, 'by hand', {}, 'sub/mod')).toBe('sub/mod');
  await savedIn(client, 'github.com/acme/lib', 'of acme', {}, 'lib');
  expect(await found(client, 'evil.example/github.com/acme/lib')).toEqual([]);
});

test('who reads or rehearses binds nothing', async () => {
  const client = await openVault();
  await found(client, 'api', inside(ACME));
  const payload = note({ project: 'api', dry_run: true });
  await client.call('POST', '/api/v1/observations', { headers: inside(ACME), payload });
  expect(await claimed(client, ACME, { dry_run: true })).toBe('api');
  expect(await listed(client)).toEqual([]);
});

test('of many repositories of one name that come at once, one gets it, and none gets that of another', async () => {
  const client = await openVault();
  const owners = Array.from({ length: 20 }, (_, i) => `github.com/owner${i % 10}/api`);
  const projects = await Promise.all(owners.map((repository) => claimed(client, repository)));
  expect(new Set(projects).size).toBe(10);
  expect(projects.filter((project) => project === 'api')).toHaveLength(2);
  expect(await listed(client)).toHaveLength(10);
  const again = await Promise.all(owners.map((repository) => claimed(client, repository)));
  expect(again).toEqual(projects);
});

test('a project that was called after the owner and the name is that of the repository', async () => {
  const client = await openVault();
  await savedIn(client, undefined, 'of else', {}, 'else/api');
  expect(await found(client, 'api', inside(ELSE))).toEqual(['of else']);
  expect(await savedIn(client, ELSE, 'again')).toBe('else/api');
  expect(await savedIn(client, ACME, 'of acme')).toBe('api');
  expect(await found(client, ELSE)).toEqual(['of else', 'again']);
});

test('a name with a slash that a project gets later means this project', async () => {
  const client = await openVault();
  await savedIn(client, ACME, 'of acme');
  expect(await found(client, 'acme/api')).toEqual(['of acme']);
  await client.call('PUT', '/api/v1/sdd/acme%2Fapi', {
    headers: ADMIN,
    payload: { phase: 'spec' },
  });
  expect(await found(client, 'acme/api')).toEqual([]);
  expect(await found(client, ACME)).toEqual(['of acme']);
});

test('an admin says that a repository that moved is the project that it was', async () => {
  const client = await openVault();
  await savedIn(client, ACME, 'of acme');
  const moved = 'gitlab.com/acme/backend';
  const payload = { repository: moved, project: 'api' };
  const refused = await client.call('PUT', REPOSITORIES, { payload });
  expect(refused.statusCode).toBe(401);
  const bound = await client.call('PUT', REPOSITORIES, { payload, headers: ADMIN });
  expect(bound.json()).toEqual(payload);
  expect(await savedIn(client, moved, 'moved', {}, 'backend')).toBe('api');
  expect(await found(client, 'backend', inside(moved))).toEqual(['of acme', 'moved']);
  expect(await found(client, moved)).toEqual(['of acme', 'moved']);
});

test('a fork that an admin binds for a team takes its original from nobody', async () => {
  const { client, ann } = await walledVault(false);
  expect(await claimed(client, ACME, {}, ADMIN)).toBe('api');
  const payload = { repository: 'github.com/ann/api', project: 'api', team: 'alpha' };
  await client.call('PUT', REPOSITORIES, { payload, headers: ADMIN });
  for (const repository of [ACME, payload.repository])
    expect(await claimed(client, repository, {}, ann)).toBe('api');
  expect(await claimed(client, ELSE, {}, ann)).toBe('else/api');
});

test('who wants the name of a project that was given to another repository gets another one', async () => {
  const client = await openVault();
  const payload = { repository: 'github.com/acme/backend', project: 'api' };
  await client.call('PUT', REPOSITORIES, { payload, headers: ADMIN });
  expect(await claimed(client, ELSE)).toBe('else/api');
  const back = { repository: 'github.com/acme/backend', project: 'backend' };
  await client.call('PUT', REPOSITORIES, { payload: back, headers: ADMIN });
  expect(await claimed(client, 'github.com/third/api')).toBe('api');
  expect(await claimed(client, 'github.com/third/backend')).toBe('third/backend');
});

test('a forgotten project leaves its name, and no word of its repository', async () => {
  const client = await openVault();
  await savedIn(client, ACME, 'of acme');
  await savedIn(client, ELSE, 'of else');
  const payload = { project: 'api' };
  const forgot = await client.call('POST', '/admin/forget', { payload, headers: ADMIN });
  expect(forgot.json().matched).toMatchObject({ observations: 1, repositories: 1 });
  expect((await listed(client)).map((one: { project: string }) => one.project)).toEqual([
    'else/api',
  ]);
  expect(await claimed(client, ELSE)).toBe('else/api');
  expect(await claimed(client, 'github.com/third/api')).toBe('api');
});

test('what an admin does is done to the project that is named, and to no other', async () => {
  const client = await openVault();
  await savedIn(client, ACME, 'of acme');
  await savedIn(client, ELSE, 'of else');
  for (const project of ['acme/api', ACME]) {
    const headers = inside(ELSE, ADMIN);
    const payload = { project };
    const forgot = await client.call('POST', '/admin/forget', { payload, headers });
    expect(forgot.json().matched).toMatchObject({ observations: 0 });
  }
  const payload = { project: 'api' };
  await client.call('POST', '/admin/forget', { payload, headers: inside(ELSE, ADMIN) });
  expect(await found(client, 'else/api')).toEqual(['of else']);
});

test.each([
  'api',
  '',
  'github.com/acme/api/',
  'git@github.com:acme/api',
  'a/../b',
  '%ff/a',
  '%00/a',
])('X-Vault-Repository: %s is refused', async (given) => {
  const client = await openVault();
  const headers = { 'x-vault-repository': given };
  const answer = await client.call('GET', '/api/v1/projects', { headers });
  expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
  // It is no part of a URL here, where a % means itself.
  const payload = { repository: given.replace('%', ':') };
  expect((await client.call('POST', REPOSITORIES, { payload })).statusCode).toBe(400);
});

test('what is personal stays so in a checkout that is called so', async () => {
  const client = await openVault();
  for (const repository of ['github.com/acme/personal', 'github.com/else/personal'])
    expect(await savedIn(client, repository, 'mine', {}, 'personal')).toBe('personal');
  expect(await listed(client)).toEqual([]);
});

test('an archive takes along whose project is whose, for whom, and changes nothing of it', async () => {
  const { client: from, ann } = await walledVault(false);
  await claimed(from, 'github.com/ann/api', {}, ann);
  await savedIn(from, ACME, 'of acme', ADMIN);
  const moved = { repository: 'gitlab.com/acme/backend', project: 'api' };
  await from.call('PUT', REPOSITORIES, { payload: moved, headers: ADMIN });
  const { lines, body } = await archiveOf(from);
  const wanted = lines.filter(({ record }) => record === 'repository');
  expect(lines.slice(0, 3)).toEqual(wanted);
  expect(wanted).toEqual([
    { record: 'repository', repository: 'github.com/ann/api', project: 'api', team: 'alpha' },
    { record: 'repository', repository: ACME, project: 'api' },
    { record: 'repository', ...moved },
  ]);
  const ofOther = await archiveOf(from, '?project=backend');
  expect(ofOther.lines).toEqual([]);

  const client = await openVault();
  const run = async (payload: string, id: string) =>
    (
      await client.call('POST', `/api/v1/admin/import?run=${id}&source=archive`, {
        headers: { ...ADMIN, 'content-type': 'application/x-ndjson' },
        payload,
      })
    ).json();
  const first = await run(body, '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0');
  expect(first).toMatchObject({ stored: lines.length, refused: 0 });
  expect(await run(body, '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1')).toMatchObject({ same: lines.length });
  expect((await archiveOf(client)).body).toBe(body);
  expect(await claimed(client, ELSE)).toBe('else/api');
  expect(await claimed(client, moved.repository)).toBe('api');
  const other = JSON.stringify({ record: 'repository', repository: ELSE, project: 'api' });
  const { results } = await run(other, '01KA5ZJ3M4T6V8X0Y2Z4A6C8E2');
  expect(results).toMatchObject([{ outcome: 'refused', record: 'repository' }]);
});

test('of very many repositories of one name, not all are recorded, and all have a name of their own', async () => {
  const client = await openVault();
  const hosts = ['github.com', 'gitlab.com'];
  const owners = hosts.flatMap((host) =>
    Array.from({ length: 115 }, (_, i) => `${host}/owner${i}/api`),
  );
  const projects = await Promise.all(owners.map((repository) => claimed(client, repository)));
  expect(new Set(projects).size).toBe(owners.length);
  expect(await listed(client)).toHaveLength(100);
});

test('what is saved as a layer is in the layer, also in a checkout of a repository that is called so', async () => {
  const client = await openVault();
  for (const layer of ['personal', 'everywhere', 'Personal'])
    for (const owner of ['acme', 'else']) {
      const repository = `github.com/${owner}/${layer}`;
      expect(await savedIn(client, repository, `${owner} ${layer}`, {}, layer)).toBe(layer);
    }
});

test('no repository is bound to a layer', async () => {
  const client = await openVault();
  expect(await claimed(client, 'github.com/acme/personal')).toBe('acme/personal');
  const payload = { repository: ACME, project: 'Everywhere' };
  const refused = await client.call('PUT', REPOSITORIES, { headers: ADMIN, payload });
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ errors: [{ path: '/project' }] });
});
