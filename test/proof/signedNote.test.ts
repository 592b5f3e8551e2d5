import { expect, test } from 'vitest';
import { formatCheckpoint, readCheckpoint } from '../../src/proof/checkpoint.js';
import {
  formatVerifierKey,
  newSigningKey,
  openNote,
  readSigningKey,
  readVerifierKey,
  signNote,
} from '../../src/proof/signingKey.js';

/** The example of Go's `golang.org/x/mod/sumdb/note`, which first implemented the format. */
const SIGNER = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const VERIFIER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;
const NOTE = `${TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

test('signing gives the note of the test vector byte for byte, and its key opens it', () => {
  expect(signNote(TEXT, readSigningKey(SIGNER))).toBe(NOTE);
  expect(formatVerifierKey(readSigningKey(SIGNER))).toBe(VERIFIER);
  expect(formatVerifierKey(readVerifierKey(VERIFIER))).toBe(VERIFIER);
  expect(openNote(NOTE, readVerifierKey(VERIFIER))).toBe(TEXT);
});

test('an incomplete key is refused', () => {
  const wrong = [...VERIFIER].map((_, i) => VERIFIER.slice(0, i) + VERIFIER.slice(i + 1));
  for (const text of [...wrong, '', `${VERIFIER}+`, ` ${VERIFIER}`, `x${VERIFIER}`]) {
    expect(() => readVerifierKey(text)).toThrow('not an Ed25519 key');
  }
  for (let i = 0; i < SIGNER.length; i++) {
    expect(() => readSigningKey(SIGNER.slice(0, i) + SIGNER.slice(i + 1))).toThrow(
      'not an Ed25519 key',
    );
  }
});

test('the public part of a new key opens notes that the key has signed', () => {
  const key = readSigningKey(newSigningKey('example.com/vault'));
  const opened = openNote(signNote(TEXT, key), readVerifierKey(formatVerifierKey(key)));
  expect(opened).toBe(TEXT);
  expect(newSigningKey('example.com/vault')).not.toBe(newSigningKey('example.com/vault'));
});

test('a note with any change does not open', () => {
  const key = readVerifierKey(VERIFIER);
  for (let i = 0; i < NOTE.length; i++) {
    const other = NOTE[i] === 'A' ? 'B' : 'A';
    const changed = NOTE.slice(0, i) + other + NOTE.slice(i + 1);
    expect(() => openNote(changed, key), `character ${i}`).toThrow();
  }
});

test('signatures of other keys are ignored, even with the same name', () => {
  const other = readSigningKey(newSigningKey('witness.example'));
  const witnessed = NOTE + signNote(TEXT, other).slice(TEXT.length + 1);
  expect(openNote(witnessed, readVerifierKey(VERIFIER))).toBe(TEXT);
  expect(openNote(witnessed, other)).toBe(TEXT);
  const namesake = readSigningKey(newSigningKey('PeterNeumann'));
  expect(() => openNote(NOTE, namesake)).toThrow(
    'the note has no signature of PeterNeumann with this key',
  );
  expect(() => openNote(NOTE, other)).toThrow('no signature of witness.example');
  expect(() => openNote(TEXT, other)).toThrow('not a signed note');
});

test('the text of a checkpoint is origin, size and root, one per line', () => {
  // The example of https://c2sp.org/tlog-checkpoint.
  const text =
    'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  const checkpoint = readCheckpoint(text);
  expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20852163 });
  expect(formatCheckpoint(checkpoint)).toBe(text);
  expect(readCheckpoint(`${text}more\n`)).toEqual(checkpoint);
  for (const wrong of [
    '',
    text.slice(0, -1),
    text.replace('20', '020'),
    text.replace('=', ''),
    `\n${text}`,
    `${text}\n`,
  ]) {
    expect(() => readCheckpoint(wrong)).toThrow('not a checkpoint');
  }
});
