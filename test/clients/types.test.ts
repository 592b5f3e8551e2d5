import type {
  BatchResults,
  LogEntry,
  Observation,
  SearchHit,
  VaultClient,
  VaultError,
} from 'memory-vault-client';
import { expect, expectTypeOf, test } from 'vitest';
import { vaultClient } from '../support/vaultClient.js';

const NOTE = { title: 'A', content: 'B', type: 'decision' } as const;

/** Never called: `tsc` checks it. */
async function checked(client: VaultClient): Promise<void> {
  const { POST, GET, DELETE } = client;
  const saved = await POST('/api/v1/observations/batch', { body: [NOTE] });
  expectTypeOf(saved.data).toEqualTypeOf<BatchResults>();
  const { data } = await GET('/api/v1/observations/{id}', { params: { path: { id: 'x' } } });
  expectTypeOf(data).toEqualTypeOf<Observation>();
  expectTypeOf(data.author).toEqualTypeOf<string | undefined>();
  expectTypeOf(data.session_id).toEqualTypeOf<string | null>();
  expectTypeOf((await GET('/api/v1/metrics')).data).toEqualTypeOf<string>();
  const forgotten = await DELETE('/api/v1/observations/{id}', { params: { path: { id: 'x' } } });
  expectTypeOf(forgotten.data).toEqualTypeOf<{ status: 'pending' } | undefined>();
  for await (const hit of client.searchHits({ q: 'x' }))
    expectTypeOf(hit).toEqualTypeOf<SearchHit>();
  for await (const one of client.followEvents()) expectTypeOf(one).toEqualTypeOf<LogEntry>();

  // @ts-expect-error a note needs a content
  await POST('/api/v1/observations', { body: { title: 'A', type: 'decision' } });
  // @ts-expect-error there is no such type
  await POST('/api/v1/observations', { body: { ...NOTE, type: 'idea' } });
  // @ts-expect-error a save has a body
  await POST('/api/v1/observations');
  // @ts-expect-error there is no such path
  await GET('/api/v1/nothing');
  // @ts-expect-error that path has no POST
  await POST('/api/v1/stats');
  // @ts-expect-error the path has a parameter
  await GET('/api/v1/observations/{id}');
  // @ts-expect-error a search has words
  client.searchHits({ project: 'p' });
  // @ts-expect-error a limit is a number
  client.timeline('p', { limit: '5' });
}

test('the types of the client are those of the document', () => {
  expect(checked).toBeTypeOf('function');
  expectTypeOf<VaultError['code']>().toExtend<string | undefined>();
  // @ts-expect-error there is no such code
  const isThere = (error: VaultError) => error.code === 'no_such_code';
  expect(isThere).toBeTypeOf('function');
  expect(vaultClient('http://vault.test')).toHaveProperty('GET');
});
