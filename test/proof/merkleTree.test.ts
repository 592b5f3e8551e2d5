import { expect, test } from 'vitest';
import { sha256 } from '../../src/domain/hash.js';
import { EMPTY_ROOT, growingTree, logTree, nodeHash } from '../../src/proof/merkleTree.js';
import { verifyConsistency, verifyInclusion } from '../support/checkPaths.js';
import { CONSISTENCIES, INCLUSIONS, LEAVES, ROOTS } from '../support/merkleVectors.js';

const leafHash = (data: Buffer) => sha256(Buffer.concat([Buffer.of(0), data]));
const treeOver = (leaves: readonly Buffer[]) =>
  logTree(async ({ from, to }) => leaves.slice(from, to));

/** A literal implementation of the definition in RFC 6962 §2.1. */
function rootByDefinition(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (!only) return sha256('');
  if (leaves.length === 1) return only;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(rootByDefinition(leaves.slice(0, k)), rootByDefinition(leaves.slice(k)));
}

const known = LEAVES.map(leafHash);
const numbered = Array.from({ length: 1200 }, (_, i) => leafHash(Buffer.from(`leaf ${i}`)));

test('the roots match the test vectors', async () => {
  const growing = growingTree();
  expect(growing.root()).toEqual(EMPTY_ROOT);
  expect(EMPTY_ROOT.toString('hex')).toMatch(/^e3b0c44298fc1c149afbf4c8996fb924/);
  for (const [i, root] of ROOTS.entries()) {
    growing.add(known[i] ?? EMPTY_ROOT);
    expect(growing.root()).toEqual(root);
    expect(growing.root()).toEqual(root);
    expect(await treeOver(known).root(i + 1)).toEqual(root);
  }
});

test('the proofs match the test vectors', async () => {
  for (const { index, size, proof } of INCLUSIONS) {
    expect(await treeOver(known).inclusion(index, size)).toEqual(proof);
  }
  for (const { from, to, proof } of CONSISTENCIES) {
    expect(await treeOver(known).consistency(from, to)).toEqual(proof);
  }
});

test('roots match the definition, also for trees with cached subtrees', async () => {
  const tree = treeOver(numbered);
  const growing = growingTree();
  for (const [i, leaf] of numbered.entries()) {
    growing.add(leaf);
    if (i < 70 || i % 101 === 0 || i > 1190) {
      expect(growing.root()).toEqual(rootByDefinition(numbered.slice(0, i + 1)));
      expect(await tree.root(i + 1)).toEqual(growing.root());
    }
  }
});

test('every leaf of every tree of up to 70 leaves has a proof, which fails for another leaf', async () => {
  const tree = treeOver(numbered);
  for (let size = 1; size <= 70; size++) {
    const root = await tree.root(size);
    for (let index = 0; index < size; index++) {
      const leaf = numbered[index] ?? EMPTY_ROOT;
      const proof = await tree.inclusion(index, size);
      expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      expect(await verifyInclusion({ index, size, leaf }, proof, root)).toBe(true);
      const other = numbered[index + 1] ?? EMPTY_ROOT;
      expect(await verifyInclusion({ index, size, leaf: other }, proof, root)).toBe(false);
    }
  }
});

test('every tree of up to 70 leaves has a consistency proof for each smaller tree, which fails for other trees', async () => {
  const tree = treeOver(numbered);
  const forged = treeOver(numbered.with(0, EMPTY_ROOT));
  for (let to = 1; to <= 70; to++) {
    const newRoot = await tree.root(to);
    for (let from = 1; from <= to; from++) {
      const proof = await tree.consistency(from, to);
      expect(await verifyConsistency({ from, to }, proof, await tree.root(from), newRoot)).toBe(
        true,
      );
      const other = await forged.root(from);
      expect(await verifyConsistency({ from, to }, proof, other, newRoot)).toBe(false);
      const lie = await forged.consistency(from, to);
      expect(
        await verifyConsistency({ from, to }, lie, await tree.root(from), await forged.root(to)),
      ).toBe(false);
    }
  }
});

