import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import canonical from 'fast-json-stable-stringify';
import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { readCheckpoint } from '../../../src/proof/checkpoint.js';
import { openNote, readSigningKey, readVerifierKey } from '../../../src/proof/signingKey.js';
import { verifyConsistency, verifyInclusion } from '../../support/checkPaths.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { tamper } from '../../support/tamper.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const bytes = (base64: string) => Buffer.from(base64, 'base64');

/** A vault with a number of notes, and their ids. */
async function vaultWith(notes: number): Promise<{ app: App; client: Client; ids: string[] }> {
  const app = await testApp();
  const client = await testClient(app);
  const ids: string[] = [];
  for (let n = 0; n < notes; n++) ids.push(await save(client, `Note ${n}`));
  return { app, client, ids };
}

async function save(client: Client, title: string): Promise<string> {
  const response = await client.call('POST', '/api/v1/observations', {
    payload: { ...note(), title },
  });
  return response.json().id;
}

async function checkpoint(app: App, client: Client, least?: number) {
  const headers = least === undefined ? {} : { 'x-min-position': String(least) };
  const { body } = await client.call('GET', '/api/v1/audit/checkpoint', { headers });
  const key = readSigningKey(
    readFileSync(join(app.config.dataDir, 'checkpoint.key'), 'utf8').trim(),
  );
  const { size, root } = readCheckpoint(openNote(body, key));
  return { size, root: Buffer.from(root) };
}

test('the answers alone prove that every observation is in the signed checkpoint', async () => {
  const { app, client, ids } = await vaultWith(11);
  const { size, root } = await checkpoint(app, client, 11);
  expect(size).toBe(11);
  for (const [i, id] of ids.entries()) {
    const url = `/api/v1/audit/inclusion/${id}?tree_size=${size}`;
    const proof = (await client.call('GET', url)).json();
    expect(proof).toMatchObject({ leaf_index: i, tree_size: 11, root: root.toString('base64') });
    const leaf = createHash('sha256').update('\0').update(canonical(proof.envelope)).digest();
    expect(proof.leaf_hash).toBe(leaf.toString('base64'));
    const claim = { index: proof.leaf_index, size, leaf };
    expect(await verifyInclusion(claim, proof.path.map(bytes), root)).toBe(true);
    // The same request with the id of the event.
    const byEvent = await client.call(
      'GET',
      `/api/v1/audit/inclusion/${proof.envelope.id.toLowerCase()}`,
    );
    expect(byEvent.json()).toEqual(proof);
  }
});

test('the key opens the checkpoint, stays the same, and shows no secret', async () => {
  const { app, client } = await vaultWith(2);
  const { body, headers } = await client.call('GET', '/api/v1/audit/key');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const note = (await client.call('GET', '/api/v1/audit/checkpoint')).body;
  const { origin } = readCheckpoint(openNote(note, readVerifierKey(body.trimEnd())));
  expect(body.startsWith(`${origin}+`)).toBe(true);
  expect((await client.call('GET', '/api/v1/audit/key')).body).toBe(body);
  const secret = readFileSync(join(app.config.dataDir, 'checkpoint.key'), 'utf8').trim();
  // Behind the name and eight digits of a hash; a key in base64 may have a plus sign of its own.
  const [, key] = /\+[0-9a-f]{8}\+(.{40,})\n$/.exec(body) ?? [];
  expect(key).toBeDefined();
  expect(secret).not.toContain(key);
});

test('a proof shows that a grown log begins with the old one', async () => {
  const { app, client } = await vaultWith(5);
  const then = await checkpoint(app, client);
  for (let n = 0; n < 4; n++) await save(client, `Later ${n}`);
  const now = await checkpoint(app, client, 9);
  const proof = (await client.call('GET', '/api/v1/audit/consistency?from=5&to=9')).json();
  expect(bytes(proof.from_root)).toEqual(then.root);
  expect(bytes(proof.to_root)).toEqual(now.root);
  expect(
    await verifyConsistency({ from: 5, to: 9 }, proof.path.map(bytes), then.root, now.root),
  ).toBe(true);
  const upToNow = (await client.call('GET', '/api/v1/audit/consistency?from=5')).json();
  expect(upToNow).toEqual(proof);
});

