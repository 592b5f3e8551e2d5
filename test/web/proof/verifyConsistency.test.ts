import { fc, test as prop } from '@fast-check/vitest';
import type { components } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { formatCheckpoint } from '../../../src/proof/checkpoint.js';
import { EMPTY_ROOT, logTree } from '../../../src/proof/merkleTree.js';
import {
  formatVerifierKey,
  newSigningKey,
  openNote,
  readSigningKey,
  signNote,
} from '../../../src/proof/signingKey.js';
import {
  openCheckpoint,
  readUnchecked,
  readVerifierKey,
  verifyConsistency,
} from '../../../web/proof/verify.js';

type ConsistencyProof = components['schemas']['ConsistencyProof'];

const KEY = readSigningKey(newSigningKey('memory-vault/0123456789abcdef'));
const base64 = (hash: Buffer) => hash.toString('base64');
const leaves = (salt: number) => Array.from({ length: 20 }, (_, i) => Buffer.alloc(32, i ^ salt));
const treeOf = (all: readonly Buffer[]) =>
  logTree(async ({ from, to }) => all.slice(from, to) as Buffer[]);
const OURS = treeOf(leaves(0));
const OTHER = treeOf(leaves(64));

async function checkpointOf(tree: typeof OURS, size: number) {
  const root = size === 0 ? EMPTY_ROOT : await tree.root(size);
  const note = signNote(formatCheckpoint({ origin: KEY.name, size, root }), KEY);
  return openCheckpoint(note, await readVerifierKey(formatVerifierKey(KEY)));
}

async function proofOf(tree: typeof OURS, from: number, to: number): Promise<ConsistencyProof> {
  return {
    from,
    to,
    from_root: base64(await tree.root(from)),
    to_root: base64(await tree.root(to)),
    path: (await tree.consistency(from, to)).map(base64),
  };
}

const sizes = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .map((pair) => pair.sort((one, other) => one - other) as [number, number]);

prop.prop([sizes])('a log that only grew is proved to', async ([from, to]) => {
  const proof = await proofOf(OURS, from, to);
  const [older, newer] = [await checkpointOf(OURS, from), await checkpointOf(OURS, to)];
  expect(await verifyConsistency(proof, older, newer)).toEqual({ ok: true });
});

prop.prop([sizes])(
  'a log with another past is refused, with its own proof and with ours',
  async ([from, to]) => {
    const [older, newer] = [await checkpointOf(OURS, from), await checkpointOf(OTHER, to)];
    for (const tree of [OURS, OTHER]) {
      const verdict = await verifyConsistency(await proofOf(tree, from, to), older, newer);
      expect(verdict).toMatchObject({ ok: false, why: expect.stringContaining('differ from') });
    }
  },
);

prop.prop([sizes, fc.nat(), fc.nat({ max: 42 })])(
  'a path with one character changed is refused',
  async ([from, to], which, at) => {
    const proof = await proofOf(OURS, from, to);
    const { path } = proof;
    fc.pre(path.length > 0);
    const i = which % path.length;
    const hash = path[i] ?? '';
    const other = `${hash.slice(0, at)}${hash[at] === 'A' ? 'B' : 'A'}${hash.slice(at + 1)}`;
    const [older, newer] = [await checkpointOf(OURS, from), await checkpointOf(OURS, to)];
    const forged = { ...proof, path: path.with(i, other) };
    expect(await verifyConsistency(forged, older, newer)).toMatchObject({ ok: false });
  },
);

test('a proof about other sizes, and checkpoints of two logs, are told apart', async () => {
  const [older, newer] = [await checkpointOf(OURS, 4), await checkpointOf(OURS, 9)];
  expect(await verifyConsistency(await proofOf(OURS, 5, 9), older, newer)).toEqual({
    ok: false,
    why: 'the proof is about 5 events, the earlier checkpoint about 4',
  });
  expect(await verifyConsistency(await proofOf(OURS, 4, 8), older, newer)).toEqual({
    ok: false,
    why: 'the proof is about 8 events, the current checkpoint about 9',
  });
  const elsewhere = { ...older, origin: 'elsewhere' };
  expect(await verifyConsistency(await proofOf(OURS, 4, 9), elsewhere, newer)).toEqual({
    ok: false,
    why: `these are two logs: elsewhere and ${KEY.name}`,
  });
  expect(await verifyConsistency(null as never, older, newer)).toMatchObject({ ok: false });
});

const READABLE = [
  'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
  'a\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nan extension\nand another\n',
];
test.each(READABLE)('what the service signs is read as the service reads it', async (text) => {
  const note = signNote(text, KEY);
  const { origin, size, root } = readUnchecked(note);
  expect(formatCheckpoint({ origin, size, root: Buffer.from(root) })).toBe(
    openNote(note, KEY).split('\n').slice(0, 3).join('\n').concat('\n'),
  );
});

test.each([
  ['a leading zero', (text: string) => text.replace('20', '020')],
  ['a hash without its padding', (text: string) => text.replace('=', '')],
  ['a line less', (text: string) => text.split('\n').slice(1).join('\n')],
  ['base64 that no encoder writes', (text: string) => text.replace('2I=', '2J=')],
])('a checkpoint with %s is none', (_, change) => {
  const note = signNote(change(READABLE[0] ?? ''), KEY);
  expect(() => readUnchecked(note)).toThrow('not a checkpoint');
});

test('signatures of others beside the one that is asked for do not matter', async () => {
  const other = readSigningKey(newSigningKey('witness.example'));
  const text = formatCheckpoint({ origin: KEY.name, size: 3, root: await OURS.root(3) });
  const witnessed = signNote(text, other) + signNote(text, KEY).slice(text.length + 1);
  const key = await readVerifierKey(formatVerifierKey(KEY));
  expect(await openCheckpoint(witnessed, key)).toMatchObject({ size: 3 });
  const forged = signNote(`${text}more\n`, KEY).slice(text.length + 6);
  const twice = signNote(text, KEY) + forged;
  await expect(openCheckpoint(twice, key)).rejects.toThrow('does not match');
});