test('proofs for trees with cached subtrees are valid, too', async () => {
  const tree = treeOver(numbered);
  const root = await tree.root(1200);
  for (const index of [0, 255, 256, 700, 1023, 1024, 1199]) {
    const proof = await tree.inclusion(index, 1200);
    const leaf = numbered[index] ?? EMPTY_ROOT;
    expect(await verifyInclusion({ index, size: 1200, leaf }, proof, root)).toBe(true);
  }
  for (const from of [1, 256, 257, 512, 700, 1024, 1199]) {
    const proof = await tree.consistency(from, 1200);
    expect(await verifyConsistency({ from, to: 1200 }, proof, await tree.root(from), root)).toBe(
      true,
    );
  }
});

/** All ways to change a proof: a flipped bit in a node, a missing node, an extra node, two swapped nodes. */
function bent(proof: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const flipped = proof.map((node, i) => {
    const other = Buffer.from(node);
    other[i % 32] = (other[i % 32] ?? 0) ^ 8;
    return proof.with(i, other);
  });
  const swapped = proof
    .slice(1)
    .map((node, i) => proof.with(i, node).with(i + 1, proof[i] ?? node));
  const more = [
    [...proof, EMPTY_ROOT],
    [EMPTY_ROOT, ...proof],
  ];
  const less = proof.length > 0 ? [proof.slice(1), proof.slice(0, -1)] : [];
  return [...flipped, ...swapped, ...more, ...less];
}

test('a changed inclusion proof fails, and so does one for another index or size', async () => {
  const tree = treeOver(numbered);
  for (const [index, size] of [
    [0, 8],
    [5, 8],
    [2, 3],
    [1, 5],
    [40, 69],
    [69, 70],
  ] as const) {
    const leaf = numbered[index] ?? EMPTY_ROOT;
    const proof = await tree.inclusion(index, size);
    const root = await tree.root(size);
    for (const wrong of bent(proof)) {
      expect(await verifyInclusion({ index, size, leaf }, wrong, root)).toBe(false);
    }
    for (const place of [index - 1, index + 1, index ^ 2, size]) {
      expect(await verifyInclusion({ index: place, size, leaf }, proof, root)).toBe(false);
    }
    for (const other of [size * 2, Math.floor(size / 2), 0]) {
      expect(await verifyInclusion({ index, size: other, leaf }, proof, root)).toBe(false);
    }
  }
});

test('a changed consistency proof fails, and so does one for other sizes or roots', async () => {
  const tree = treeOver(numbered);
  for (const [from, to] of [
    [1, 8],
    [6, 8],
    [2, 5],
    [6, 7],
    [4, 69],
    [33, 70],
  ] as const) {
    const proof = await tree.consistency(from, to);
    const [older, newer] = [await tree.root(from), await tree.root(to)];
    for (const wrong of [...bent(proof), [older, ...proof], [newer, ...proof], []]) {
      expect(await verifyConsistency({ from, to }, wrong, older, newer)).toBe(false);
    }
    expect(await verifyConsistency({ from, to }, proof, newer, older)).toBe(false);
    for (const other of [from - 1, from + 1, from ^ 2]) {
      expect(await verifyConsistency({ from: other, to }, proof, older, newer)).toBe(false);
    }
    for (const other of [to * 2, Math.floor(to / 2)]) {
      expect(await verifyConsistency({ from, to: other }, proof, older, newer)).toBe(false);
    }
  }
});

test('for the empty tree and for equal trees only the empty proof is valid', async () => {
  const [root = EMPTY_ROOT, other = EMPTY_ROOT] = ROOTS;
  expect(await verifyConsistency({ from: 0, to: 3 }, [], EMPTY_ROOT, root)).toBe(true);
  expect(await verifyConsistency({ from: 0, to: 3 }, [root], EMPTY_ROOT, root)).toBe(false);
  expect(await verifyConsistency({ from: 3, to: 3 }, [], root, root)).toBe(true);
  expect(await verifyConsistency({ from: 3, to: 3 }, [], root, other)).toBe(false);
  expect(await verifyConsistency({ from: 4, to: 3 }, [], root, root)).toBe(false);
});

test('a log that returns too few leaves is an error', async () => {
  await expect(treeOver(known).root(9)).rejects.toThrow('the log has no leaves 0 to 9');
});
