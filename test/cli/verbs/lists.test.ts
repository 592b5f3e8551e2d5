import stringWidth from 'string-width';
import { beforeAll, expect, test } from 'vitest';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();
const empty = verbVault();

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence is what is looked for
const ESCAPE = /\u001b/;
const LONG = `長頸鹿 👩‍👩‍👧 \u001b]0;owned\u0007\u202e ${'and more words '.repeat(6)}`.trim();

let [session, note] = ['', ''];

beforeAll(async () => {
  const client = vault.client();
  const started = { project: 'giraffes', agent: 'claude-code', goal: LONG };
  session = (await client.POST('/api/v1/sessions', { body: started })).data.id;
  const title = LONG.slice(0, 90);
  const body = { type: 'decision' as const, title, content: 'one two three', tags: ['neck'] };
  const saving = { body: { ...body, project: 'giraffes', session_id: session } };
  const { data } = await client.POST('/api/v1/observations', saving);
  note = 'id' in data ? data.id : expect.fail('it was not stored');
  const params = { path: { id: note } };
  await client.PATCH('/api/v1/observations/{id}', { params, body: { content: 'one 2 three' } });
  for (const content of ['First', LONG])
    await client.POST('/api/v1/prompts', { body: { name: 'review', content } });
});

const LISTS: readonly (readonly [string, () => readonly string[]])[] = [
  ['sessions', () => ['sessions']],
  ['projects', () => ['projects']],
  ['prompts', () => ['prompts']],
  ['stats', () => ['stats']],
  ['tail', () => ['tail']],
  ['history', () => ['history', note.slice(-8)]],
];

test.each(LISTS)('%s fits every terminal, with colours and without', async (_, args) => {
  await Promise.all(
    [40, 80, 200].map(async (columns) => {
      const { code, lines, output } = await vault.shown(args(), { columns });
      expect(code, output).toBe(0);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      expect(output).toMatch(ESCAPE);
    }),
  );
  const { output } = await vault.shown(args(), { env: { NO_COLOR: '1' } });
  expect(output).not.toMatch(/[^\P{C}\n\u200d]/u);
});

test.each(LISTS)('%s gives a pipe JSON as the vault has it', async (_, args) => {
  const { code, stdout, stderr } = await vault.piped(args());
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toBeTypeOf('object');
});

test.each([
  ['sessions', 'memory-vault setup'],
  ['projects', 'memory-vault save'],
  ['prompts', 'memory-vault prompts save'],
  ['tail', 'memory-vault save'],
])('%s says what to type where there is nothing, with code 3', async (verb, next) => {
  const { code, stdout, stderr } = await empty.piped([verb]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(next);
});

test('stats of an empty vault are zeros', async () => {
  const { code, stdout, stderr } = await empty.piped(['stats', '--format', 'table']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^notes +0$/m);
  expect(stderr).toContain('the vault is empty');
});

test.each([
  [['sessions', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0']],
  [['sessions', 'x']],
  [['sessions', '--state', 'ended']],
  [['prompts', 'nowhere']],
  [['history', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0']],
  [['tail', '--project', 'nowhere']],
])('%j finds nothing, with code 3', async (args) => {
  expect((await vault.piped(args)).code).toBe(3);
});

test('one session is shown by the end of its id, with its goal and its notes', async () => {
  const { code, output } = await vault.shown(['sessions', session.slice(-8), '--no-color']);
  expect(code).toBe(0);
  expect(output).toMatch(/^# 長頸鹿 .*\n\n\S{8} · active · /);
  expect(output).toContain(note.slice(-8));
  expect(output).not.toMatch(ESCAPE);
  const { stdout } = await vault.piped(['sessions', session]);
  expect(JSON.parse(stdout)).toMatchObject({ id: session, goal: LONG, notes: [{ id: note }] });
});

test('a version of a prompt is its text alone, and what it is stands on standard error', async () => {
  const first = await vault.piped(['prompts', 'review', '--version', '1', '--format', 'md']);
  expect(first).toMatchObject({ code: 0, stdout: 'First\n', stderr: '' });
  const { stdout } = await vault.piped(['prompts', 'review']);
  expect(JSON.parse(stdout)).toMatchObject({ version: 2, content: LONG });
  const { output } = await vault.shown(['prompts', 'review', '--version', '1']);
  expect(output).toMatch(/^review · version 1 · \S+ \S+\n\nFirst\n$/);
});

test('prompts save keeps the text of a pipe as the next version', async () => {
  const save = ['prompts', 'save', 'greeting', '-', '--tags', 'a, b'];
  expect((await vault.piped(save, 'Say hello.\n')).stdout).toBe('greeting is saved as version 1\n');
  const again = await vault.piped([...save, '--format', 'json'], 'Say hello!\n');
  expect(JSON.parse(again.stdout)).toMatchObject({
    version: 2,
    content: 'Say hello!\n',
    tags: ['a', 'b'],
  });
});

test('history says when and by whom a note was revised, and what changed', async () => {
  const { output } = await vault.shown(['history', note, '--no-color'], { columns: 120 });
  expect(output).toMatch(/^1 +\S{10} \S{5} +the owner +saved /m);
  expect(output).toMatch(/^2 +\S{10} \S{5} +the owner +content /m);
  const diff = await vault.shown(['history', note, '--diff']);
  expect(diff.output).toContain('one \u001b[31mtwo\u001b[39m\u001b[32m2\u001b[39m three');
  const plain = await vault.piped(['history', note, '--diff', '--format', 'md']);
  expect(plain.stdout).toContain('one [-two-]{+2+} three');
  const { stdout } = await vault.piped(['history', note, '--diff', '--format', 'json']);
  expect(JSON.parse(stdout)[1]).toMatchObject({
    revision: 2,
    changes: [{ field: 'content', words: 'one [-two-]{+2+} three' }],
  });
});

test.each(LISTS.map(([name]) => [name]))(
  '%s reaches no vault with --no-start where none runs',
  async (verb) => {
    const args = verb === 'history' ? [verb, 'AAAAAAAA'] : [verb];

    const { code, stdout } = await runCli([...args, '--no-start'], temporaryDirectory());
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  },
);
