import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { COMMON, type Headers, MARK, walledVault } from '../../support/walledVault.js';

/** The answer to a search in a project, and the names of its hint. */
async function searched(client: Client, query: Record<string, string>, headers: Headers = {}) {
  const url = `/api/v1/search?${new URLSearchParams({ q: COMMON, ...query })}`;
  const answer = await client.call('GET', url, { headers });
  const hint = answer.headers['x-search-hint'];
  const names = hint === undefined ? undefined : String(hint).split(', ').map(decodeURIComponent);
  return { status: answer.statusCode, hits: answer.json(), hint, names };
}

test('a search in an unknown project finds nothing and names the closest ones', async () => {
  const client = await testClient(await testApp());
  await save(client, { project: 'checkout', content: COMMON });
  await save(client, { project: 'gateway', content: COMMON });
  for (const project of ['Chekout', 'chekout', 'checkout-api']) {
    const found = await searched(client, { project });
    expect(found).toEqual({ status: 200, hits: [], hint: 'checkout', names: ['checkout'] });
  }
  expect(await searched(client, { project: 'unlike' })).toMatchObject({
    hits: [],
    hint: undefined,
  });
});

test('the hint is there with cloud=1 and for a past moment, too', async () => {
  const client = await testClient(await testApp());
  await save(client, { project: 'checkout', content: COMMON });
  for (const [name, value] of [
    ['cloud', '1'],
    ['as_of', '1'],
  ] as const) {
    expect(await searched(client, { project: 'chekout', [name]: value })).toMatchObject({
      names: ['checkout'],
    });
  }
});

test('a search in a known project has no hint, whether it finds something or not', async () => {
  const client = await testClient(await testApp());
  await save(client, { project: 'checkout', content: COMMON });
  await save(client, { project: 'checkouts', content: COMMON });
  for (const [name, value] of Object.entries({
    limit: '5',
    q: 'nothing',
    offset: '5',
    type: 'task',
  })) {
    const found = await searched(client, { project: 'checkout', [name]: value });
    expect(found).toMatchObject({ status: 200, hint: undefined });
  }
  expect(await searched(client, { q: 'nothing' })).toMatchObject({ hits: [], hint: undefined });
});

test('names of any characters come back as they are', async () => {
  const client = await testClient(await testApp());
  const projects = ['café, bar %41 "a" 日本', 'café, bar %41 "b" 日本', 'café, bar %41 "c" 😀'];
  for (const project of projects) await save(client, { project, content: COMMON });
  const { hint, names } = await searched(client, { project: 'CAFÉ, bar %41 "a" 日' });
  expect(names?.toSorted()).toEqual(projects);
  expect(hint).toMatch(/^[\x21-\x7e ]+$/);
});

test('a name that is too long for a header is left out', async () => {
  const client = await testClient(await testApp());
  const long = '😀'.repeat(200);
  await save(client, { project: long, content: COMMON });
  expect(await searched(client, { project: `${long.slice(2)}x` })).toMatchObject({
    status: 200,
    hint: undefined,
  });
});

test('a forgotten project is named no more', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { project: 'checkout', content: COMMON });
  expect(await searched(client, { project: 'chekout' })).toMatchObject({ names: ['checkout'] });
  await client.call('DELETE', `/api/v1/observations/${id}`);
  expect(await searched(client, { project: 'chekout' })).toMatchObject({ hint: undefined });
});

test('a member is never told of a project that only another team has notes in', async () => {
  const vault = await walledVault(true);
  const project = `${MARK}s project`;
  expect(await searched(vault.client, { project }, vault.bob)).toMatchObject({
    names: [`${MARK} project`],
  });
  expect(await searched(vault.client, { project }, vault.ann)).toMatchObject({
    status: 200,
    hits: [],
    hint: undefined,
  });
  // Of a project of both, each is told, since each sees notes in it.
  for (const who of [vault.ann, vault.bob]) {
    expect(await searched(vault.client, { project: 'commn' }, who)).toMatchObject({
      names: ['common'],
    });
  }
  // For ann, the project of beta is unknown: no other answer than where beta has nothing.
  const without = await walledVault(false);
  for (const name of [`${MARK} project`, 'common project']) {
    const [one, other] = [
      await searched(vault.client, { project: name }, vault.ann),
      await searched(without.client, { project: name }, without.ann),
    ];
    expect(one).toEqual(other);
  }
});
