import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteFile, readNoteFile } from '../../../src/cli/verbs/editVerb.js';
import { OBSERVATION_TYPES } from '../../../src/domain/observationTypes.js';

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const note = fc.record({
  id: fc.constant('01KA5ZJ3M4T6V8X0Y2Z4A6C8E0'),
  session_id: fc.constant(null),
  created_at: fc.constant('2026-11-20T09:30:00Z'),
  title: fc.oneof(text, fc.constantFrom('---', '# x', 'null', '2026', 'a: b', '- x', "'", '"')),
  type: fc.constantFrom(...OBSERVATION_TYPES),
  tags: fc.array(text),
  content: fc.oneof(text, fc.constantFrom('---', '---\na: b\n---\n', '\n\nx', '# heading')),
});

test('an untouched file holds the note as it was', () => {
  fc.assert(
    fc.property(note, ({ id, session_id, created_at, ...editable }) => {
      const file = noteFile({ id, session_id, created_at, ...editable });
      expect(readNoteFile(file)).toEqual(editable);
    }),
  );
});

test.each([
  ['no front matter', 'are missing'],
  ['---\n[\n---\nx', 'not YAML'],
  ['---\ntitle: t\ntype: task\nproject: p\n---\nx', 'not project'],
  ['---\ntype: task\n---\nx', 'the title'],
  ['---\ntitle: t\ntype: tsk\n---\nx', 'the type'],
  ['---\ntitle: t\ntype: task\ntags: [[a]]\n---\nx', 'the tags'],
])('of the file %j it is said what is wrong', (file, wrong) => {
  expect(readNoteFile(file)).toEqual({ wrong: expect.stringContaining(wrong) });
});

test('tags that were all removed are none', () => {
  const file = '---\ntitle: t\ntype: task\ntags:\n---\nx\n';
  expect(readNoteFile(file)).toEqual({ title: 't', type: 'task', tags: [], content: 'x' });
});
