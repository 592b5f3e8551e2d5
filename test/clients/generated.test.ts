import { readFileSync } from 'node:fs';
import { createClient, type VaultClient } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { generatedClient } from '../../scripts/client/generatedClient.js';
import { documentOf, operationsOf } from '../support/openapiDocument.js';

const FILE = new URL('../../clients/typescript/src/openapi.ts', import.meta.url);

test('the types of the client are those of the API document (npm run client updates them)', async () => {
  const generated = await generatedClient(await documentOf());
  expect(readFileSync(FILE, 'utf8') === generated).toBe(true);
});

/** How the client reads each operation that answers in parts. */
const READ_BY: Readonly<Record<string, keyof VaultClient>> = {
  getTimeline: 'timeline',
  listObservations: 'observations',
  listSessions: 'sessions',
  getTold: 'told',
  getReview: 'review',
  listChanges: 'changes',
  getInbox: 'inbox',
  searchObservations: 'searchHits',
  listEvents: 'events',
  listPublicEvents: 'publicEvents',
  exportArchive: 'exportArchive',
  exportObservations: 'exportObservations',
};
const PLACES = ['cursor', 'before', 'offset', 'after'];

test('the client has an iterator for every operation that reads in pages or lines', async () => {
  const inParts = operationsOf(await documentOf()).filter(({ method, operation }) => {
    // An import tells how far it is: who wants to know that reads its answer.
    if (method !== 'get') return false;
    const types = Object.keys(operation.responses[200]?.content ?? {});
    const lines = types.includes('application/x-ndjson');
    return lines || operation.parameters?.some(({ name }) => PLACES.includes(name));
  });
  const names = inParts.map(({ operation }) => operation.operationId);
  expect(names.sort()).toEqual(Object.keys(READ_BY).sort());
  const client = createClient({ url: 'http://localhost' });
  for (const name of Object.values(READ_BY)) expect(client[name]).toBeTypeOf('function');
});
