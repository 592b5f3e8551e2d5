import type { Observation } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { localDay, secondsOf, timelineRows } from '../../../../web/pages/project/timelineRows.js';

function note(id: string, at: string, session_id: string | null): Observation {
  return { id, session_id, type: 'context', title: id, content: '', tags: [], created_at: at };
}

test('notes stand under their day and session; a session is named again after notes of others', () => {
  const rows = timelineRows(
    [
      note('E', '2026-11-20T12:00:00Z', 'S2'),
      note('D', '2026-11-20T11:00:00Z', 'S1'),
      note('C', '2026-11-20T10:00:00Z', 'S1'),
      note('B', '2026-11-20T09:00:00Z', null),
      note('A', '2026-11-19T09:00:00Z', 'S1'),
    ],
    (at) => at.slice(0, 10),
  );
  expect(rows.map((row) => (row.kind === 'note' ? row.note.id : row.key))).toEqual([
    'day 2026-11-20',
    'session of E',
    'E',
    'session of D',
    'D',
    'C',
    'B',
    'day 2026-11-19',
    'session of A',
    'A',
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test('a day has all its seconds, in the time zone of the reader', () => {
  const { from = '', to = '' } = secondsOf('2026-11-20') ?? {};
  expect([localDay(from), localDay(to)]).toEqual(['2026-11-20', '2026-11-20']);
  expect((Date.parse(to) - Date.parse(from)) / 1000).toBe(86_399);
});

test.each([null, '', 'yesterday', '2026-99-99'])('%j is no day', (day) => {
  expect(secondsOf(day)).toBeUndefined();
});
