import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openApp } from '../../../src/app/openApp.js';
import { INSTANCE_HEADER } from '../../../src/connect/serviceFile.js';
import { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { noteFromMarkdown } from '../../../src/domain/archive/noteMarkdown.js';
import { eventually } from '../../support/eventually.js';
import { saveNote } from '../../support/saveNote.js';
import { runCli } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { testConfig } from '../../support/testApp.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

async function saved(title: string, project: string, content = 'Some content.'): Promise<string> {
  const { data } = await vault.client().POST('/api/v1/observations', {
    body: { type: 'decision', title, content, project },
  });
  return 'id' in data ? data.id : expect.fail('it was not stored');
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => ArchiveLine.parse(JSON.parse(line)));

const newPath = (name: string) => join(temporaryDirectory(), name);

test('export prints the lines of an archive, and the same in a terminal', async () => {
  const id = await saved('first', 'shop');
  await vault.client().PUT('/api/v1/openspec/{project}', {
    params: { path: { project: 'shop' } },
    body: { content: 'Be kind.' },
  });
  const { code, stdout, stderr } = await vault.piped(['export']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(linesIn(stdout)).toMatchObject([
    { record: 'note', id },
    { record: 'conventions', project: 'shop' },
  ]);
  const shown = await vault.shown(['export', '--project', 'SHOP'], { columns: 500 });
  expect([shown.code, shown.output]).toEqual([0, stdout]);
  expect((await vault.piped(['export', '--project', 'nobody'])).stdout).toBe('');
  expect(linesIn((await vault.piped(['export', '--as-of', '1'])).stdout)).toHaveLength(1);
});

test('a file has its name only once it is whole, and is for its owner alone', async () => {
  await saved('in a file', 'files');
  const file = newPath('vault.ndjson');
  const { code, output } = await vault.piped(['export', '-o', file]);
  expect([code, output]).toEqual([0, '']);
  expect(readFileSync(file, 'utf8')).toBe((await vault.piped(['export'])).stdout);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(file, '..'))).toEqual(['vault.ndjson']);
});

test('what a link leads to is replaced, a device stays one, and a directory is refused', async () => {
  const file = newPath('vault.ndjson');
  const link = newPath('link');
  symlinkSync(file, link);
  for (const path of [file, link, '/dev/null'])
    expect((await vault.piped(['export', '-o', path])).code).toBe(0);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  expect(readFileSync(link, 'utf8')).toBe(readFileSync(file, 'utf8'));
  const { code, stderr } = await vault.piped(['export', '-o', temporaryDirectory()]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is a directory')]);
});

test('--format markdown makes a folder of files that say what the notes say', async () => {
  const folder = newPath('notes');
  const id = await saved('A file: for people', 'folder', '# Heading\n\ntext');
  const markdown = ['export', '--format', 'markdown', '--project', 'folder', '-o', folder];
  const { code, stderr } = await vault.piped(markdown);
  expect([code, stderr]).toEqual([0, `${folder}: 1 written, 0 unchanged, 0 removed\n`]);
  const [name = ''] = readdirSync(join(folder, 'folder'));
  expect(name).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d a-file-for-people ${id.slice(-8)}\\.md$`));
  expect(noteFromMarkdown(readFileSync(join(folder, 'folder', name), 'utf8'))).toMatchObject({
    id,
    title: 'A file: for people',
    content: '# Heading\n\ntext',
  });
  await vault.client().DELETE('/api/v1/observations/{id}', { params: { path: { id } } });
  expect((await vault.piped(markdown)).stderr).toBe(
    `${folder}: 0 written, 0 unchanged, 1 removed\n`,
  );
  expect(existsSync(join(folder, 'folder'))).toBe(false);
});

test('--format report prints a document about a project', async () => {
  await saved('Reported', 'report');
  const { code, stdout } = await vault.piped([
    'export',
    '--format',
    'report',
    '--project',
    'Report',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^# report\n(.*\n)*## Decisions\n\n### Reported\n/);
  const none = await vault.piped(['export', '--format', 'report', '--project', 'nobody']);
  expect([none.code, none.stdout]).toEqual([3, '']);
});

test.each([
  [['--format', 'pdf'], 'Allowed choices are ndjson, markdown, report'],
  [['--format', 'markdown'], 'add -o FOLDER'],
  [['--format', 'report'], 'add --project NAME'],
  [['--person', 'ada', '--format', 'report'], '--person goes with no other option'],
])('export %j is refused as a wrong command line', async (args, said) => {
  const { code, stdout, stderr } = await vault.piped(['export', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});

test('a moment that is none is refused by the vault, in the words of the command line', async () => {
  const { code, stderr } = await vault.piped(['export', '--as-of', 'yesterday']);
  expect([code, stderr]).toEqual([4, expect.stringContaining('--as-of must be a position')]);
});

test('a reader that has seen enough ends an export without a word', async () => {
  // More than a pipe holds.
  for (let i = 0; i < 3; i += 1) await saved(`long ${i}`, 'piped', `${i} ${'x'.repeat(400_000)}`);
  const child = spawn(process.execPath, [CLI, 'export'], { env: { ...process.env, ...vault.env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, said]).toEqual([0, '']);
});

/** A vault that sends some lines of an archive and then nothing more. Gives what leads a verb to it. */
async function stalledVault(): Promise<{ VAULT_URL: string }> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader(INSTANCE_HEADER, 'stalled');
    if (!url.startsWith('/api/v1/admin/archive')) return void response.end('{"status":"ok"}');
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'x-log-position': '1' });
    for (let i = 0; i < 10; i += 1) response.write(`{"line":"${'x'.repeat(50_000)}"}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The cast is safe: it listens on a port.
  return { VAULT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('Ctrl-C ends an export with 130, and leaves no file that is half', async () => {
  const env = await stalledVault();
  const printing = vault.opened(['export'], { env });
  await printing.shows(/xxxxx/);
  printing.press('\x03');
  expect(await printing.ended).toBe(130);
  const directory = temporaryDirectory();
  const writing = vault.opened(['export', '-o', join(directory, 'vault.ndjson')], { env });
  await eventually('a part is written', () =>
    expect(readdirSync(directory)).toEqual(['.vault.ndjson.part']),
  );
  writing.press('\x03');
  expect(await writing.ended).toBe(130);
  expect(readdirSync(directory)).toEqual([]);
});

test('where no service runs, one is started; in a directory without a vault, none is', async () => {
  const dataDir = temporaryDirectory();
  const app = await openApp(testConfig({ VAULT_DATA_DIR: dataDir }));
  await saveNote(app, { title: 'alone', project: 'p' });
  await app.close();
  const refused = await runCli(['export', '--no-start'], dataDir);
  expect([refused.code, refused.stdout]).toEqual([5, '']);
  // It has all the time that it needs to start.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { code, stdout, stderr } = await runCli(['export'], dataDir);
  expect([code, stderr]).toEqual([0, '']);
  expect(linesIn(stdout)).toMatchObject([{ record: 'note', title: 'alone' }]);
  const missing = join(dataDir, 'mistyped');
  const none = await runCli(['export'], missing);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('there is no vault in')]);
  expect(existsSync(missing)).toBe(false);
});
