import { expect, test } from 'vitest';
import { CommitNotes } from '../../../src/import/git/commitNotes.js';
import { FIX } from '../../support/importWays.js';

test('a note that cannot be made says why, and the others come', () => {
  const notes = new CommitNotes('shop');
  const commit = { author: 'a', email: 'a@example.org', files: ['a.ts'] };
  notes.take({ ...commit, hash: 'a'.repeat(40), at: 1, message: FIX });
  notes.take({ ...commit, hash: 'b'.repeat(40), at: 1e30, message: FIX.replace('once', 'twice') });
  notes.take({ ...commit, hash: 'c'.repeat(40), at: 2, message: FIX.replace('once', 'again') });
  expect([...notes.rows()]).toEqual([
    expect.objectContaining({ line: expect.objectContaining({ title: 'round prices once' }) }),
    expect.objectContaining({ line: expect.objectContaining({ title: 'round prices again' }) }),
    { row: 'commit bbbbbbb', skipped: expect.any(String) },
  ]);
});
