import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { openCsv, openNdjson } from '../../../src/import/table.js';
import { ONE_OF_EACH } from '../../support/archiveLines.js';
import { CHANGED_AT, folderWith, notesIn, rowsOf, skippedIn } from '../../support/sourceFiles.js';

type Options = Parameters<typeof openCsv>[1];

const fileOf = (text: string | Uint8Array) => join(folderWith({ table: text }), 'table');
const ndjson = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const read = async (rows: readonly unknown[], options?: Options) =>
  rowsOf(await openNdjson(fileOf(ndjson(rows)), options));
const readCsv = async (text: string | Uint8Array, options?: Options) =>
  rowsOf(await openCsv(fileOf(text), options));

const ROW = {
  project: 'shop',
  title: 'Retries',
  content: 'The bank is asked twice.',
  type: 'feature',
  tags: ['bank', 'net'],
  author: 'ada',
  at: '2026-06-07T20:46:49+02:00',
  ref: 'D3D3787dd31b',
};

test('how many rows will come is known, with their sessions, once the first is read', async () => {
  const rows = [1, 2, 3].map((n) => ({ ...ROW, title: `Note ${n}`, session: `s${n % 2}` }));
  const source = await openNdjson(fileOf(ndjson(rows)));
  expect(source.total).toBe(3);
  let read = 0;
  for await (const _ of source.rows()) {
    read += 1;
    expect(source.total).toBe(5);
  }
  expect(read).toBe(5);
});

describe('a row is a note with all that it says', () => {
  test('in the usual fields', async () => {
    expect(await read([ROW])).toEqual([
      {
        row: 'line 1',
        line: {
          record: 'note',
          id: expect.any(String),
          type: 'feature',
          title: 'Retries',
          content: 'The bank is asked twice.',
          tags: ['bank', 'net'],
          anchors: [{ commit: 'd3d3787dd31b' }],
          project: 'shop',
          author: 'ada',
          created_at: '2026-06-07T18:46:49Z',
        },
      },
    ]);
  });

  test.each([
    ['2026-06-07', '2026-06-07T00:00:00Z'],
    ['2026-06-07 20:46', '2026-06-07T20:46:00Z'],
    [1780864409, '2026-06-07T20:33:29Z'],
    ['1780864409123', '2026-06-07T20:33:29Z'],
    [{ $date: '2026-06-07T20:46:49Z' }, '2026-06-07T20:46:49Z'],
    ['', CHANGED_AT],
    [null, CHANGED_AT],
  ])('a time may be %j', async (at, time) => {
    expect(notesIn(await read([{ ...ROW, at }]))).toMatchObject([{ created_at: time }]);
  });

  test.each(['31/12/2025', 'yesterday', 45_000.5, '20260607'])(
    'a time that cannot be read is told, and never guessed: %j',
    async (at) => {
      expect(skippedIn(await read([{ ...ROW, at }, ROW]))).toEqual([
        ['line 1', expect.stringMatching(/^its time cannot be read: .*ISO 8601/)],
      ]);
    },
  );

  test.each([
    [{ title: 'Only a title' }, { title: 'Only a title', content: 'Only a title' }],
    [{ title: 'x'.repeat(120) }, { title: `${'x'.repeat(99)}…`, content: 'x'.repeat(120) }],
    [{ body: 'First line.\nMore.' }, { title: 'First line.', content: 'First line.\nMore.' }],
    [
      { title: 'T', kind: 'Incident' },
      { type: 'bugfix', tags: ['src-type:incident'] },
    ],
    [
      { title: 'T', type: 'Task' },
      { type: 'task', tags: [] },
    ],
    [{ title: 'T' }, { type: 'context', tags: [] }],
    [{ title: 'T', labels: 'a, b c;#d' }, { tags: ['a', 'b c', 'd'] }],
    [{ title: 'T', labels: 'a b' }, { tags: ['a', 'b'] }],
    [{ title: 'T', labels: '["a b","c"]' }, { tags: ['a b', 'c'] }],
    [{ title: 'T', labels: "['a b', 'c']" }, { tags: ['a b', 'c'] }],
    [{ title: 'T', labels: [{ name: 'bug', color: 'red' }] }, { tags: ['bug'] }],
    [{ title: 'T', author: { login: 'ada', id: 7 } }, { author: 'ada' }],
    [
      { title: 'T', files: 'src/a.ts:10-24, b.ts' },
      { anchors: [{ path: 'src/a.ts', lines: '10-24' }, { path: 'b.ts' }] },
    ],
    [
      { title: 'T', path: 'a.ts', sha: 'abcdef1' },
      { anchors: [{ path: 'a.ts', commit: 'abcdef1' }] },
    ],
    [{ title: 'T', ref: 'A-12' }, { tags: ['ref:A-12'] }],
    [{ title: 'T', path: '../a.ts' }, { tags: ['path:../a.ts'] }],
    [
      { title: 'T', url: 'https://a.example/1', votes: 3, done: false },
      { tags: ['done:false', 'url:https://a.example/1', 'votes:3'] },
    ],
  ])('%j', async (row, note) => {
    expect(notesIn(await read([row]))).toMatchObject([note]);
  });

  test('a project that is given is that of rows which name none', async () => {
    const rows = await read([ROW, { ...ROW, project: '' }], { project: 'other' });
    expect(notesIn(rows).map(({ project }) => project)).toEqual(['shop', 'other']);
  });
});

