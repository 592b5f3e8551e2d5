import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NoteLine } from '../../../src/domain/archive/archiveLine.js';
import { noteFromMarkdown, noteToMarkdown } from '../../../src/domain/archive/noteMarkdown.js';
import { runs } from '../../support/depth.js';
import { oddNoteLines } from '../../support/noteLines.js';

const NOTE: NoteLine = {
  record: 'note',
  id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
  type: 'decision',
  title: 'Retry: once',
  content: 'One key.',
  tags: ['payments', '42'],
  project: 'checkout',
  created_at: '2026-11-01T10:00:00Z',
};

test('a note is its fields as front matter, then its content as it is', () => {
  expect(noteToMarkdown({ ...NOTE, pinned: true })).toBe(
    [
      '---',
      'id: 01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
      'type: decision',
      'title: "Retry: once"',
      'tags:',
      '  - payments',
      '  - "42"',
      'project: checkout',
      'created_at: 2026-11-01T10:00:00Z',
      'pinned: true',
      'aliases:',
      '  - "Retry: once"',
      '---',
      'One key.',
    ].join('\n'),
  );
});

test('reading a written note gives the same line, byte for byte', () => {
  fc.assert(
    fc.property(oddNoteLines, (line) => {
      expect(JSON.stringify(noteFromMarkdown(noteToMarkdown(line)))).toBe(JSON.stringify(line));
    }),
    { numRuns: runs(400, 2000) },
  );
});

test.each(['---\nid: x\n---\nbody', 'a\r\nb', 'a\n---\nb', '---', 'a\n', '\ta'])(
  'content that looks like front matter or has other line ends stays as it is: %j',
  (content) => {
    const line = { ...NOTE, content };
    expect(noteToMarkdown(line).endsWith(`\n---\n${content}`)).toBe(true);
    expect(noteFromMarkdown(noteToMarkdown(line))).toEqual(NoteLine.parse(line));
  },
);

describe('a file that a person has edited', () => {
  const edited = (from: string, to: string) =>
    noteFromMarkdown(noteToMarkdown({ ...NOTE, pinned: true }).replace(from, to));

  test('a title that YAML would take for a number is the text that stands there', () => {
    expect(edited('title: "Retry: once"', 'title: 2026').title).toBe('2026');
  });

  test('other aliases change nothing', () => {
    expect(edited('  - "Retry: once"\n---', '  - Another\n---')).toEqual({ ...NOTE, pinned: true });
  });

  test('a field without a value and an unticked pin count as left out', () => {
    expect(edited('project: checkout', 'project:').project).toBeUndefined();
    expect(edited('pinned: true', 'pinned: false').pinned).toBeUndefined();
  });

  test('line ends of Windows and a byte order mark are read', () => {
    const text = `\uFEFF${noteToMarkdown(NOTE).replaceAll('\n', '\r\n')}`;
    expect(noteFromMarkdown(text).content).toBe('One key.');
  });
});

describe('what is no note is refused with the reason', () => {
  test.each([
    ['# Only Markdown', 'has no front matter'],
    ['---\nid: x', 'has no front matter'],
    ['---\n- a list\n---\nx', 'not YAML with keys and values'],
    ['---\n- a: [\n---\nx', 'not YAML with keys and values'],
    ['---\nrecord: session\nid: x\n---\nx', 'its record is session, and Markdown gives back notes'],
    ['---\ntitle: a\nrecord: note\n---\nx', 'has front matter with record'],
    ['---\ntitle: a\ncontent: b\n---\nx', 'has front matter with content'],
    ['---\ntitle: a\ntype: poem\n---\nx', 'id: is required'],
    [noteToMarkdown(NOTE).replace('title:', 'cssclasses: wide\ntitle:'), 'cssclasses'],
  ])('%j', (text, reason) => {
    expect(() => noteFromMarkdown(text)).toThrow(reason);
  });
});
