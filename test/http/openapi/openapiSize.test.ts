import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sharedClient } from '../../support/sharedClient.js';

const PLAIN: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
};

const vault = sharedClient();

/** The body of `/openapi.json` in bytes as they are sent, and its headers. */
async function sent(headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') {
  const request = { method, url: '/openapi.json', headers };
  const { rawPayload, headers: answered } = await vault().server.inject(request);
  return { bytes: rawPayload, answered };
}

test('the document is at most 200,000 bytes long before it is compressed', async () => {
  const { bytes, answered } = await sent({});
  expect(answered['content-encoding']).toBeUndefined();
  expect(JSON.parse(String(bytes)).openapi).toBe('3.1.0');
  expect(bytes.length).toBeLessThanOrEqual(200_000);
});

test.each([
  ['br', 'gzip, deflate, br'],
  ['br', '*'],
  ['gzip', 'gzip'],
  ['gzip', 'br;q=0, GZIP;q=0.5'],
  ['gzip', 'br;q=0,*;q=0.1'],
  [undefined, 'br;q=0, identity'],
  [undefined, 'deflate'],
  [undefined, ''],
])('it is sent as %s to who accepts %j', async (coding, accepted) => {
  const { bytes, answered } = await sent({ 'accept-encoding': accepted });
  expect(answered['content-encoding']).toBe(coding);
  expect(answered.vary).toMatch(/(^|, )Accept-Encoding$/);
  expect(answered['content-length']).toBe(String(bytes.length));
  const plain = PLAIN[coding ?? 'identity']?.(bytes);
  expect(String(plain)).toBe(String((await sent({})).bytes));
});

test('HEAD has the headers of GET, also compressed', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const { bytes, answered } = await sent(headers, 'HEAD');
  expect(bytes.length).toBe(0);
  const of = ({ vary, ...one }: typeof answered) => [
    vary,
    one['content-type'],
    one['content-encoding'],
    one['content-length'],
  ];
  expect(of(answered)).toEqual(of((await sent(headers)).answered));
});