test('what fits into no tag is counted by column, and what is left out by its name, too', async () => {
  const long = 'x'.repeat(300);
  const rows = await read([
    { title: 'One', more: long, deep: { a: 1 }, embedding: [0.1, 0.2], scores: [1, 2] },
    { title: 'Two', more: long, updated_at: '2026-01-01' },
  ]);
  expect(notesIn(rows).map(({ tags }) => tags)).toEqual([[], []]);
  expect(skippedIn(rows)).toEqual([
    ['column embedding', 'left out because of its name: 1 row has something in it'],
    ['column deep', expect.stringContaining('1 row has something in it')],
    ['column more', expect.stringContaining('2 rows have something in it')],
    ['column scores', expect.stringContaining('1 row has something in it')],
    ['column updated_at', expect.stringContaining('1 row has something in it')],
  ]);
});

test('NDJSON may be in UTF-16 behind its mark, as a shell of Windows writes it', async () => {
  const text = Buffer.from('\uFEFF{"title":"é"}\r\n{"title":"Two"}\r\n', 'utf16le');
  const rows = await rowsOf(await openNdjson(fileOf(text)));
  expect(notesIn(rows).map(({ title }) => title)).toEqual(['é', 'Two']);
});

test('sessions that rows name come first, from their first note to their last', async () => {
  const at = (hour: number) => `2026-01-01T${hour}:00:00Z`;
  const rows = await read([
    { ...ROW, session: 's', at: at(12) },
    { ...ROW, session: 's', at: at(10), content: 'Other.' },
    { ...ROW, session: 's', at: at(11), project: '' },
  ]);
  const [session, ...notes] = rows.flatMap((row) => ('line' in row ? [row.line] : []));
  expect(session).toMatchObject({
    record: 'session',
    project: 'shop',
    goal: 's',
    started_at: at(10),
    ended_at: at(12),
    state: 'ended',
  });
  expect(notes).toMatchObject([
    { session_id: session && 'id' in session && session.id },
    { session_id: session && 'id' in session && session.id },
    // A session belongs to a project.
    { tags: ['bank', 'net', 'session:s'] },
  ]);
});

test('a row takes the place of another by its id, wherever that stands', async () => {
  const rows = await read([
    { ...ROW, id: 2, supersedes: 1 },
    { ...ROW, id: 1 },
    { ...ROW, id: 3, supersedes: 'gone' },
    { ...ROW, id: 4, supersedes: 4 },
  ]);
  const [newer, older, other, own] = notesIn(rows);
  expect(newer?.supersedes).toBe(older?.id);
  expect(other).toMatchObject({ supersedes: undefined, tags: ['bank', 'net', 'supersedes:gone'] });
  expect(own).toMatchObject({ supersedes: undefined, tags: ['bank', 'net', 'supersedes:4'] });
});

describe('the id of a note', () => {
  const idsOf = async (rows: readonly object[], options?: Options) =>
    notesIn(await read(rows, options)).map(({ id }) => id);

  test('is that of a row with an id, whatever else changes', async () => {
    const row = { ...ROW, id: 7 };
    const [id] = await idsOf([row]);
    expect(await idsOf([{ ...row, title: 'Other', votes: 1 }])).toEqual([id]);
    expect(await idsOf([{ ...row, project: 'bank' }])).not.toEqual([id]);
    expect(await idsOf([{ ...row, at: '2026-01-01' }])).not.toEqual([id]);
  });

  test('is made of all that another row says, in any order, and not of what is left out', async () => {
    const [id] = await idsOf([ROW]);
    expect(await idsOf([Object.fromEntries(Object.entries(ROW).reverse())])).toEqual([id]);
    expect(await idsOf([{ ...ROW, none: '', updated_at: '2026-01-01' }])).toEqual([id]);
    expect(await idsOf([{ ...ROW, content: 'Other.' }])).not.toEqual([id]);
    expect(await idsOf([{ ...ROW, votes: 1 }], { map: ['left_out=votes'] })).toEqual([id]);
  });

  test('stays where another mapping reads the same row', async () => {
    expect(await idsOf([ROW], { map: ['type=author,created_at='] })).toHaveLength(1);
    expect(await idsOf([ROW], { map: ['title=author'] })).toEqual(await idsOf([ROW]));
  });
});

