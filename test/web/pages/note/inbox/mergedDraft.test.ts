import type { Observation } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { changeOf } from '../../../../../web/pages/note/draft.js';
import { mergedDraft } from '../../../../../web/pages/note/inbox/mergedDraft.js';

const NOTE: Observation = {
  id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
  session_id: null,
  type: 'decision',
  title: 'Tills round up',
  content: 'Up.\n',
  tags: ['cash'],
  anchors: [{ path: 'src/till.ts' }],
  created_at: '2026-11-20T09:30:00Z',
};

test('a note that another is merged into keeps its name, and has the texts, tags and files of both', () => {
  const anchors = [{ path: 'src/till.ts' }, { path: 'src/sum.ts', lines: '1-2' }];
  const proposed = { ...NOTE, title: 'Other', content: 'By law.', tags: ['law', 'cash'], anchors };
  expect(changeOf(NOTE, mergedDraft(NOTE, proposed))).toEqual({
    content: 'Up.\n\nBy law.',
    tags: ['cash', 'law'],
    anchors,
  });
});
