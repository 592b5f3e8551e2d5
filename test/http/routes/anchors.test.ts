import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { imported } from '../../support/importing.js';
import { ADMIN, listed, note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const NOTES = '/api/v1/observations';
const ANCHOR = {
  path: 'src/http/pay.ts',
  lines: '10-24',
  symbol: 'charge',
  hash: '0123456789abcdef',
  commit: '0123456789abcdef0123456789abcdef01234567',
  branch: 'feature/pay',
};

async function saved(client: Client, more: object): Promise<string> {
  const { json } = await client.call('POST', NOTES, {
    payload: note({ project: 'shop', ...more }),
  });
  return json().id;
}

const get = async (client: Client, id: string) =>
  (await client.call('GET', `${NOTES}/${id}`)).json();

test('a note comes back with what it is about, and is found by file, folder, commit and words', async () => {
  const client = await testClient(await testApp());
  const id = await saved(client, { title: 'About', anchors: [ANCHOR, { branch: 'main' }] });
  await saved(client, { title: 'Other', anchors: [{ path: 'src/http/other.ts' }] });
  expect((await get(client, id)).anchors).toEqual([ANCHOR, { branch: 'main' }]);
  for (const query of ['path=src/http/pay.ts', 'commit=0123456', `commit=${ANCHOR.commit}`])
    expect(await listed(client, `${NOTES}?${query}`, 'title'), query).toEqual(['About']);
  expect(await listed(client, `${NOTES}?path=src/`, 'title')).toEqual(['Other', 'About']);
  expect(await listed(client, `${NOTES}?path=src`, 'title')).toEqual([]);
  expect(await listed(client, '/api/v1/search?q=content&path=src/http/pay.ts', 'title')).toEqual([
    'About',
  ]);
  for (const q of ['pay.ts', 'charge'])
    expect((await listed(client, `/api/v1/search?q=${q}`, 'title'))[0], q).toBe('About');
});

test('a note without anchors has none to show', async () => {
  const client = await testClient(await testApp());
  expect(await get(client, await saved(client, { anchors: [] }))).not.toHaveProperty('anchors');
});

test('a revision changes what a note is about, and the history tells', async () => {
  const client = await testClient(await testApp());
  const id = await saved(client, { anchors: [ANCHOR] });
  const patch = (payload: object) => client.call('PATCH', `${NOTES}/${id}`, { payload });
  expect((await patch({ anchors: [ANCHOR] })).json().revision).toBe(1);
  expect((await patch({ title: 'Other words' })).json().anchors).toEqual([ANCHOR]);
  expect((await patch({ anchors: [{ path: 'lib/pay.ts' }] })).json()).toMatchObject({
    revision: 3,
    title: 'Other words',
    anchors: [{ path: 'lib/pay.ts' }],
  });
  expect(await listed(client, `${NOTES}?path=src/http/pay.ts`, 'id')).toEqual([]);
  expect((await patch({ anchors: [] })).json()).not.toHaveProperty('anchors');
  const { json } = await client.call('GET', `${NOTES}/${id}/history`);
  const about = json().map((one: { anchors?: unknown }) => one.anchors);
  expect(about).toEqual([[ANCHOR], [ANCHOR], [{ path: 'lib/pay.ts' }], undefined]);
});

test('a secret in an anchor is not kept', async () => {
  const client = await testClient(await testApp());
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const id = await saved(client, { anchors: [{ path: `keys/${secret}.txt`, branch: secret }] });
  expect((await get(client, id)).anchors).toEqual([
    { path: 'keys/[REDACTED].txt', branch: '[REDACTED]' },
  ]);
});

test('all that is wrong with anchors is said at once', async () => {
  const client = await testClient(await testApp());
  const wrong = [{ path: '/etc/passwd', lines: '9-1' }, { commit: 'main' }, { file: 'a' }];
  const { json } = await client.call('POST', NOTES, { payload: note({ anchors: wrong }) });
  const paths = json().errors.map(({ path }: { path: string }) => path);
  expect(paths).toEqual([
    '/anchors/0/path',
    '/anchors/0/lines',
    '/anchors/1/commit',
    '/anchors/2/file',
    '/anchors/2/path',
  ]);
  const many = Array.from({ length: 21 }, (_, i) => ({ path: `${i}.ts` }));
  const tooMany = await client.call('POST', NOTES, { payload: note({ anchors: many }) });
  expect(tooMany.json().detail).toContain('at most 20 anchors');
});

test('an export brings anchors to another vault, with every state that they had', async () => {
  const from = await testClient(await testApp());
  const id = await saved(from, { anchors: [ANCHOR] });
  await from.call('PATCH', `${NOTES}/${id}`, { payload: { anchors: [{ path: 'lib/pay.ts' }] } });
  const { body } = await from.call('GET', '/api/v1/admin/archive', { headers: ADMIN });
  const to = await testClient(await testApp());
  await imported(
    to,
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  const history = await to.call('GET', `${NOTES}/${id}/history`);
  expect(history.json()).toMatchObject([
    { anchors: [ANCHOR] },
    { anchors: [{ path: 'lib/pay.ts' }] },
  ]);
});
