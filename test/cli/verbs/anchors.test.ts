import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Anchor } from '../../../src/domain/anchor.js';
import { commitAll, emptyRepository, write } from '../../support/gitRepository.js';
import { runHere } from '../../support/runHere.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

const FILE = 'package.json:1-2';
// Its folder is named as the project.
const root = join(vault.dataDir, 'p');
beforeAll(() => {
  mkdirSync(root);
  emptyRepository(root);
  write(root, 'package.json', '{\n  "name": "p", "private": true\n}\n');
  write(root, 'README.md', '# The project of this test\n');
  commitAll(root);
});
const HERE = { cwd: root, columns: 200 };
const here = (...args: readonly string[]) =>
  runHere(args, { env: { PATH: process.env.PATH, ...vault.env }, cwd: root });

async function saved(text: string, ...files: readonly string[]): Promise<string> {
  const named = files.flatMap((file) => ['--file', file]);
  const { code, stdout, stderr } = await here('save', text, ...named);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

/** Saves a note about text that does not stand in this repository. */
async function savedAbout(title: string, anchor: Anchor, project = 'p'): Promise<string> {
  const body = { type: 'bugfix' as const, title, content: title, project, anchors: [anchor] };
  const { data } = await vault.client().POST('/api/v1/observations', { body });
  return 'id' in data ? data.id : expect.fail('it was not stored');
}

const read = async (id: string) => JSON.parse((await vault.piped(['show', id])).stdout);
const shown = async (id: string) => (await vault.shown(['show', id, '--no-color'], HERE)).output;

test('save --file keeps file, lines, a hash of them and the commit, and show says that they stand', async () => {
  const id = await saved('Its name is fixed', FILE, 'README.md');
  const { anchors } = await read(id);
  expect(anchors).toMatchObject([
    { path: 'package.json', lines: '1-2', hash: expect.stringMatching(/^[0-9a-f]{16}$/) },
    { path: 'README.md', commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
  ]);
  expect(await shown(id)).toMatch(
    /about package\.json:1-2, README\.md, @[0-9a-f]{7}, main · fresh/,
  );
});

test('a file that cannot be named is refused with all that is wrong, and nothing is saved', async () => {
  const wrong = ['none.ts', '/etc/hosts'].flatMap((file) => ['--file', file]);
  const { code, output } = await here('save', 'Not kept', ...wrong);
  expect(code).toBe(2);
  expect(output).toContain('none.ts');
  expect(output).toContain('/etc/hosts');
  expect((await vault.piped(['search', 'kept'])).code).toBe(3);
});

test('search marks what has drifted or is gone, and finds by file and folder', async () => {
  const fresh = await saved('Zebra that stands', FILE);
  const hash = '0'.repeat(16);
  const drifted = await savedAbout('Zebra that drifted', { path: 'package.json', hash });
  const gone = await savedAbout('Zebra that is gone', { path: 'zebra/gone.ts', hash });
  const other = await savedAbout('Zebra of others', { path: 'none.ts', hash }, 'other');
  const { lines } = await vault.shown(['search', 'zebra', '--no-color'], HERE);
  const lineOf = (id: string) => lines.find((line) => line.startsWith(id.slice(-8)));
  expect(lineOf(drifted)).toContain(' drifted ');
  expect(lineOf(gone)).toContain(' gone ');
  for (const id of [fresh, other])
    expect(lineOf(id)).toMatch(/^(?!.* (fresh|drifted|gone) +Zebra)/);
  expect(await shown(drifted)).toMatch(/ · drifted/);
  const found = async (...by: string[]) => (await vault.piped(['search', 'zebra', ...by])).stdout;
  expect(await found('--path', 'zebra/')).toContain(gone);
  expect(await found('--path', 'package.json')).not.toContain(gone);
});

test('edit --file says what a note is about from now on', async () => {
  const id = await saved('About one file', 'README.md');
  const { code, output } = await here('edit', id, '--file', FILE);
  expect({ code, output }).toMatchObject({ code: 0 });
  expect((await read(id)).anchors).toMatchObject([{ path: 'package.json', lines: '1-2' }]);
  expect((await here('edit', id, '--file', FILE)).output).toContain('nothing changed');
});

test('a search by commit finds what was learned there', async () => {
  const id = await savedAbout('Learned at a commit', { commit: 'abcdef0123' });
  const { stdout } = await vault.piped(['search', 'learned', '--commit', 'abcdef0']);
  expect(stdout).toContain(id);
});
