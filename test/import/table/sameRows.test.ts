import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCsv, openNdjson } from '../../../src/import/table.js';
import { runs } from '../../support/depth.js';
import { fileWith } from '../../support/importWays.js';
import { notesIn, rowsOf, skippedIn } from '../../support/sourceFiles.js';

const TEXT = fc.oneof(
  // A file with a NUL is taken for binary data.
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom('', ' a ', 'a,b', 'a;b', 'a\tb', '"', '""', 'a"b', '"a"', 'x\ny', 'x\r\ny', '\n'),
  fc.constantFrom('(no)', '/a_', '_a', ')a/', '#a', '=a'),
  fc.constantFrom('é', 'e\u0301', '🙂', '\uFEFF', '\u2028', 'x'.repeat(250), '31/12/2025'),
);
const WORD = fc.stringMatching(/^[a-z]{1,5}$/);

const ROW = fc.record(
  {
    Title: TEXT,
    body: TEXT,
    id: fc.oneof(fc.nat(3), WORD),
    kind: fc.constantFrom('bug', 'decision', 'poem'),
    labels: fc.array(WORD, { maxLength: 3 }),
    at: fc.oneof(
      fc.constantFrom('2026-01-02', '2026-01-02T03:04:05+02:00', 'never'),
      fc.integer({ min: 1e9, max: 2e9 }),
    ),
    repo: fc.constantFrom('shop', 'bank', ''),
    session: WORD,
    ref: fc.constantFrom('d3d3787dd31b', 'A-1'),
    files: fc.array(WORD, { maxLength: 2 }),
    supersedes: fc.nat(3),
    more: TEXT,
    'odd, "name"': TEXT,
  },
  { requiredKeys: [] },
);

/** A cell as programs write it: with quotes where it needs them, and where it does not. */
function cellOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
  const isQuoted = /[",;\t\r\n]/.test(text) || text.length % 2 === 0;
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

test('the same rows are the same notes in CSV and in NDJSON, whatever stands in them', async () => {
  const check = async (rows: readonly object[], separator: string, end: string, mark: string) => {
    const all = [{ Title: 'First', at: '2026-01-01' }, ...rows];
    const columns = [...new Set(all.flatMap((row) => Object.keys(row)))];
    const csv = [
      columns,
      ...all.map((row) =>
        columns.map((name) => Object.entries(row).find(([one]) => one === name)?.[1]),
      ),
    ]
      .map((cells) => cells.map(cellOf).join(separator))
      .join(end);
    const ndjson = all.map((row) => JSON.stringify(row)).join('\n');
    const one = await rowsOf(await openCsv(fileWith('a.csv', mark + csv)));
    const other = await rowsOf(await openNdjson(fileWith('a.ndjson', ndjson)));
    // Without a time, that of the file.
    const notes = (of: typeof one) =>
      notesIn(of).map((note) => ({ ...note, created_at: note.created_at.slice(0, 4) }));
    expect(notes(one)).toEqual(notes(other));
    const lost = (of: typeof one) => skippedIn(of).filter(([row]) => row.startsWith('column'));
    expect(lost(one)).toEqual(lost(other));
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(ROW, { maxLength: 5 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\uFEFF'),
      check,
    ),
    { numRuns: runs(40, 400) },
  );
});
