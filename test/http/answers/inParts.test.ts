import { fc, test as prop } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { joined, jsonOf } from '../../../src/http/answers/inParts.js';
import { testClient } from '../../support/client.js';
import { countTurns } from '../../support/countTurns.js';
import { ADMIN, note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

prop.prop([fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))])(
  'the parts of an answer are the JSON of the whole',
  (value) => {
    expect([...jsonOf(value)].join('')).toBe(JSON.stringify(value));
  },
);

test('members without a value are left out', () => {
  expect([...jsonOf({ a: undefined, b: [], c: 1, d: undefined })].join('')).toBe('{"b":[],"c":1}');
});

test('the elements of an array are made one by one, also of one in an object', () => {
  const results = Array.from({ length: 1000 }, (_, i) => ({ id: i }));
  for (const value of [results, { results, total: 1000 }]) {
    const longest = Math.max(...[...jsonOf(value)].map((part) => part.length));
    expect(longest).toBeLessThan(20);
  }
});

async function allOf(parts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const one of parts) all.push(one);
  return all;
}

test('others have their turn between the parts of an answer', async () => {
  const parts = Array.from({ length: 1000 }, () => 'x'.repeat(1000));
  const { result, turns } = await countTurns(() => allOf(joined(parts)));
  expect(result.join('')).toBe(parts.join(''));
  expect(turns).toBeGreaterThanOrEqual(result.length - 1);
  expect(result.length).toBeGreaterThan(10);
});

test('an answer with long texts comes in parts, and is the same JSON as a short one', async () => {
  const client = await testClient(await testApp());
  const content = 'x'.repeat(100_000);
  const short = await client.call('GET', '/api/v1/context/p');
  for (let i = 0; i < 4; i += 1) {
    await client.call('POST', '/api/v1/observations', { payload: note({ project: 'p', content }) });
  }
  const long = await client.call('GET', '/api/v1/context/p');
  expect(long.headers['transfer-encoding']).toBe('chunked');
  expect(long.headers['content-type']).toBe(short.headers['content-type']);
  expect(long.json()).toHaveLength(4);
  expect(long.json()[3]).toMatchObject({ content });
  const head = await client.call('HEAD', '/api/v1/context/p');
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const url = '/api/v1/observations/batch';
  const headers = { ...ADMIN, 'content-type': 'application/x-ndjson' };
  const batch = await client.call('POST', url, { payload: '7\n'.repeat(9000), headers });
  expect(batch.headers['transfer-encoding']).toBe('chunked');
  expect(batch.json()).toMatchObject({ total: 9000, failed: 9000 });
  expect(batch.json().results[8999]).toMatchObject({ line: 9000 });
});
