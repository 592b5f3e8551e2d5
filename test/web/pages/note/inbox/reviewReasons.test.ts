import type { ReviewedNote } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { reasonWords } from '../../../../../web/pages/note/inbox/reviewReasons.js';

const NOTE: ReviewedNote = {
  id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
  session_id: null,
  type: 'decision',
  title: 'Tills round up',
  content: 'Up.',
  tags: [],
  created_at: '2026-11-20T09:30:00Z',
  reasons: ['due'],
};

test('why a note should be looked at again is said in words', () => {
  const day = '2026-11-18T23:59:59Z';
  const over = { ...NOTE, validity: 'expired', valid_until: day } as const;
  expect(reasonWords(over, 'due')).toBe('It was valid until Nov 18, 2026.');
  const due = { ...NOTE, validity: 'due', review_after: day } as const;
  expect(reasonWords(due, 'due')).toBe('Its review was due after Nov 18, 2026.');
  expect(reasonWords(NOTE, 'contradicted')).toBe('A newer note contradicts it.');
  const verdicts = { helped: 1, outdated: 0, wrong: 2 };
  expect(reasonWords({ ...NOTE, verdicts }, 'often_wrong')).toBe('2 found it wrong, it helped 1.');
  expect(reasonWords({ ...NOTE, suspect: 'it hides characters' }, 'suspect')).toMatch(
    /no agent gets it: it hides characters\.$/,
  );
});
