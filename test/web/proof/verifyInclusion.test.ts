import { fc, test as prop } from '@fast-check/vitest';
import type { components } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { type Envelope, leaf } from '../../../src/log/chain.js';
import { formatCheckpoint } from '../../../src/proof/checkpoint.js';
import { logTree } from '../../../src/proof/merkleTree.js';
import {
  formatVerifierKey,
  newSigningKey,
  readSigningKey,
  signNote,
} from '../../../src/proof/signingKey.js';
import { verifyInclusion } from '../../../web/proof/verify.js';

type InclusionProof = components['schemas']['InclusionProof'];

const KEY = readSigningKey(newSigningKey('memory-vault/0123456789abcdef'));
const VERIFIER = formatVerifierKey(KEY);

const base64 = (hash: Buffer) => hash.toString('base64');

const envelopeAt = (position: number): Envelope => ({
  position,
  id: `01KA5ZJ3M4T6V8X0Y2Z4A6${String(position).padStart(4, '0')}`,
  stream: `observation/${position}`,
  version: 1,
  type: 'observation.saved',
  schema: 1,
  at: 1_795_167_000_000 + position,
  meta: { actor: 'anonymous', request_id: `“ü${position}\u2028\\` },
  commitment: Buffer.alloc(32, position),
});

/** What the service answers about the event at `index` in a log of `size` events, and the checkpoint of that log. */
async function proved(index: number, size: number) {
  const leaves = Array.from({ length: size }, (_, i) => leaf(envelopeAt(i + 1)));
  const tree = logTree(async ({ from, to }) => leaves.slice(from, to));
  const root = await tree.root(size);
  const envelope = envelopeAt(index + 1);
  const proof: InclusionProof = {
    leaf_index: index,
    leaf_hash: base64(leaf(envelope)),
    tree_size: size,
    root: base64(root),
    path: (await tree.inclusion(index, size)).map(base64),
    // As `meta` is read from JSON, it has no optional parts.
    envelope: {
      ...envelope,
      meta: { actor: envelope.meta.actor, request_id: envelope.meta.request_id ?? '' },
      commitment: envelope.commitment.toString('hex'),
    },
  };
  return { proof, note: signNote(formatCheckpoint({ origin: KEY.name, size, root }), KEY), root };
}

const place = fc
  .integer({ min: 1, max: 40 })
  .chain((size) => fc.tuple(fc.nat({ max: size - 1 }), fc.constant(size)));

prop.prop([place])('every event of a log is proved', async ([index, size]) => {
  const { proof, note, root } = await proved(index, size);
  expect(await verifyInclusion(proof, note, VERIFIER)).toEqual({
    ok: true,
    checkpoint: { origin: KEY.name, size, root: base64(root) },
  });
});

/** All values in a proof, by the way to them. */
function placesIn(value: unknown, way: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...way]];
  return Object.entries(value).flatMap(([key, of]) => placesIn(of, [...way, key]));
}

/** The proof with another value at a place. */
function changed(proof: unknown, way: readonly (string | number)[], to: (old: never) => unknown) {
  const copy = structuredClone(proof);
  const parent = way.slice(0, -1).reduce((at, key) => (at as never)[key], copy) as never;
  const last = way.at(-1) as never;
  (parent as Record<string, unknown>)[last] = to(parent[last]);
  return copy as InclusionProof;
}

prop.prop([place, fc.nat(), fc.nat()])(
  'a proof with one value changed is refused, whichever it is',
  async ([index, size], which, how) => {
    const { proof, note } = await proved(index, size);
    const ways = placesIn(proof);
    const way = ways[which % ways.length] ?? [];
    const other = changed(proof, way, (old: unknown) => otherThan(old, how));
    expect(await verifyInclusion(other, note, VERIFIER)).toMatchObject({ ok: false });
  },
);

