import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { runHere } from '../../support/runHere.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence is what is looked for
const ESCAPE = /\u001b/;

/** Saves a note and returns its id. */
async function saved(title: string, content = title, project = 'shop'): Promise<string> {
  const { data } = await vault.client().POST('/api/v1/observations', {
    body: { type: 'decision', title, content, project },
  });
  return 'id' in data ? data.id : expect.fail('it was not stored');
}

const read = async (id: string) =>
  (await vault.client().GET('/api/v1/observations/{id}', { params: { path: { id } } })).data;

test('save prints the id alone, and keeps the text, the type and the tags', async () => {
  const args = [
    'save',
    '-',
    '--type',
    'bugfix',
    '--title',
    'T',
    '--project',
    'P',
    '--tags',
    'a, b',
  ];
  const { code, stdout, stderr } = await vault.piped(args, 'from a pipe\n');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd()).toMatch(ULID);
  expect(await read(stdout.trim())).toMatchObject({
    type: 'bugfix',
    title: 'T',
    project: 'P',
    content: 'from a pipe',
    tags: ['a', 'b'],
  });
});

test('a note without a title gets its first line as one, of at most 100 characters', async () => {
  const { stdout } = await vault.piped(['save'], `\n## ${'word '.repeat(40)}\nmore`);
  const { title } = await read(stdout.trim());
  expect(title).toMatch(/^word word .*…$/);
  expect(Array.from(title).length).toBeLessThanOrEqual(100);
});

test('an empty text is not saved, with code 2 and one sentence', async () => {
  for (const args of [['save'], ['save', '--title', 'T', '--content', ' ']])
    expect(await vault.piped(args, '\n')).toMatchObject({
      code: 2,
      output: 'memory-vault: the text is empty: nothing was saved\n',
    });
});

test('save tells what was redacted on standard error', async () => {
  const { stdout, stderr } = await vault.piped(['save', 'token', 'password=hunter22secret']);
  expect(stdout.trim()).toMatch(ULID);
  expect(stderr).toMatch(/^redacted: \d+ \S+\n$/);
});

test('a dry run stores nothing, and shows what would be stored', async () => {
  const { code, stdout, stderr } = await vault.piped(['save', 'never stored', '--dry-run']);
  expect(code).toBe(0);
  expect(stderr).toContain('never stored');
  expect(stderr).toContain('nothing was stored');
  await expect(read(stdout.trim())).rejects.toMatchObject({ status: 404 });
});

test('everything that the vault refuses is said with the flag that it concerns, with code 4', async () => {
  const wrong = ['save', 'text', '--title', 'x'.repeat(500), '--tags', 'y'.repeat(300)];
  const { code, stdout, stderr } = await vault.piped(wrong);
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toContain('--title must be at most 100 characters');
  expect(stderr).toContain('--tags must be at most 200 characters');
});

test('a pipe gets each hit as one line of JSON, exactly as the vault holds it', async () => {
  const content = 'zebra \u001b[31mred\u001b[0m \u202e\u200b end';
  const id = await saved('The zebra', content);
  const { code, stdout } = await vault.piped(['search', 'zebra']);
  expect(code).toBe(0);
  const [line = '', ...others] = stdout.trimEnd().split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ id, content });
});

test.each([40, 80, 200])('a table fits a terminal of %i columns', async (columns) => {
  const title = `Giraffe 長頸鹿 👩‍👩‍👧 ${'with a neck '.repeat(6)}`.trim();
  const id = await saved(title, `${title} ${columns}`);
  const { code, lines, output } = await vault.shown(['search', 'giraffe'], { columns });
  expect(code).toBe(0);
  for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  expect(output).toContain(id.slice(-8));
  expect(output).not.toContain(id);
  expect(output.includes('…')).toBe(columns < 200);
});

test('a terminal gets colours, and none with NO_COLOR or --no-color', async () => {
  await saved('An okapi');
  const search = ['search', 'okapi'];
  expect((await vault.shown(search)).output).toMatch(ESCAPE);
  expect((await vault.shown([...search, '--no-color'])).output).not.toMatch(ESCAPE);
  const env = { NO_COLOR: '1' };
  expect((await vault.shown(search, { env })).output).not.toMatch(ESCAPE);
});

test('nothing of a note reaches the terminal as a control', async () => {
  const title = 'Hyena \u001b]0;owned\u0007 \u202etxt\u200b a\u200db';
  const id = await saved(title, `${title}\u009b31m`);
  for (const args of [
    ['search', 'hyena'],
    ['show', id],
  ]) {
    const { output } = await vault.shown([...args, '--no-color'], { columns: 200 });
    expect(output).toContain('<U+001B>]0;owned<U+0007> <U+202E>txt<U+200B> a<U+200D>b');
    expect(output).not.toMatch(/[^\P{C}\n]/u);
  }
});

