import { decodeTime } from 'ulid';
import { expect, test } from 'vitest';
import { Ulid } from '../../src/domain/ids.js';
import { sourceId } from '../../src/import/sourceRow.js';

const AT = Date.parse('2026-11-01T10:00:00Z');

test('the same row of a source always has the same id, which holds its time', () => {
  const id = sourceId('engram', 'observations 17', AT);
  // Written down: another id would import everything a second time.
  expect(id).toBe('01M6B8TE80YDZGCDFF101TVA0K');
  expect(decodeTime(id)).toBe(AT);
});

test('other keys and other sources give other ids', () => {
  const ids = [
    sourceId('engram', '17', AT),
    sourceId('engram', '18', AT),
    sourceId('korva', '17', AT),
    sourceId('engram1', '7', AT),
  ];
  expect(new Set(ids.map((id) => id.slice(10))).size).toBe(4);
});

test.each([-1, Number.NaN, 2 ** 53, 1.5])('a time of %s still gives a ULID', (at) => {
  const id = sourceId('engram', '17', at);
  expect(Ulid.parse(id)).toBe(id);
});
