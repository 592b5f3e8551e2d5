import { expect, test } from 'vitest';
import { sha256 } from '../../../src/domain/hash.js';
import { readCheckpoint } from '../../../src/proof/checkpoint.js';
import { growingTree } from '../../../src/proof/merkleTree.js';
import { readSignedNote } from '../../../src/proof/signedNote.js';
import { type Client, testClient } from '../../support/client.js';
import { ADMIN, note } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

async function vaultWith(notes: number): Promise<Client> {
  const client = await testClient(await testApp());
  const observations = Array.from({ length: notes }, (_, n) => ({ ...note(), title: `Note ${n}` }));
  const payload = observations.map((one) => JSON.stringify(one)).join('\n');
  const headers = { ...ADMIN, 'content-type': 'application/x-ndjson' };
  const { statusCode } = await client.call('POST', '/api/v1/observations/batch', {
    payload,
    headers,
  });
  expect(statusCode).toBe(200);
  return client;
}

const get = async (client: Client, url: string) => {
  const answer = await client.call('GET', url, { headers: ADMIN });
  return {
    ...answer,
    status: answer.statusCode,
    bytes: answer.rawPayload,
    headers: answer.headers,
  };
};

const inParts = (bytes: Buffer, length: number) =>
  Array.from({ length: bytes.length / length }, (_, i) =>
    bytes.subarray(i * length, (i + 1) * length),
  );

/** The entries of a bundle. */
function entriesIn(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + bundle.readUInt16BE(at);
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

const rootOf = (leaves: readonly Buffer[]) => {
  const tree = growingTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
};

test('entries hash to the tiles of level 0, these to those of level 1, and all to the root of the checkpoint', async () => {
  const client = await vaultWith(300);
  const signed = await get(client, '/checkpoint');
  expect(signed.headers['content-type']).toBe('text/plain; charset=utf-8');
  const { size, root } = readCheckpoint(readSignedNote(signed.body).text);
  expect(size).toBe(300);
  const full = await get(client, '/tile/0/000');
  expect(full.headers['cache-control']).toBe('private, max-age=31536000, immutable');
  expect(full.bytes.length).toBe(8192);
  const rest = await get(client, '/tile/0/001.p/44');
  const leaves = inParts(Buffer.concat([full.bytes, rest.bytes]), 32);
  expect(rootOf(leaves)).toEqual(Buffer.from(root));
  const level1 = await get(client, '/tile/1/000.p/1');
  expect(level1.bytes).toEqual(rootOf(leaves.slice(0, 256)));
  const bundles = [
    (await get(client, '/tile/entries/000')).bytes,
    (await get(client, '/tile/entries/001.p/44')).bytes,
  ];
  const entries = bundles.flatMap(entriesIn);
  expect(entries.map((entry) => sha256(`\0${entry}`))).toEqual(leaves);
});

test('entries hold no word of a note', async () => {
  const client = await vaultWith(1);
  const [entry] = entriesIn((await get(client, '/tile/entries/000.p/1')).bytes);
  expect(
    Object.keys(JSON.parse(`${entry}`))
      .sort()
      .join(),
  ).toBe('at,commitment,id,meta,position,schema,stream,type,version');
  expect(`${entry}`).not.toContain('Note 0');
});

test.each([
  ['a tile that is not full yet', '/tile/0/000', 404],
  ['one that the log has not reached', '/tile/0/000.p/4', 404],
  ['one of a level that nothing reaches', '/tile/63/000', 404],
  ['a level that there is not', '/tile/64/000', 400],
  ['a level with a zero before it', '/tile/00/000.p/1', 400],
  ['a width of 256', '/tile/0/000.p/256', 400],
  ['an index that is longer than it has to be', '/tile/0/x000/000.p/1', 400],
  ['an index without x', '/tile/0/001/000.p/1', 400],
  ['an index that is too short', '/tile/0/00', 400],
  ['an index of 3 million', '/tile/0/x003/x000/000', 404],
  ['entries that are not there', '/tile/entries/001', 404],
])('%s is refused', async (_, url, status) => {
  const client = await vaultWith(3);
  expect((await get(client, '/tile/0/000.p/3')).status).toBe(200);
  expect((await get(client, url)).status).toBe(status);
});
