import { describe, expect, test } from 'vitest';
import { mappingOf } from '../../../src/import/columnMapping.js';

/** What becomes of each column, by its name. */
const becomes = (columns: readonly string[], ...map: string[]) =>
  Object.fromEntries(mappingOf(columns, map).map((use) => [use.column, use.becomes]));

/** Why a mapping cannot be. */
function refused(columns: readonly string[], ...map: string[]): string {
  try {
    mappingOf(columns, map);
  } catch (error) {
    return String(error);
  }
  return '';
}

describe('columns are taken by their names', () => {
  test.each([
    [
      'commits',
      { project: 'project', title: 'title', content: 'content', type: 'type', tags: 'tags' },
    ],
    ['an issue tracker', { Summary: 'title', Description: 'content', 'Issue Type': 'type' }],
    ['a script', { note: 'content', ts: 'tag', at: 'created_at', by: 'author', repo: 'project' }],
    [
      'a service',
      { createdAt: 'created_at', session_id: 'session', body: 'content', sha: 'commit' },
    ],
    ['files', { File: 'path', paths: 'path', labels: 'tags', Keywords: 'tags' }],
    ['its own', { uuid: 'id', replaces: 'supersedes', Embedding: 'left_out', hash: 'left_out' }],
  ])('%s', (_, expected) => {
    expect(becomes(Object.keys(expected))).toEqual(expected);
  });

  test.each(['created_at', 'Created At', 'CREATED-AT', 'createdat', ' created  at '])(
    'case, blanks and signs make no difference: %s',
    (column) => expect(becomes([column])).toEqual({ [column]: 'created_at' }),
  );

  test('of several, the more usual one is taken, wherever it stands, and the others are kept', () => {
    const expected = { name: 'tag', title: 'title', date: 'tag', created_at: 'created_at' };
    expect(becomes(['name', 'title', 'date', 'created_at'])).toEqual(expected);
    expect(becomes(['created_at', 'title', 'date', 'name'])).toEqual(expected);
  });
});

describe('--map', () => {
  test('takes another column, and the one that was guessed is kept', () => {
    expect(becomes(['title', 'Heading', 'at'], 'title=Heading')).toEqual({
      title: 'tag',
      Heading: 'title',
      at: 'created_at',
    });
  });

  test('takes several at once, and columns with commas', () => {
    const columns = ['What, exactly', 'When', 'b', 'c'];
    const expected = { 'What, exactly': 'title', When: 'created_at', b: 'tags', c: 'tags' };
    expect(becomes(columns, 'title=What, exactly,created_at=When', 'tags=b,tags=c')).toEqual(
      expected,
    );
  });

  test('takes names of fields and columns in any spelling', () => {
    expect(becomes(['Opened On'], 'createdAt=opened_on')).toEqual({ 'Opened On': 'created_at' });
    expect(becomes(['x'], 'time=x')).toEqual({ x: 'created_at' });
  });

  test('leaves a field out, and with it the columns that it would take', () => {
    expect(becomes(['title', 'labels', 'tags'], 'tags=')).toEqual({
      title: 'title',
      labels: 'left_out',
      tags: 'left_out',
    });
  });

  test('leaves a column out, besides those that are left out anyway', () => {
    expect(becomes(['title', 'score', 'updated_at'], 'left_out=score')).toEqual({
      title: 'title',
      score: 'left_out',
      updated_at: 'left_out',
    });
    expect(becomes(['title', 'updated_at'], 'left_out=')).toMatchObject({ updated_at: 'tag' });
  });

  test('says what was said, and what was guessed', () => {
    expect(mappingOf(['at', 'Summary'], ['title=Summary'])).toEqual([
      { column: 'Summary', becomes: 'title', isSaid: true },
      { column: 'at', becomes: 'created_at', isSaid: false },
    ]);
  });

  test.each([
    [['titel=Summary'], 'there is no field "titel": did you mean title? the fields are id, title'],
    [
      ['title=Sumary'],
      'there is no column "Sumary": did you mean Summary? the columns are Summary',
    ],
    [['title=Nothing'], 'there is no column "Nothing": the columns are Summary, Details'],
    [['title'], '"title" is not of the form FIELD=COLUMN: the fields are'],
    [['=Summary'], 'there is no field ""'],
    [['title=Summary,title=Details'], 'title can have one column only'],
    [['title=Summary,content=Summary'], 'the column Summary is named twice'],
  ])('%j is refused', (map, why) => {
    expect(refused(['Summary', 'Details'], ...map)).toContain(why);
  });

  test('all that is wrong is said at once, and nothing of it can steer a terminal', () => {
    const said = refused(['Summary', 'a\u001b[31m'], 'titel=Summary,content=Sumary');
    expect(said).toContain('titel');
    expect(said).toContain('Sumary');
    expect(said).toContain('a<U+001B>[31m');
  });
});
