import { expect, test } from 'vitest';
import { changeOf, draftOf } from '../../../../web/pages/note/draft.js';
import { errorAt } from '../../../../web/write/formFields.js';

const NOTE = { type: 'decision', title: 'One', content: 'Text', tags: ['a,b', 'c'] } as const;
const note = { ...NOTE, tags: [...NOTE.tags] };

test('only what was changed is sent', () => {
  const draft = draftOf(note);
  expect(changeOf(note, draft)).toBeUndefined();
  expect(changeOf(note, { ...draft, title: 'Two' })).toEqual({ title: 'Two' });
  expect(changeOf(note, { ...draft, type: 'bugfix', content: '' })).toEqual({
    type: 'bugfix',
    content: '',
  });
});

test('tags stand in lines, and may hold commas', () => {
  const draft = draftOf(note);
  expect(changeOf(note, { ...draft, tags: `${draft.tags}\n  d e  \n\n` })).toEqual({
    tags: ['a,b', 'c', 'd e'],
  });
  expect(changeOf(note, { ...draft, tags: '' })).toEqual({ tags: [] });
});

test('what a note is about stays whole, is taken away, and files come to it', () => {
  const kept = { path: 'src/a.ts', lines: '1-9', hash: '3f2a91bc', commit: 'a1b2c3d4e5' };
  const about = { ...note, anchors: [{ branch: 'main' }, kept] };
  const draft = draftOf(about);
  expect(changeOf(about, draft)).toBeUndefined();
  expect(changeOf(about, { ...draft, files: ' \n' })).toBeUndefined();
  expect(changeOf(about, { ...draft, anchors: [kept] })).toEqual({ anchors: [kept] });
  expect(changeOf(about, { ...draft, files: 'b.ts:3\n\n c d.ts ' })).toEqual({
    anchors: [{ branch: 'main' }, kept, { path: 'b.ts', lines: '3' }, { path: 'c d.ts' }],
  });
  expect(changeOf(about, { ...draft, anchors: [] })).toEqual({ anchors: [] });
});

test('a day stands for its end, and an empty one takes the time away', () => {
  const timed = { ...note, valid_until: '2027-03-31T12:00:00Z' };
  const draft = draftOf(timed);
  expect(changeOf(timed, draft)).toBeUndefined();
  expect(changeOf(timed, { ...draft, valid_until: '', review_after: '2027-01-31' })).toEqual({
    valid_until: null,
    review_after: '2027-01-31T23:59:59Z',
  });
});

test('what the vault says of a field stands at that field', () => {
  const errors = [
    { path: '/title', message: 'too long' },
    { path: '/tags/1', message: 'not blank' },
    { path: '/tags', message: 'too many' },
  ];
  expect(errorAt('title', errors)).toBe('too long');
  expect(errorAt('tags', errors)).toBe('not blank; too many');
  expect(errorAt('content', errors)).toBeUndefined();
});
