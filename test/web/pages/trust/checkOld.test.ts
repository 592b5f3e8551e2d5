import { expect, test } from 'vitest';
import { formatCheckpoint } from '../../../../src/proof/checkpoint.js';
import { EMPTY_ROOT, logTree } from '../../../../src/proof/merkleTree.js';
import {
  formatVerifierKey,
  newSigningKey,
  readSigningKey,
  signNote,
} from '../../../../src/proof/signingKey.js';
import { type Asks, checkOld } from '../../../../web/pages/trust/checkOld.js';
import { fileText } from '../../../../web/pages/trust/fileText.js';

const ORIGIN = 'memory-vault/0123456789abcdef';
const KEY = readSigningKey(newSigningKey(ORIGIN));
const VERIFIER = formatVerifierKey(KEY);
const base64 = (hash: Buffer) => hash.toString('base64');

/** A vault of `size` events, of which those from `changedFrom` on differ from those of others. */
function vault(size: number, { changedFrom = 99, key = KEY } = {}) {
  const leaves = Array.from({ length: size }, (_, i) => Buffer.alloc(32, i < changedFrom ? i : ~i));
  const tree = logTree(async ({ from, to }) => leaves.slice(from, to));
  const note = async (of = size) => {
    const root = of === 0 ? EMPTY_ROOT : await tree.root(of);
    return signNote(formatCheckpoint({ origin: key.name, size: of, root }), key);
  };
  const asks: Asks = {
    key: async () => `${formatVerifierKey(key)}\n`,
    checkpoint: async () => note(),
    consistency: async (from, to) => ({
      from,
      to,
      from_root: base64(await tree.root(from)),
      to_root: base64(await tree.root(to)),
      path: (await tree.consistency(from, to)).map(base64),
    }),
  };
  return { note, asks };
}

async function stepsOf(note: string, asks: Asks, key?: string) {
  const steps = [];
  for await (const step of checkOld(note, key, asks)) steps.push(step);
  return steps;
}

const states = async (note: string, asks: Asks, key?: string) =>
  (await stepsOf(note, asks, key)).map(({ state }) => state).join(' ');
const last = async (note: string, asks: Asks, key?: string) =>
  (await stepsOf(note, asks, key)).at(-1)?.detail;

test.each([0, 1, 4, 5, 9])(
  'a checkpoint of %i events passes every check as the log grows',
  async (size) => {
    const { note, asks } = vault(9);
    expect(await states(await note(size), asks)).toBe('ok ok ok ok');
    expect(await states(await note(size), asks, VERIFIER)).toBe('ok ok ok ok');
  },
);

test('a log that was changed before the checkpoint fails at the last check, and one changed after it does not', async () => {
  const old = await vault(9).note(5);
  const { asks } = vault(9, { changedFrom: 4 });
  expect(await states(old, asks)).toBe('ok ok ok failed');
  expect(await last(old, asks)).toContain('the first 5 events differ');
  expect(await states(old, vault(9, { changedFrom: 5 }).asks)).toBe('ok ok ok ok');
});

test('a log that was cut off is told from one that was changed', async () => {
  const old = await vault(9).note(7);
  const { asks } = vault(5);
  expect(await states(old, asks)).toBe('ok ok ok failed');
  expect(await last(old, asks)).toBe(
    'the checkpoint counted 7 events, but the log has 5 events now: the end of the log was cut off, or an older copy took its place',
  );
});

test('a checkpoint of another vault is named as one', async () => {
  const other = readSigningKey(newSigningKey('memory-vault/other'));
  const old = await vault(5, { key: other }).note();
  expect(await states(old, vault(9).asks)).toBe('ok failed');
  expect(await last(old, vault(9).asks)).toBe(
    `it is a checkpoint of another vault: memory-vault/other; this vault is ${ORIGIN}`,
  );
});

test('a vault that was replaced, and signs with a new key, is found by a key that was kept', async () => {
  const forged = vault(9, { key: readSigningKey(newSigningKey(ORIGIN)) });
  const old = await vault(9).note(5);
  expect(await states(old, forged.asks)).toBe('ok failed');
  expect(await states(old, forged.asks, VERIFIER)).toBe('ok ok failed');
  expect(await last(old, forged.asks, VERIFIER)).toBe(
    `it was signed as ${ORIGIN}, but with another key`,
  );
});

test('a checkpoint with a digit changed has no genuine signature', async () => {
  const { note, asks } = vault(9);
  const forged = (await note(5)).replace('\n5\n', '\n6\n');
  expect(await states(forged, asks)).toBe('ok failed');
  expect(await last(forged, asks)).toBe(
    `the signature of ${ORIGIN} does not match: it was changed or forged`,
  );
});

test.each([
  ['', 'this is not a signed note'],
  ['some text\n', 'this is not a signed note'],
  ['some text\n\n— a AAAAAAAA\n', 'this is not a checkpoint'],
])('%j is no checkpoint', async (text, why) => {
  const [step, ...more] = await stepsOf(text, vault(3).asks);
  expect(step).toMatchObject({ state: 'failed', detail: expect.stringContaining(why) });
  expect(more).toEqual([]);
});

test('a key that is none is said to be none', async () => {
  const { note, asks } = vault(3);
  expect((await stepsOf(await note(), asks, 'nonsense')).at(-1)).toMatchObject({
    title: 'Key that you kept',
    state: 'failed',
  });
});

test('what the vault refuses is not taken for a verdict', async () => {
  const { note, asks } = vault(3);
  const gone = { ...asks, consistency: () => Promise.reject(new Error('503')) };
  await expect(stepsOf(await note(2), gone)).rejects.toThrow('503');
});

test('a file is read as text, or refused in words', async () => {
  const text = await vault(3).note();
  expect(await fileText(new Blob([text]))).toBe(text);
  expect(await fileText(new Blob([`\uFEFF${text}`]))).not.toBe(text);
  await expect(fileText(new Blob([]))).rejects.toThrow('it is empty');
  await expect(fileText(new Blob([Buffer.of(0xff, 0xfe)]))).rejects.toThrow('it is no text');
  await expect(fileText(new Blob([Buffer.alloc(70_000)]))).rejects.toThrow('larger than any');
});
