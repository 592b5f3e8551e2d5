import { fc, test as prop } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { leaf } from '../../../src/log/chain.js';
import * as server from '../../../src/log/proof/merkleTree.js';
import { EMPTY_ROOT, logTree, nodeHash } from '../../../src/log/proof/merkleTree.js';
import type { Bytes } from '../../../web/proof/bytes.js';
import { extendsTree } from '../../../web/proof/extendsTree.js';
import { includesLeaf } from '../../../web/proof/includesLeaf.js';
import { leafHash } from '../../../web/proof/leafHash.js';
import { sha256 } from '../../../web/proof/sha256.js';
import { CONSISTENCIES, INCLUSIONS, LEAVES, ROOTS } from '../../support/merkleVectors.js';

const bytes = (buffer: Uint8Array): Bytes => Uint8Array.from(buffer);
const rootOf = (size: number) => bytes(ROOTS[size - 1] ?? EMPTY_ROOT);
const leafOf = (index: number) => sha256(bytes(Buffer.from([0, ...(LEAVES[index] ?? [])])));

test.each(INCLUSIONS)('the vector for leaf $index of $size is proved', async (vector) => {
  const { index, size, proof } = vector;
  const claim = { index, size, leaf: await leafOf(index), root: rootOf(size) };
  expect(await includesLeaf(claim, proof.map(bytes))).toBe(true);
  expect(await includesLeaf({ ...claim, root: rootOf((size % 8) + 1) }, proof.map(bytes))).toBe(
    false,
  );
});

test.each(CONSISTENCIES)('the vector from $from to $to leaves is proved', async (vector) => {
  const { from, to, proof } = vector;
  const [older, newer] = [
    { size: from, root: rootOf(from) },
    { size: to, root: rootOf(to) },
  ];
  expect(await extendsTree(older, newer, proof.map(bytes))).toBe(true);
  const other = { ...older, root: rootOf((from % 8) + 1) };
  expect(await extendsTree(other, newer, proof.map(bytes))).toBe(false);
});

test('every log extends the empty one, whose root is that of no leaves', async () => {
  const newer = { size: 3, root: rootOf(3) };
  expect(await extendsTree({ size: 0, root: bytes(EMPTY_ROOT) }, newer, [])).toBe(true);
  expect(await extendsTree({ size: 0, root: rootOf(1) }, newer, [])).toBe(false);
  expect(await extendsTree({ size: 0, root: bytes(EMPTY_ROOT) }, newer, [rootOf(1)])).toBe(false);
});

const SIZE = 70;
const MANY = Array.from({ length: SIZE }, (_, i) => Buffer.alloc(32, i + 1));
const tree = logTree(async ({ from, to }) => MANY.slice(from, to));
const sizes = fc
  .tuple(fc.integer({ min: 1, max: SIZE }), fc.integer({ min: 1, max: SIZE }))
  .map((pair) => pair.sort((one, other) => one - other) as [number, number]);

/** What may be done to a path: a bit of one hash, one hash less, one more, two in another order. */
const tampering = fc.tuple(
  fc.constantFrom('bit', 'less', 'more', 'swap', 'none'),
  fc.nat(),
  fc.nat(),
);

function tampered(path: readonly Buffer[], [how, at, by]: [string, number, number]): Buffer[] {
  const i = at % Math.max(path.length, 1);
  const hash = Buffer.from(path[i] ?? Buffer.alloc(32));
  if (how === 'more') return path.toSpliced(i, 0, hash);
  if (how === 'less') return path.toSpliced(i, 1);
  if (how === 'swap') return path.toReversed();
  if (how === 'bit' && path.length > 0) {
    hash[by % 32] = (hash[by % 32] ?? 0) ^ (1 << (by % 8));
    return path.with(i, hash);
  }
  return [...path];
}

prop.prop([sizes, tampering, fc.boolean()])(
  'the browser says about a proof of consistency what the service says, tampered or not',
  async ([from, to], how, isOther) => {
    const proof = await tree.consistency(from, to);
    const path = tampered(proof, how);
    const [oldRoot, newRoot] = [await tree.root(isOther ? to : from), await tree.root(to)];
    const expected = server.verifyConsistency({ from, to }, path, oldRoot, newRoot);
    const older = { size: from, root: bytes(oldRoot) };
    const newer = { size: to, root: bytes(newRoot) };
    expect(await extendsTree(older, newer, path.map(bytes))).toBe(expected);
    const isSame = path.length === proof.length && path.every((hash, i) => proof[i]?.equals(hash));
    expect(expected).toBe(isSame && (!isOther || from === to));
  },
);

prop.prop([sizes, tampering, fc.boolean()])(
  'the browser says about a proof of inclusion what the service says, tampered or not',
  async ([place, size], how, isOther) => {
    const index = place - 1;
    const proof = await tree.inclusion(index, size);
    const path = tampered(proof, how);
    const hash = MANY[isOther ? (index + 1) % SIZE : index] ?? Buffer.alloc(32);
    const root = await tree.root(size);
    const expected = server.verifyInclusion({ index, size, leaf: hash }, path, root);
    const claim = { index, size, leaf: bytes(hash), root: bytes(root) };
    expect(await includesLeaf(claim, path.map(bytes))).toBe(expected);
    const isSame = path.length === proof.length && path.every((node, i) => proof[i]?.equals(node));
    expect(expected).toBe(isSame && !isOther);
  },
);

test('a leaf far beyond 32 bits is proved', async () => {
  const index = 2 ** 40;
  const size = 2 ** 41;
  const leafOfAll = Buffer.alloc(32, 1);
  const path = Array.from({ length: 41 }, (_, i) => Buffer.alloc(32, i + 2));
  // The low forty bits of the index are 0, so that the first forty neighbours are on the right.
  const root = path.reduce<Buffer>(
    (hash, node, i) => (i < 40 ? nodeHash(hash, node) : nodeHash(node, hash)),
    leafOfAll,
  );
  const claim = { index, size, leaf: bytes(leafOfAll), root: bytes(root) };
  expect(await includesLeaf(claim, path.map(bytes))).toBe(true);
  expect(await includesLeaf({ ...claim, index: index + 1 }, path.map(bytes))).toBe(false);
});

prop.prop([
  fc.record({
    position: fc.integer({ min: 1 }),
    id: fc.string({ unit: 'binary' }),
    stream: fc.string({ unit: 'binary' }),
    version: fc.nat(),
    type: fc.string(),
    schema: fc.nat(),
    at: fc.maxSafeNat(),
    meta: fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
    commitment: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  }),
])('the browser makes the leaf that the service makes, whatever an envelope holds', async (one) => {
  const commitment = Buffer.from(one.commitment);
  const meta = one.meta as { actor: string };
  const hex = { ...one, commitment: commitment.toString('hex') };
  expect(Buffer.from(await leafHash(hex))).toEqual(leaf({ ...one, meta, commitment }));
});