describe('CSV', () => {
  test.each([
    ['commas', 'title,body\nT,"a, b"\n'],
    ['semicolons', 'title;body\nT;"a, b"\n'],
    ['tabs', 'title\tbody\nT\ta, b\n'],
    ['ends of Windows and a mark of the byte order', '\uFEFF"title","body"\r\n"T","a, b"\r\n'],
    ['ends of an old Mac', 'title,body\rT,"a, b"\r'],
    ['empty lines, blanks and empty cells', '\n\ntitle, body ,\n\n  T ,"a, b",\n,,\n  \n'],
    ['no end of the last line', 'title,body\nT,"a, b"'],
    ['UTF-16', Buffer.from('\uFEFFtitle,body\nT,"a, b"', 'utf16le')],
  ])('with %s', async (_, text) => {
    const rows = await readCsv(text);
    expect(notesIn(rows)).toMatchObject([{ title: 'T', content: 'a, b' }]);
    expect(skippedIn(rows)).toEqual([]);
  });

  test('with quotes, separators and line breaks in a cell', async () => {
    const rows = await readCsv('title,body\r\nT,"He said ""no"",\r\ntwice"\r\n5" pipe,x\r\n');
    expect(notesIn(rows)).toMatchObject([
      { title: 'T', content: 'He said "no",\ntwice' },
      { title: '5" pipe', content: 'x' },
    ]);
    expect(rows.map(({ row }) => row)).toEqual(['line 2', 'line 4']);
  });

  test('with names that are missing, and those that occur twice', async () => {
    const rows = await readCsv('title,,status,status\nT,a,b,c\n');
    expect(notesIn(rows)).toMatchObject([
      { title: 'T', tags: ['column 2:a', 'status:b', 'status (4):c'] },
    ]);
  });

  test('damaged rows are named by their lines, and cost no other', async () => {
    const rows = await readCsv(
      Buffer.concat([
        Buffer.from('title,body\nOne,"a\nb"\n\ntoo,many,cells\nfew\nTwo,b\nThree,'),
        Buffer.from([0xe9]),
        Buffer.from('\nFour,"open\nFive,"e"\nSix,f\n"Seven,g\nEight,h\n'),
      ]),
    );
    expect(notesIn(rows).map(({ title }) => title)).toEqual(['One', 'Two', 'Six']);
    expect(skippedIn(rows)).toEqual([
      ['line 5', expect.stringMatching(/^it has 3 cells and the first row 2/)],
      ['line 6', expect.stringMatching(/^it has 1 cell and the first row 2/)],
      ['line 8', expect.stringContaining('not UTF-8 text')],
      ['line 9', 'it has a quote that is not closed'],
      ['line 12', 'it has a quote that is not closed: it and all later rows are not read'],
    ]);
  });

  test('a file with a quote in the middle of each cell is read in one go', async () => {
    const rows = await readCsv(`title\n${'a"b'.repeat(300_000)}\n`);
    expect(notesIn(rows)).toHaveLength(1);
  });
});

describe('a file that is no table of notes is refused, with what to do', () => {
  test.each([
    ['ndjson', '[{"title":"T"},\n{"title":"U"}]', /none of its lines is a JSON object.*jq/],
    ['ndjson', '{"a":1}\n{"b":2}', /no column for titles or contents, only a, b.*--map content=/],
    ['ndjson', ndjson(ONE_OF_EACH), /an export of a vault.*memory-vault import [^c]/],
    ['csv', 'a;b\n1;2', /no column for titles or contents, only a, b/],
    ['ndjson', 'title;body\na;b', /none of its lines is a JSON object.*memory-vault import csv/],
    ['csv', '{"title":"T"}', /it is JSON.*memory-vault import ndjson/],
    ['csv', Buffer.from('PK\u0003\u0004'), /it is zip.*save it as a table in CSV/],
    ['csv', Buffer.from([0x74, 0xe9, 0x2c]), /its first row cannot be read: .*UTF-8/],
    ['csv', Buffer.from('SQLite format 3\0'), /it is database/],
  ])('%s: %j', async (name, text, why) => {
    const open = name === 'csv' ? openCsv : openNdjson;
    const failure = await open(fileOf(text)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Diagnostic);
    // The catch gives what was thrown.
    const { message, next } = failure as Diagnostic;
    expect(`${message}. ${next}`).toMatch(why);
  });

  test.each([openCsv, openNdjson])('an empty one holds nothing', async (open) => {
    expect(await rowsOf(await open(fileOf('')))).toEqual([]);
  });
});
