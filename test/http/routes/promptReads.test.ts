import { expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listed } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const PROMPTS = '/api/v1/prompts';

const post = (client: Client, about: Record<string, unknown>) =>
  client.call('POST', PROMPTS, { payload: { name: 'review', content: 'Review it.', ...about } });

test('prompts are listed in their newest version, sorted by name', async () => {
  const client = await testClient(await testApp());
  expect(await listed(client, PROMPTS)).toEqual([]);
  for (const [i, name] of ['b', 'a', 'b'].entries()) await post(client, { name, content: `${i}` });
  expect(await listed(client, PROMPTS, 'name')).toEqual(['a', 'b']);
  expect(await listed(client, PROMPTS, 'version')).toEqual([1, 2]);
});

test('a prompt may have any name', async () => {
  const client = await testClient(await testApp());
  for (const name of ['__proto__', 'a/b', '50%', '\u{1F980}'.repeat(200), 'constructor', '?#&']) {
    const saved = await post(client, { name });
    const got = await client.call('GET', `${PROMPTS}/${encodeURIComponent(name)}`);
    expect(got.json()).toEqual(saved.json());
  }
});

test.each(['unknown', 'review?version=2', 'Review'])('%s is not found', async (path) => {
  const client = vault();
  await post(client, {});
  const got = await client.call('GET', `${PROMPTS}/${path}`);
  expect(got.json()).toMatchObject({ status: 404, code: 'not_found' });
});

test.each(['0', '-1', 'x', '1.5', ''])('version=%s is refused', async (version) => {
  const client = vault();
  await post(client, {});
  const got = await client.call('GET', `${PROMPTS}/review?version=${version}`);
  expect(got.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
});