test('show takes the end of an id, and prints the whole note as Markdown in a terminal', async () => {
  const id = await saved('A lynx', `${'long '.repeat(300)}\n\nand its end`);
  const { code, output } = await vault.shown(['show', id.slice(-8), '--no-color']);
  expect(code).toBe(0);
  expect(output).toMatch(/^# A lynx\n\n\S{8} · decision · /);
  expect(output).toContain('and its end');
  const { stdout } = await vault.piped(['show', id, '--format', 'json']);
  expect(JSON.parse(stdout)).toEqual(await read(id));
});

test('what is not there gives code 3, after what is there', async () => {
  expect((await vault.piped(['search', 'xyzzyplugh'])).code).toBe(3);
  const id = await saved('A marten');
  const { code, stdout, stderr } = await vault.piped(['show', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', id]);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ id });
  expect(stderr).toBe(
    'memory-vault: there is no note 01KA5ZJ3M4T6V8X0Y2Z4A6C8E0: memory-vault search finds notes and their ids\n',
  );
});

test('a search in a project that is misspelt names the nearest', async () => {
  await saved('A newt', 'A newt', 'aquarium');
  const { code, stderr } = await vault.piped(['search', 'newt', '--project', 'aqarium']);
  expect(code).toBe(3);
  expect(stderr).toContain('did you mean aquarium?');
});

test('timeline lists the newest notes of a project, oldest first', async () => {
  for (const title of ['First', 'Second', 'Third']) await saved(title, title, 'line');
  const { stdout } = await vault.piped(['timeline', 'line', '--limit', '2']);
  const titles = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).title);
  expect(titles).toEqual(['Second', 'Third']);
  const { lines } = await vault.shown(['timeline', 'LINE', '--no-color']);
  expect(lines.map((line) => line.split(/ +/).at(-1))).toEqual([
    'title',
    'First',
    'Second',
    'Third',
  ]);
});

test('context shows a project as an agent gets it, and nothing of an unknown one', async () => {
  const id = await saved('Where it stands', 'Where it stands', 'standing');
  const { code, output } = await vault.shown(['context', 'standing']);
  expect(code).toBe(0);
  expect(output).toMatch(
    new RegExp(`^Newest notes:\n${id.slice(-8)} \\S+ decision Where it stands`),
  );
  const { stdout } = await vault.piped(['context', 'standing', '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject([{ id }]);
  expect((await vault.piped(['context', 'nowhere'])).code).toBe(3);
});

test('context --tokens shows as much as an agent gets, and refuses what it cannot get', async () => {
  for (let i = 0; i < 20; i += 1) await saved(`Where step ${i} stands`, 'It stands.', 'measured');
  const rows = async (tokens: string) => {
    const { output } = await vault.shown(['context', 'measured', '--tokens', tokens]);
    return output.match(/Where step/g)?.length ?? 0;
  };
  expect(await rows('20000')).toBe(20);
  expect(await rows('300')).toBeLessThan(15);
  const { code, output } = await vault.shown(['context', 'measured', '--tokens', '20']);
  expect(code).toBe(2);
  expect(output).toContain('--tokens must be a whole number from 300 to 20000');
  const piped = await vault.piped(['context', 'measured', '--tokens', '300']);
  expect(piped.stdout).toMatch(/^Newest notes:/);
  const json = ['context', 'measured', '--tokens', '300', '--format', 'json'];
  expect(await vault.piped(json)).toMatchObject({ code: 2 });
});

test('without an argument, the project is the one of the folder', async () => {
  const { stdout } = await vault.piped(['save', 'in a named project'], '');
  expect((await read(stdout.trim())).project).toBeDefined();
  const env = { VAULT_PROJECT: 'named' };
  await saved('Named', 'Named', 'named');
  expect((await vault.shown(['timeline'], { env })).output).toContain('Named');
});

test('text that is no UTF-8 is refused, as an argument and from a pipe', async () => {
  // Node puts this sign in the place of a byte that is none of UTF-8.
  const named = await vault.piped(['save', 'J\ufffdrg', '--project', 'shop']);
  const { env } = vault;
  const words = ['save', '-', '--project', 'shop'];
  const sent = await runHere(words, { env, input: Buffer.from('J\xf6rg', 'latin1') });
  for (const { code, stderr } of [named, sent]) {
    expect(code).toBe(2);
    expect(stderr).toContain('is not UTF-8 text');
  }
  const marked = await runHere(words, { env, input: Buffer.from('\ufeffJ\xf6rg', 'utf16le') });
  expect((await read(marked.stdout.trim()))?.content).toBe('J\xf6rg');
});
