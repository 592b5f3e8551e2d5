import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

async function saved(title: string): Promise<string> {
  const body = { type: 'task' as const, title, content: `${title}: its text`, tags: ['a'] };
  const { data } = await vault.client().POST('/api/v1/observations', { body });
  return 'id' in data ? data.id : expect.fail('it was not stored');
}

const read = async (id: string) =>
  (await vault.client().GET('/api/v1/observations/{id}', { params: { path: { id } } })).data;

/** Edits a note with a shell script that gets the file as `$1`. Its temporary files are in `tmp`. */
async function edited(id: string, script: string) {
  const folder = temporaryDirectory();
  const [editor, tmp] = [join(folder, 'editor'), join(folder, 'tmp')];
  mkdirSync(tmp);
  writeFileSync(editor, `#!/bin/sh\n${script}\n`);
  chmodSync(editor, 0o755);
  const env = { VISUAL: editor, TMPDIR: tmp };
  const ended = await vault.shown(['edit', id, '--no-color'], { columns: 200, env });
  const [, kept] = /your text is in (\S+)/.exec(ended.output) ?? [];
  return { ...ended, kept, left: readdirSync(tmp) };
}

test('edit stores what the flags say as the next revision, and prints the id', async () => {
  const id = await saved('By flags');
  const flags = ['--title', 'New', '--type', 'decision', '--tags', 'b, c', '--content', '-'];
  const { code, stdout, stderr } = await vault.piped(
    ['edit', id.slice(-8), ...flags],
    'New text\n',
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${id}\n` });
  expect(stderr).toBe('revision 2: title, type, tags, content changed\n');
  expect(await read(id)).toMatchObject({
    title: 'New',
    type: 'decision',
    tags: ['b', 'c'],
    content: 'New text',
    revision: 2,
  });
});

test('flags that change nothing make no revision, and it is said', async () => {
  const id = await saved('The same');
  const { code, stderr } = await vault.piped(['edit', id, '--title', 'The same', '--tags', 'a']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'nothing changed: the note is as it was\n' });
  expect((await read(id)).revision).toBeUndefined();
});

test('an editor gets the note as Markdown, and what it saves is the next revision', async () => {
  const id = await saved('In an editor');
  const { code, left } = await edited(id, `sed -i 's/its text/its better text/' "$1"`);
  expect({ code, left }).toEqual({ code: 0, left: [] });
  expect(await read(id)).toMatchObject({ content: 'In an editor: its better text', revision: 2 });
});

test('an editor that saves nothing changes nothing', async () => {
  const id = await saved('Only looked at');
  const { code, output, left } = await edited(id, 'true');
  expect({ code, left }).toEqual({ code: 0, left: [] });
  expect(output).toContain('nothing changed');
});

test.each([
  ['is broken', `echo broken > "$1"`, 1, 'are missing'],
  ['is emptied', `: > "$1"`, 1, 'the file is empty'],
  ['is left by an editor that fails', `echo more >> "$1"; exit 3`, 1, 'ended with code 3'],
  [
    'the vault refuses',
    `sed -i "s/^title: .*/title: ${'x'.repeat(200)}/" "$1"`,
    4,
    '--title must be at most 100 characters',
  ],
])(
  'a file that %s is kept and named, and the note stays as it is',
  async (_, script, code, why) => {
    const id = await saved('Kept');
    const before = await read(id);
    const ended = await edited(id, script);
    expect(ended.code, ended.output).toBe(code);
    expect(ended.output).toContain(why);
    expect(existsSync(ended.kept ?? '')).toBe(true);
    expect(await read(id)).toEqual(before);
  },
);

test('a note that was revised meanwhile is not changed, and the text is kept', async () => {
  const id = await saved('Raced');
  const script = `echo mine >> "$1"; while [ ! -f "${vault.dataDir}/raced" ]; do sleep 0.05; done`;
  const editing = edited(id, `touch "${vault.dataDir}/editing"; ${script}`);
  await eventually('the editor is open', () =>
    expect(existsSync(join(vault.dataDir, 'editing'))).toBe(true),
  );
  const params = { path: { id } };
  await vault.client().PATCH('/api/v1/observations/{id}', { params, body: { title: 'Theirs' } });
  writeFileSync(join(vault.dataDir, 'raced'), '');
  const { code, output, kept = '' } = await editing;
  expect(code).toBe(4);
  expect(output).toContain('revised while you edited it');
  expect(readFileSync(kept, 'utf8')).toContain('mine');
  expect(await read(id)).toMatchObject({ title: 'Theirs', revision: 2 });
});

test('without a terminal, edit names the flags', async () => {
  const { code, stderr } = await vault.piped(['edit', await saved('Piped')]);
  expect(code).toBe(2);
  expect(stderr).toContain('use --title, --type, --tags, --file, --content');
});

test('a note that is not there cannot be edited', async () => {
  expect((await vault.piped(['edit', 'AAAAAAAA', '--title', 'x'])).code).toBe(3);
});
