import { expect, test } from 'vitest';
import { anchorOf } from '../../src/checkout/anchorFile.js';
import { checkoutAt } from '../../src/checkout/git.js';
import type { Anchor } from '../../src/domain/anchor.js';
import { type Action, editing, failing, prompted, running } from '../../src/moments/action.js';
import type { Candidate } from '../../src/moments/candidates.js';
import { relevant } from '../../src/moments/relevance.js';
import { commitAll, emptyRepository, write } from '../support/gitRepository.js';

let made = 0;
function note(title: string, content = 'x', anchors: readonly Anchor[] = []): Candidate {
  made += 1;
  const id = `01M8FAX25GBTRZ5TWZ82${String(made).padStart(6, '0')}`;
  const said = { type: 'bugfix', title, content, day: '2026-11-27', mayBeOutdated: false };
  return { id, revision: 1, ...said, anchors };
}

const titles = async (action: Action, notes: readonly Candidate[], root?: string) =>
  (await relevant(action, notes, root === undefined ? undefined : checkoutAt(root, 60_000))).map(
    (one) => one.note.title,
  );

const LINES = Array.from({ length: 40 }, (_, i) => `const name${i + 1} = make(${i + 1});`);

/** A repository with a file of forty lines, and a note about its lines 10 to 14. */
function withNote() {
  const root = emptyRepository();
  write(root, 'src/a.ts', `${LINES.join('\n')}\n`);
  commitAll(root);
  const about = note('lines 10 to 14', 'x', [anchorOf(root, 'src/a.ts:10-14', root)]);
  const given = async (text: string, other = '', now?: readonly string[]) => {
    if (now !== undefined) write(root, 'src/a.ts', `${now.join('\n')}\n`);
    const edit = editing([{ path: 'src/a.ts', text, other }]);
    return (await titles(edit, [about], root)).length === 1;
  };
  return { root, about, given };
}

const line = (number: number) => LINES[number - 1] ?? '';
const lines = (from: number, to: number) => LINES.slice(from - 1, to).join('\n');

test('a note is given when one of its lines is edited, and not for what is only named beside the edit', async () => {
  const { given } = withNote();
  expect(await given(line(12))).toBe(true);
  expect(await given(lines(5, 10), lines(5, 9))).toBe(true);
  expect(await given(line(15))).toBe(false);
  expect(await given(line(9))).toBe(false);
  // Of the lines 8 to 12, only the line 8 is changed.
  expect(await given(lines(8, 12), `changed\n${lines(9, 12)}`)).toBe(false);
  // Added between the lines 12 and 13, and between the lines 20 and 21.
  expect(await given(lines(12, 13), `${line(12)}\nnew\n${line(13)}`)).toBe(true);
  expect(await given(lines(20, 21), `${line(20)}\nnew\n${line(21)}`)).toBe(false);
});

test('lines are followed to where they stand now, also when some of them have changed', async () => {
  const { given } = withNote();
  const moved = [...LINES.slice(30), ...LINES.slice(0, 30)];
  expect(await given(line(12), '', moved)).toBe(true);
  const drifted = ['new', ...LINES.with(11, 'const changed = 1;')];
  expect(await given(line(11), '', drifted)).toBe(true);
  // The line that was changed since, amid most of the others.
  expect(await given('const changed = 1;', '', drifted)).toBe(true);
  expect(await given(line(16), '', drifted)).toBe(false);
  const gone = LINES.toSpliced(9, 5, 'const other = 1;');
  expect(await given('const other = 1;', '', gone)).toBe(false);
});

test('a file that is written whole is edited where it changes', async () => {
  const { root, about } = withNote();
  const written = (now: readonly string[]) =>
    titles(editing([{ path: 'src/a.ts', other: `${now.join('\n')}\n` }]), [about], root);
  expect(await written(LINES.with(11, 'changed'))).toEqual(['lines 10 to 14']);
  expect(await written(LINES.with(30, 'changed'))).toEqual([]);
});

test('a note about a whole file or a symbol is given without lines, one about another file is not', async () => {
  const { root } = withNote();
  const notes = [
    note('the file', 'x', [{ path: 'src/a.ts' }]),
    note('a symbol', 'x', [{ path: 'src/a.ts', lines: '40', symbol: 'name3' }]),
    note('a part of one', 'x', [{ path: 'src/a.ts', lines: '40', symbol: 'ame3' }]),
    note('another', 'x', [{ path: 'src/b.ts' }]),
    note('a commit', 'x', [{ commit: '0123456' }]),
  ];
  const edit = editing([{ path: 'src/a.ts', text: line(3) }]);
  expect(await titles(edit, notes, root)).toEqual(['a symbol', 'the file']);
});

test('where the file cannot be read, a note of it is given; where the text stands nowhere, none about lines', async () => {
  const { root, about } = withNote();
  const edit = (path: string) => editing([{ path, text: 'stands nowhere' }]);
  expect(await titles(edit('src/a.ts'), [about], root)).toEqual([]);
  expect(await titles(edit('src/a.ts'), [about])).toEqual(['lines 10 to 14']);
  expect(await titles(edit('src/b.ts'), [about], root)).toEqual([]);
});

test('a command is named in a title, in code or in prose, in this order', async () => {
  const notes = [
    note('in prose', 'After npm run build, wait.'),
    note('in code', 'Run `npm run build` first.'),
    note('npm run build fails'),
    note('another', '`npm run lint`'),
    note('a flag', '`npm run build --watch`'),
  ];
  expect(await titles(running('npm run build'), notes)).toEqual([
    'npm run build fails',
    'in code',
    'in prose',
  ]);
  expect(await titles(running('npm run build --watch'), [notes[4] as Candidate])).toEqual([
    'a flag',
  ]);
});

test('a usual command counts where a text begins with it, and not amid one', async () => {
  const notes = [
    note('tests', 'npm test needs the database.'),
    note('else', 'We type npm test before lunch.'),
  ];
  expect(await titles(running('npm test'), notes)).toEqual(['tests']);
});

test('what too many notes name tells none of them', async () => {
  const four = [1, 2, 3, 4].map((i) => note(`note ${i}`, 'Run `npm run lint`.'));
  expect(await titles(running('npm run lint'), four)).toEqual([]);
  expect(await titles(running('npm run lint'), [...four, note('npm run lint is slow')])).toEqual([
    'npm run lint is slow',
  ]);
  const error = 'Error: could not open the door of the till';
  const three = [1, 2, 3].map((i) => note(`note ${i}`, error));
  expect(await titles(failing('', error, true), three)).toEqual([]);
  expect(await titles(failing('', error, true), three.slice(1))).toHaveLength(2);
});

test('an error is quoted by three quarters at least', async () => {
  const notes = [
    note('whole', 'It says: could not open the door 7 of /var/till, sadly.'),
    note('half', 'could not open'),
  ];
  const error = 'error: could not open the door 12 of /home/till';
  expect(await titles(failing('', error, true), notes)).toEqual(['whole']);
});

test('a prompt counts by the commands and errors that it quotes', async () => {
  const notes = [note('npm run lint is slow'), note('the door', 'could not open the door')];
  expect(await titles(prompted('Mend `npm run lint`.'), notes)).toEqual(['npm run lint is slow']);
  expect(await titles(prompted('It says:\nError: could not open the door'), notes)).toEqual([
    'the door',
  ]);
  expect(await titles(prompted('Paint the door green.'), notes)).toEqual([]);
});
