import { expect, test } from 'vitest';
import {
  DEFAULT_SIZES,
  notesFile,
  type Options,
  PARTS,
  parts,
  reportDirectory,
  sizes,
} from '../../../lab/bench/options.js';

const WHOLE: Options = {
  sizes: DEFAULT_SIZES,
  parts: PARTS,
  quick: false,
  keep: undefined,
  again: false,
  add: false,
  report: undefined,
};

test('only a complete run writes the document, unless an option says otherwise', () => {
  expect(reportDirectory(WHOLE)).toMatch(/docs$/);
  expect(reportDirectory({ ...WHOLE, report: false })).toBeUndefined();
  expect(reportDirectory({ ...WHOLE, quick: true })).toBeUndefined();
  expect(reportDirectory({ ...WHOLE, parts: ['saves'] })).toBeUndefined();
  expect(reportDirectory({ ...WHOLE, sizes: [10_000] })).toBeUndefined();
  expect(reportDirectory({ ...WHOLE, parts: ['saves'], add: true })).toMatch(/docs$/);
  expect(reportDirectory({ ...WHOLE, add: true, report: false })).toBeUndefined();
  expect(reportDirectory({ ...WHOLE, parts: ['saves'], report: true })).toMatch(/docs$/);
  expect(reportDirectory({ ...WHOLE, report: '/elsewhere' })).toBe('/elsewhere');
});

test('sizes and parts are parsed, and unknown ones are refused', () => {
  expect(sizes('100000,10000')).toEqual([10_000, 100_000]);
  expect(parts('saves,reads')).toEqual(['saves', 'reads']);
  for (const wrong of ['', '10', 'many', '1e3,'])
    expect(() => sizes(wrong)).toThrow(/whole numbers/);
  expect(() => parts('saves,speed')).toThrow(/must be some of saves/);
});

test('without notes, the message says how to pass some', () => {
  expect(() => notesFile('/nowhere/notes.ndjson')).toThrow(
    'there are no notes at /nowhere/notes.ndjson: give a file of notes (NDJSON), or set VAULT_NOTES to one',
  );
});
