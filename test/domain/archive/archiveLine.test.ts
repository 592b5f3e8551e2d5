import { expect, test } from 'vitest';
import { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { NOTE_LINE, ONE_OF_EACH } from '../../support/archiveLines.js';

test.each(ONE_OF_EACH)('a line of the record $record is taken as it is', (line) => {
  expect(ArchiveLine.parse(line)).toEqual(line);
});

test.each(ONE_OF_EACH)('a line of the record $record with an unknown key is refused', (line) => {
  const { error } = ArchiveLine.safeParse({ ...line, score: 3 });
  expect(error?.issues[0]?.message).toContain('score');
});

test('a time of any offset is kept in UTC with whole seconds', () => {
  const parsed = ArchiveLine.parse({ ...NOTE_LINE, created_at: '2026-11-01T12:00:00.750+02:00' });
  expect(parsed).toEqual({ ...NOTE_LINE, created_at: '2026-11-01T10:00:00Z' });
});

test('an unknown record is refused, and the records that there are are named', () => {
  const { error } = ArchiveLine.safeParse({ record: 'memory' });
  expect(JSON.stringify(error?.issues)).toContain('record');
});