test('a forgotten note keeps its position and its proof', async () => {
  const { client, ids } = await vaultWith(3);
  const url = `/api/v1/audit/inclusion/${ids[1]}?tree_size=3`;
  const before = (await client.call('GET', url)).json();
  const { statusCode } = await client.call('DELETE', `/api/v1/observations/${ids[1]}`);
  expect([202, 204]).toContain(statusCode);
  expect((await client.call('GET', url)).json()).toEqual(before);
});

test.each([
  ['/api/v1/audit/inclusion/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', 404, 'not_found'],
  ['/api/v1/audit/inclusion/nothing', 404, 'not_found'],
  ['/api/v1/audit/inclusion/{id}?tree_size=3', 400, 'invalid_parameter'],
  ['/api/v1/audit/inclusion/{id}?tree_size=1', 400, 'invalid_parameter'],
  ['/api/v1/audit/inclusion/{id}?tree_size=0', 400, 'invalid_parameter'],
  ['/api/v1/audit/consistency', 400, 'invalid_parameter'],
  ['/api/v1/audit/consistency?from=0', 400, 'invalid_parameter'],
  ['/api/v1/audit/consistency?from=2&to=1', 400, 'invalid_parameter'],
  ['/api/v1/audit/consistency?from=1&to=3', 400, 'invalid_parameter'],
])('GET %s is %s %s', async (url, status, code) => {
  const { client, ids } = await vaultWith(2);
  const response = await client.call('GET', url.replace('{id}', ids[1] ?? ''));
  expect(response.statusCode).toBe(status);
  expect(response.json().code).toBe(code);
});

test('a proof names the author by an id only', async () => {
  const client = await testClient(await testApp({ VAULT_AUTH: 'session' }));
  const ada = await loggedIn(client, 'ada@example.org');
  const eve = await loggedIn(client, 'eve@example.org');
  const payload = note();
  const saved = await client.call('POST', '/api/v1/observations', {
    payload,
    headers: ada.headers,
  });
  const url = `/api/v1/audit/inclusion/${saved.json().id}`;
  expect((await client.call('GET', url)).statusCode).toBe(401);
  const proof = await client.call('GET', url, { headers: eve.headers });
  expect(proof.json().envelope.meta.actor).toBe(`member:${ada.member}`);
  expect(proof.body).not.toMatch(/example|payments/);
});

test('an empty log has a checkpoint too', async () => {
  const { app, client } = await vaultWith(0);
  const { size, root } = await checkpoint(app, client);
  expect(size).toBe(0);
  expect(root.toString('hex')).toMatch(/^e3b0c442/);
});

test('only the owner may verify the vault', async () => {
  const { app, client } = await vaultWith(2);
  const verify = (headers: Record<string, string>) =>
    client.call('POST', '/admin/log/verify', { headers });
  expect((await verify({})).json().code).toBe('missing_credential');
  expect((await verify({ 'x-admin-key': 'wrong' })).json().code).toBe('invalid_admin_key');
  const whole = (await verify(ADMIN)).json();
  const { position, hash } = await app.log.head();
  expect(whole).toMatchObject({ ok: true, events: 3, head: position, hash: hash.toString('hex') });
  expect(whole).toMatchObject({ problems: [], more: 0, views_compared: true });
  tamper(join(app.config.dataDir, 'log.db'), (db) =>
    db.exec(`UPDATE events SET body = replace(body, 'Note', 'Lies') WHERE position = 2`),
  );
  const broken = (await verify(ADMIN)).json();
  expect(broken.ok).toBe(false);
  expect(broken.problems).toContainEqual({
    position: 2,
    kind: 'payload',
    detail: 'its payload does not match its commitment',
  });
});

test('concurrent requests share one verification', async () => {
  const { app } = await vaultWith(1);
  const [one, two] = [app.audit.verify(), app.audit.verify()];
  expect(await one).toBe(await two);
});
