import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { sharedClient } from '../../support/sharedClient.js';
import { asOwner, loggedIn, MEMBERS } from '../../support/team.js';

/** More than what is read in one turn. */
const LONG = 'x'.repeat(400_000);

const vault = sharedClient({ VAULT_AUTH: 'session' });
let note = '';

beforeAll(async () => {
  const { headers } = await loggedIn(vault(), 'bo@example.org');
  const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
    vault().call(method, url, { headers, payload });
  const about = { type: 'decision', title: 'a title' };
  note = (await send('POST', '/api/v1/observations', { ...about, content: LONG })).json().id;
  for (let i = 0; i < 5; i += 1) {
    await send('POST', '/api/v1/prompts', { name: `prompt ${i}`, content: LONG });
    await send('POST', '/api/v1/observations', { ...about, content: `${i}${LONG}` });
    await send('PATCH', `/api/v1/observations/${note}`, { content: `${LONG}${i}` });
  }
});

test.each([
  ['a list', '/api/v1/prompts', 'member', 4],
  ['the history of a note', '/api/v1/observations/{note}/history', 'member', 4],
  ['an export', '/admin/export', 'admin', 4],
  ['an archive', '/api/v1/admin/archive', 'admin', 8],
])('%s breaks off when the login of its reader ends meanwhile', async (_what, path, role, nth) => {
  const { app, ...client } = vault();
  const { headers, member } = await loggedIn(client, 'ada@example.org', role);
  const url = path.replace('{note}', note);
  const whole = await client.call('GET', url, { headers });
  expect(whole.body.length, whole.body.slice(0, 500)).toBeGreaterThan(5 * LONG.length);

  const { current } = app.readModels;
  onTestFinished(() => {
    app.readModels.current = current;
  });
  let reads = 0;
  app.readModels.current = async (...names) => {
    reads += 1;
    // Some of the answer is on its way by then.
    if (reads === nth) await asOwner(client, 'DELETE', `${MEMBERS}/${member}`);
    return current(...names);
  };
  await expect(client.call('GET', url, { headers })).rejects.toThrow(/destroyed/);
  expect(reads).toBe(nth);
});