/** A value of the same type, or of another, that is not `old`. */
function otherThan(old: unknown, how: number): unknown {
  if (how % 5 === 0) return null;
  if (typeof old === 'number') return old + 1 + (how % 3);
  const text = String(old);
  const at = how % Math.max(text.length, 1);
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

prop.prop([place, fc.nat(), fc.nat({ max: 255 })])(
  'a path with a hash too many, too few or in another place is refused',
  async ([index, size], at, byte) => {
    const { proof, note } = await proved(index, size);
    const verdict = async (path: string[]) =>
      (await verifyInclusion({ ...proof, path }, note, VERIFIER)).ok;
    const { path } = proof;
    const i = at % (path.length + 1);
    expect(await verdict(path.toSpliced(i, 0, base64(Buffer.alloc(32, byte))))).toBe(false);
    if (i < path.length) expect(await verdict(path.toSpliced(i, 1))).toBe(false);
    if (path.length > 1) expect(await verdict(path.toReversed())).toBe(false);
  },
);

prop.prop([place, fc.nat(), fc.integer({ min: 1, max: 255 })])(
  'a checkpoint with one character changed is refused, whichever it is',
  async ([index, size], at, by) => {
    const { proof, note } = await proved(index, size);
    const i = at % note.length;
    const other = String.fromCharCode((note.charCodeAt(i) + by) % 65_536);
    const forged = note.slice(0, i) + other + note.slice(i + 1);
    expect(await verifyInclusion(proof, forged, VERIFIER)).toMatchObject({ ok: false });
    expect(await verifyInclusion(proof, note.slice(0, i), VERIFIER)).toMatchObject({ ok: false });
  },
);

test('an event that is not the one at its place is refused, with a proof that fits another', async () => {
  const { proof, note } = await proved(2, 7);
  const { proof: other } = await proved(3, 7);
  const swapped = { ...proof, envelope: other.envelope };
  expect(await verifyInclusion(swapped, note, VERIFIER)).toEqual({
    ok: false,
    why: 'the event does not match its leaf: somebody changed the event in the proof',
  });
  const moved = { ...other, leaf_index: 2, path: proof.path };
  expect(await verifyInclusion(moved, note, VERIFIER)).toMatchObject({ ok: false });
});

test('a field that is not shown is refused, even where the leaf was made with it', async () => {
  const { proof, note } = await proved(0, 1);
  const envelope = { ...proof.envelope, more: 'text' };
  expect(await verifyInclusion({ ...proof, envelope }, note, VERIFIER)).toEqual({
    ok: false,
    why: 'the envelope does not have the fields of an event',
  });
});

test('a proof of another log, or for another size, says which it is', async () => {
  const { proof, note } = await proved(1, 4);
  const { note: later } = await proved(1, 5);
  expect(await verifyInclusion(proof, later, VERIFIER)).toEqual({
    ok: false,
    why: 'the proof is about 4 events, the checkpoint about 5',
  });
  const root = base64(Buffer.alloc(32, 1));
  expect(await verifyInclusion({ ...proof, root }, note, VERIFIER)).toEqual({
    ok: false,
    why: 'the root of the proof is not the one in the checkpoint',
  });
});

test('a checkpoint of another signer, of another key of the same name or about another log is refused', async () => {
  const { proof, note, root } = await proved(1, 4);
  const other = readSigningKey(newSigningKey('memory-vault/other'));
  const namesake = readSigningKey(newSigningKey(KEY.name));
  expect(await verifyInclusion(proof, note, formatVerifierKey(other))).toEqual({
    ok: false,
    why: `it was signed by ${KEY.name}, not by memory-vault/other`,
  });
  expect(await verifyInclusion(proof, note, formatVerifierKey(namesake))).toEqual({
    ok: false,
    why: `it was signed as ${KEY.name}, but with another key`,
  });
  const about = signNote(formatCheckpoint({ origin: 'elsewhere', size: 4, root }), KEY);
  expect(await verifyInclusion(proof, about, VERIFIER)).toEqual({
    ok: false,
    why: `it is about elsewhere, but the key is that of ${KEY.name}`,
  });
});

test('what is no proof, no checkpoint or no key is refused in words', async () => {
  const { proof, note } = await proved(1, 4);
  const why = async (...args: Parameters<typeof verifyInclusion>) => {
    const verdict = await verifyInclusion(...args);
    return verdict.ok ? 'ok' : verdict.why;
  };
  for (const nothing of [null, [], 'text', 3]) {
    expect(await why(nothing as never, note, VERIFIER)).toBe('the proof is not a JSON object');
  }
  expect(await why({ ...proof, tree_size: 4.5 }, note, VERIFIER)).toContain('not a whole number');
  expect(await why({ ...proof, path: new Array(129).fill(proof.root) }, note, VERIFIER)).toContain(
    'at most 128',
  );
  expect(await why(proof, '', VERIFIER)).toContain('not a signed note');
  expect(await why(proof, note.replaceAll('\n', '\r\n'), VERIFIER)).toContain('Windows');
  expect(await why(proof, `\u0007${note}`, VERIFIER)).toContain('control characters');
  for (const key of ['', 'x', VERIFIER.slice(1), `${VERIFIER}A`, ` ${VERIFIER}`]) {
    expect(await why(proof, note, key)).toContain('not a public key for checkpoints');
  }
  expect(await why(proof, note, `${VERIFIER}\n`)).toBe('ok');
});

test('a page without WebCrypto says that it cannot check, not that something is wrong', async () => {
  const { proof, note } = await proved(1, 4);
  const whole = globalThis.crypto;
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
  try {
    expect(await verifyInclusion(proof, note, VERIFIER)).toEqual({
      ok: false,
      unable: true,
      why: expect.stringContaining('plain HTTP'),
    });
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true });
  }
});
