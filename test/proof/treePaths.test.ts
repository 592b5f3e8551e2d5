import { fc, test as prop } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { leaf } from '../../src/log/chain.js';
import type { Bytes } from '../../src/proof/bytes.js';
import { proveInclusion } from '../../src/proof/claims.js';
import { EMPTY_ROOT, logTree, nodeHash } from '../../src/proof/merkleTree.js';
import { emptyRoot, extendsTree, includesLeaf } from '../../src/proof/treePaths.js';
import { sha256 as sha256OfPage } from '../../web/proof/webCrypto.js';
import { sha256 } from '../support/checkPaths.js';
import { CONSISTENCIES, INCLUSIONS, LEAVES, ROOTS } from '../support/merkleVectors.js';

const bytes = (buffer: Uint8Array): Bytes => Uint8Array.from(buffer);
const rootOf = (size: number) => bytes(ROOTS[size - 1] ?? EMPTY_ROOT);
const leafOf = (index: number) => sha256(bytes(Buffer.from([0, ...(LEAVES[index] ?? [])])));

test.each(INCLUSIONS)('the vector for leaf $index of $size is proved', async (vector) => {
  const { index, size, proof } = vector;
  const claim = { index, size, leaf: await leafOf(index), root: rootOf(size) };
  const other = { ...claim, root: rootOf((size % 8) + 1) };
  for (const digest of [sha256, sha256OfPage]) {
    expect(await includesLeaf(claim, proof.map(bytes), digest)).toBe(true);
    expect(await includesLeaf(other, proof.map(bytes), digest)).toBe(false);
  }
});

test.each(CONSISTENCIES)('the vector from $from to $to leaves is proved', async (vector) => {
  const { from, to, proof } = vector;
  const [older, newer] = [
    { size: from, root: rootOf(from) },
    { size: to, root: rootOf(to) },
  ];
  const other = { ...older, root: rootOf((from % 8) + 1) };
  for (const digest of [sha256, sha256OfPage]) {
    expect(await extendsTree(older, newer, proof.map(bytes), digest)).toBe(true);
    expect(await extendsTree(other, newer, proof.map(bytes), digest)).toBe(false);
  }
});

test('every log extends the empty one, whose root is that of no leaves', async () => {
  const newer = { size: 3, root: rootOf(3) };
  expect(await extendsTree({ size: 0, root: emptyRoot() }, newer, [], sha256)).toBe(true);
  expect(await extendsTree({ size: 0, root: rootOf(1) }, newer, [], sha256)).toBe(false);
  expect(await extendsTree({ size: 0, root: emptyRoot() }, newer, [rootOf(1)], sha256)).toBe(false);
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
  'a proof of consistency that was tampered with proves nothing',
  async ([from, to], how, isOther) => {
    const proof = await tree.consistency(from, to);
    const path = tampered(proof, how);
    const [oldRoot, newRoot] = [await tree.root(isOther ? to : from), await tree.root(to)];
    const older = { size: from, root: bytes(oldRoot) };
    const newer = { size: to, root: bytes(newRoot) };
    const isSame = path.length === proof.length && path.every((hash, i) => proof[i]?.equals(hash));
    const expected = isSame && (!isOther || from === to);
    expect(await extendsTree(older, newer, path.map(bytes), sha256)).toBe(expected);
  },
);

prop.prop([sizes, tampering, fc.boolean()])(
  'a proof of inclusion that was tampered with proves nothing',
  async ([place, size], how, isOther) => {
    const index = place - 1;
    const proof = await tree.inclusion(index, size);
    const path = tampered(proof, how);
    const hash = MANY[isOther ? (index + 1) % SIZE : index] ?? Buffer.alloc(32);
    const root = await tree.root(size);
    const claim = { index, size, leaf: bytes(hash), root: bytes(root) };
    const isSame = path.length === proof.length && path.every((node, i) => proof[i]?.equals(node));
    expect(await includesLeaf(claim, path.map(bytes), sha256)).toBe(isSame && !isOther);
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
  expect(await includesLeaf(claim, path.map(bytes), sha256)).toBe(true);
  expect(await includesLeaf({ ...claim, index: index + 1 }, path.map(bytes), sha256)).toBe(false);
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
])('a proof is about the leaf that the log makes, whatever an envelope holds', async (one) => {
  const commitment = Buffer.from(one.commitment);
  const meta = one.meta as { actor: string };
  const made = bytes(leaf({ ...one, meta, commitment }));
  const envelope = { ...one, commitment: commitment.toString('hex') };
  const tree = { size: one.position, root: made };
  const claim = { index: one.position - 1, leaf: made, tree, path: [], envelope };
  const verdict = proveInclusion(claim, sha256);
  if (one.position === 1) await verdict;
  // Its leaf is the right one, but not the whole tree.
  else await expect(verdict).rejects.toThrow('the path does not lead');
  await expect(proveInclusion({ ...claim, leaf: emptyRoot() }, sha256)).rejects.toThrow(
    'does not match its leaf',
  );
});
