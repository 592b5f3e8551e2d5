import { expect, test } from 'vitest';
import { OBSERVATION_TYPES } from '../../../src/domain/observationTypes.js';
import { testClient } from '../../support/client.js';
import { note, save } from '../../support/notes.js';
import { sharedClient } from '../../support/sharedClient.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp } from '../../support/testApp.js';

const vault = sharedClient();

const OBSERVATIONS = '/api/v1/observations';
const ASTRAL = '\u{1F980}';
const many = (count: number) => Array.from({ length: count }, (_, i) => `tag ${i}`);

const ACCEPTED: readonly [string, Record<string, unknown>][] = [
  ['a title of 1', { title: 'x' }],
  ['a title of 100', { title: 'x'.repeat(100) }],
  ['a title of 100 astral characters', { title: ASTRAL.repeat(100) }],
  ['a title of 100 between spaces', { title: `  ${'x'.repeat(100)}\n` }],
  ['content of 524,288', { content: 'x'.repeat(524_288) }],
  ['a project of 200 astral characters', { project: ASTRAL.repeat(200) }],
  ['50 tags', { tags: many(50) }],
  ['50 tags, some of them twice', { tags: [...many(50), 'tag 0', ' tag 1 '] }],
  ['a tag of 200', { tags: ['x'.repeat(200)] }],
  ['no tags', { tags: [] }],
];

test.each(ACCEPTED)('%s is stored', async (_what, about) => {
  const client = await testClient(await testApp());
  await save(client, about);
});

const REFUSED: readonly [string, string, Record<string, unknown>][] = [
  ['no title', '/title', { title: undefined }],
  ['a null title', '/title', { title: null }],
  ['a title of spaces', '/title', { title: ' \n ' }],
  ['a title of 101', '/title', { title: 'x'.repeat(101) }],
  ['a title of 101 astral characters', '/title', { title: ASTRAL.repeat(101) }],
  ['a title that is a number', '/title', { title: 7 }],
  ['a title with NUL', '/title', { title: 'a\u0000b' }],
  ['a title with a lone surrogate', '/title', { title: 'a\ud83e' }],
  ['no content', '/content', { content: undefined }],
  ['blank content', '/content', { content: '\t' }],
  ['content of 524,289', '/content', { content: 'x'.repeat(524_289) }],
  ['content with a lone surrogate', '/content', { content: '\udd80 a' }],
  ['no type', '/type', { type: undefined }],
  ['an unknown type', '/type', { type: 'Decision' }],
  ['a type named after a method', '/type', { type: 'constructor' }],
  ['tags that are a string', '/tags', { tags: 'a' }],
  ['51 tags', '/tags', { tags: many(51) }],
  ['an empty tag', '/tags/1', { tags: ['a', ' '] }],
  ['a tag of 201', '/tags/0', { tags: ['x'.repeat(201)] }],
  ['a tag that is a number', '/tags/0', { tags: [1] }],
  ['a tag with NUL', '/tags/0', { tags: ['\u0000'] }],
  ['a blank project', '/project', { project: '' }],
  ['a project of 201', '/project', { project: 'x'.repeat(201) }],
  ['a team of 201', '/team', { team: 'x'.repeat(201) }],
  ['a country with NUL', '/country', { country: 'D\u0000E' }],
  ['an author of 201', '/author', { author: ASTRAL.repeat(201) }],
  ['a session id that is no ULID', '/session_id', { session_id: 'abc' }],
  ['a session id with the letter U', '/session_id', { session_id: `01KA5ZHQ7R9T1V3X5Z7B9D1F3U` }],
  ['a session id beyond 128 bits', '/session_id', { session_id: `8${'0'.repeat(25)}` }],
  ['dry_run that is a string', '/dry_run', { dry_run: 'true' }],
  ['force that is a number', '/force', { force: 1 }],
];

test.each(REFUSED)('%s is refused at %s and nothing is stored', async (_what, path, about) => {
  const { app, ...client } = vault();
  const before = await stateOf(app);
  const refused = await client.call('POST', OBSERVATIONS, { payload: note(about) });
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ code: 'invalid_payload', errors: [{ path }] });
  expect(await stateOf(app)).toEqual(before);
});

test('all errors are reported together', async () => {
  const client = vault();
  const payload = { content: '', type: 'x', tags: ['ok', ''], project: '', session_id: 'no' };
  const refused = (await client.call('POST', OBSERVATIONS, { payload })).json();
  const paths = refused.errors.map(({ path }: { path: string }) => path);
  expect(paths.sort()).toEqual(
    ['/content', '/project', '/session_id', '/tags/1', '/title', '/type'].sort(),
  );
  for (const { message } of refused.errors) expect(refused.detail).toContain(message);
  expect(refused.error).toBe(refused.detail);
});

test('the error for an unknown type lists the ten types', async () => {
  const client = vault();
  const payload = note({ type: 'idea' });
  const { detail } = (await client.call('POST', OBSERVATIONS, { payload })).json();
  for (const type of OBSERVATION_TYPES) expect(detail).toContain(type);
});

test.each([[[]], [null], ['text'], [7], [true]])('a body of %j is refused', async (body) => {
  const client = vault();
  const headers = { 'content-type': 'application/json' };
  const payload = JSON.stringify(body);
  const refused = await client.call('POST', OBSERVATIONS, { payload, headers });
  expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_payload' });
});
