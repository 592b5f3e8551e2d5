import { beforeAll, expect, test } from 'vitest';
import { type Client, testClient } from '../../support/client.js';
import { listed, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const url = (q: string, rest: Record<string, string> = {}) =>
  `/api/v1/search?${new URLSearchParams({ q, ...rest })}`;
const titles = (client: Client, q: string, rest?: Record<string, string>) =>
  listed(client, url(q, rest), 'title');

const FOUND: readonly [q: string, content: string][] = [
  ['src/auth.ts', 'The bug is in src/auth.ts today.'],
  ["don't", "We don't retry."],
  ['C++', 'Written in C++ by hand.'],
  ['rm -rf', 'Never rm -rf the volume.'],
  ['user@host', 'Connect as user@host first.'],
  ['50%', 'Load fell by 50% then.'],
  ['a-b', 'The a-b test.'],
  ['NOT x', 'It is not x at all.'],
  ['AND', 'This and that.'],
  ['x:y', 'The pair x:y matters.'],
  ['foo(bar', 'Call foo(bar) twice.'],
  ['"unbalanced', 'An unbalanced quote.'],
  ['key=value; done', 'key=value; done'],
  ['caf\u00e9', 'Meet at the cafe\u0301.'],
  ['CAFE\u0301', 'Meet at the caf\u00e9.'],
  ['\u6570\u636e', 'Store \u6570\u636e here.'],
  ['retried', 'Retry the payments.'],
];

test.each(FOUND)('%s finds the intended note', async (q, content) => {
  const client = await testClient(await testApp());
  await save(client, { title: 'Wanted', content });
  await save(client, { title: 'Noise', content: 'Nothing of the kind.' });
  expect((await titles(client, q))[0]).toBe('Wanted');
});

const NOTHING = [
  '-',
  '"',
  '*',
  '(',
  ')',
  '^',
  ':',
  "'",
  '\\',
  '%',
  '""',
  '()',
  '-- ;',
  '\u{1F389}',
  'NEAR(',
  '* AND *',
];

const withOne = sharedClient();
beforeAll(() => save(withOne()));

test.each(NOTHING)('%s is no error', async (q) => {
  expect(await listed(withOne(), url(q))).toEqual([]);
});

const SYNTAX = [
  'AND OR NOT',
  'foo AND (bar',
  'title:',
  '"a" NOT',
  'nope:x*',
  '^^x',
  'NEAR(a b, x)',
  '{title content}: (',
  'a* *b',
];

test.each(SYNTAX)('%s, which FTS5 cannot parse, is searched as words', async (q) => {
  const client = vault();
  expect(await listed(client, url(q))).toEqual([]);
});

test.each(['', ' ', '\t\n', '\u3000'])('a blank q (%j) is refused', async (q) => {
  const client = vault();
  const refused = await client.call('GET', url(q));
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_query' });
});

test('a search without q is refused', async () => {
  const client = vault();
  expect((await client.call('GET', '/api/v1/search')).statusCode).toBe(400);
});

test('explicit syntax is run as written', async () => {
  const client = await testClient(await testApp());
  await save(client, { title: 'retry', content: 'card payments' });
  await save(client, { title: 'other', content: 'payments card retry' });
  expect(await titles(client, '"card payments"')).toEqual(['retry']);
  expect(await titles(client, 'payments NOT title:other')).toEqual(['retry']);
  expect(await titles(client, 'title:ret*')).toEqual(['retry']);
  expect(await titles(client, '(retry OR nope) AND title:other')).toEqual(['other']);
});

test('text that cannot be stored is refused in a query, too', async () => {
  const client = vault();
  expect((await client.call('GET', '/api/v1/search?q=a%00b')).statusCode).toBe(400);
  expect((await client.call('GET', '/api/v1/search?q=a&q=b')).statusCode).toBe(400);
});

test('a q that is not percent-encoded is searched as it is', async () => {
  const client = await testClient(await testApp());
  const id = await save(client, { content: 'Load fell by 50% then.' });
  expect(await listed(client, '/api/v1/search?q=50%')).toEqual([id]);
});
