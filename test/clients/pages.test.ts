import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServiceHere, type ServiceHere } from '../support/serviceHere.js';
import { all, vaultClient } from '../support/vaultClient.js';

const dataDir = mkdtempSync(join(tmpdir(), 'memory-vault-'));
const titles = Array.from({ length: 25 }, (_, i) => `Note ${i}`);
let service: ServiceHere;

/** A vault with 25 notes of one project, each in a session of its own and one second after the one before. */
beforeAll(async () => {
  service = await openServiceHere(dataDir);
  const client = vaultClient(service.url);
  for (const [i, title] of titles.entries()) {
    const body = { project: 'a/b ?#', goal: title };
    const { id: session_id } = (await client.POST('/api/v1/sessions', { body })).data;
    const created_at = new Date(Date.UTC(2026, 10, 1, 0, 0, i)).toISOString();
    const note = { title, content: 'words', type: 'task', project: 'a/b ?#' } as const;
    const batch = [{ ...note, session_id, created_at }];
    const { data } = await client.POST('/api/v1/observations/batch', { body: batch });
    expect(data).toMatchObject({ stored: 1 });
  }
});

afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('pages give every item once and in order, whatever their size', async () => {
  const client = vaultClient(service.url);
  for (const limit of [1, 7, 25, undefined]) {
    const page = limit === undefined ? {} : { limit };
    const timeline = await all(client.timeline('a/b ?#', page));
    expect(timeline.map(({ title }) => title)).toEqual(titles);
    const newest = await all(client.observations(page));
    expect(newest.map(({ title }) => title)).toEqual(titles.toReversed());
    const sessions = await all(client.sessions(page));
    expect(sessions.map(({ goal }) => goal)).toEqual(titles.toReversed());
    const hits = await all(client.searchHits({ q: 'words', ...page }));
    expect(hits.map(({ title }) => title).sort()).toEqual(titles.toSorted());
    const events = await all(client.events(page));
    expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => i + 1));
    expect(events.length).toBe(50);
  }
});

test('pages keep the filters of the caller', async () => {
  const client = vaultClient(service.url);
  const from = '2026-11-01T00:00:10Z';
  const late = await all(client.timeline('a/b ?#', { from, limit: 4 }));
  expect(late.map(({ title }) => title)).toEqual(titles.slice(10));
  const newest = await all(client.observations({ project: 'a/b ?#', from, limit: 4 }));
  expect(newest.map(({ title }) => title)).toEqual(titles.slice(10).toReversed());
  const saves = await all(client.events({ type: 'observation.saved', after: 40, limit: 2 }));
  expect(saves.map(({ position }) => position)).toEqual([42, 44, 46, 48, 50]);
  const hits = await all(client.searchHits({ q: 'words', limit: 2, offset: 20 }));
  expect(hits).toHaveLength(5);
});

test('a loop that is left asks for no further page', async () => {
  const client = vaultClient(service.url);
  const seen: string[] = [];
  for await (const { title } of client.timeline('a/b ?#', { limit: 2 })) {
    seen.push(title);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual(['Note 0', 'Note 1', 'Note 2']);
});

test('an export gives every note, one after the other', async () => {
  const client = vaultClient(service.url);
  const notes = await all(client.exportObservations({ type: 'task' }));
  expect(notes.map(({ title }) => title).sort()).toEqual(titles.toSorted());
  expect(await all(client.exportObservations({ project: 'none' }))).toEqual([]);
});

// The cast is safe: Node's type of a web stream and that of `fetch` are two declarations of one class.
const streamOf = (pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>;

test.each([1, 5, 1000])('an export in pieces of %d bytes gives the same notes', async (size) => {
  const notes = ['é', '2', '𝄞 3'].map((title) => ({ title }));
  const bytes = new TextEncoder().encode(notes.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const headers = { 'content-type': 'application/x-ndjson' };
  const fetch = async () => new Response(streamOf(pieces), { headers });
  const client = vaultClient('http://vault.test', { fetch });
  expect(await all(client.exportObservations())).toEqual(notes);
});

test('an export that breaks off is an error and not a shorter export', async () => {
  async function* half() {
    yield new TextEncoder().encode('{"title":"1"}\n{"ti');
    throw new Error('connection reset');
  }
  const headers = { 'content-type': 'application/x-ndjson' };
  const fetch = async () => new Response(streamOf(half()), { headers });
  const client = vaultClient('http://vault.test', { fetch });
  const titles: string[] = [];
  const reading = async () => {
    for await (const { title } of client.exportObservations()) titles.push(title);
  };
  await expect(reading()).rejects.toThrow('connection reset');
  expect(titles).toEqual(['1']);
});
