import { expect, test } from 'vitest';
import { NoteLine } from '../../src/domain/archive/archiveLine.js';
import { noteRow, type PeerNote } from '../../src/import/peerLines.js';
import { sourceId } from '../../src/import/sourceRow.js';

const AT = Date.parse('2026-11-22T11:09:43Z');

function made(change: Partial<PeerNote>) {
  const found = noteRow({
    row: 'notes 1',
    id: sourceId('test', '1', AT),
    type: 'bugfix',
    at: AT,
    tags: [],
    title: 'T',
    content: 'C',
    ...change,
  });
  if ('skipped' in found) throw new Error('it was skipped');
  // Whatever it was, the archive takes it.
  return { ...found, line: NoteLine.parse(found.line) };
}

test('a title of 100 characters stays; a longer one is shortened, and stays whole in the content', () => {
  const fits = 'ü'.repeat(100);
  expect(made({ title: fits })).toMatchObject({ line: { title: fits, content: 'C' } });
  expect(made({ title: fits })).not.toHaveProperty('shortened');

  const long = '𝒳'.repeat(101);
  const { line, shortened } = made({ title: long });
  expect(line.title).toBe(`${'𝒳'.repeat(99)}…`);
  expect(line.content).toBe(`${long}\n\nC`);
  expect(shortened).toEqual(['title']);
});

test('a content that is too long is shortened, and that is said', () => {
  const { line, shortened } = made({ content: 'x'.repeat(600_000), title: 'y'.repeat(101) });
  expect(line.content).toHaveLength(524_288);
  expect(line.content.startsWith('y'.repeat(101))).toBe(true);
  expect(shortened).toEqual(['title', 'content']);
});

test('without a title, the first line of the content is the title, and nothing counts as shortened', () => {
  const { line, shortened } = made({ title: undefined, content: `${'x'.repeat(150)}\nmore` });
  expect(line.title).toBe(`${'x'.repeat(99)}…`);
  expect(line.content).toBe(`${'x'.repeat(150)}\nmore`);
  expect(shortened).toBeUndefined();
});

test('a title is one line', () => {
  expect(made({ title: 'one\n two' }).line.title).toBe('one two');
});

test('a text that grows in its normal form still fits', () => {
  // This letter has no composed form: it becomes two.
  const { line, shortened } = made({ title: '\u0958'.repeat(60) });
  expect([...line.title].length).toBeLessThanOrEqual(100);
  expect(shortened).toEqual(['title']);
});

test('tags are trimmed, each once, at most 50 of at most 200 characters', () => {
  const tags = [' a ', 'a', '', undefined, 'x'.repeat(201), 'nul\u0000'];
  const { line, shortened } = made({ tags });
  expect(line.tags).toEqual(['a', `${'x'.repeat(199)}…`, 'nul\uFFFD']);
  expect(shortened).toEqual(['tags']);

  const many = made({ type: 'odd', tags: Array.from({ length: 60 }, (_, i) => `t${i}`) });
  expect(many.line.tags).toHaveLength(50);
  expect(many.line.tags[0]).toBe('src-type:odd');
  expect(many.shortened).toEqual(['tags']);
});

test('names that are too long are shortened, and that is said', () => {
  const { line, shortened } = made({ project: 'p'.repeat(201), author: 'ada' });
  expect(line.project).toHaveLength(200);
  expect(shortened).toEqual(['project']);
  expect(line.author).toBe('ada');
});

test.each([
  ['Decision', 'decision', ['src-type:Decision']],
  ['anti-pattern', 'antipattern', ['src-type:anti-pattern']],
  ['change', 'refactor', ['src-type:change']],
  ['constructor', 'context', ['src-type:constructor']],
  ['task', 'task', []],
])('the type %s becomes %s', (type, ours, tags) => {
  expect(made({ type }).line).toMatchObject({ type: ours, tags });
});

test('a note without content is not taken', () => {
  expect(() => made({ content: undefined })).toThrow('it has no content');
});
