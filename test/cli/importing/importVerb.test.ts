import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { NOTE_LINE, ONE_OF_EACH } from '../../support/archiveLines.js';
import { runs } from '../../support/depth.js';
import { runCli } from '../../support/service.js';
import { folderWith } from '../../support/sourceFiles.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();
const members = verbVault({ VAULT_AUTH: 'session' });

const ARCHIVE = join(vault.dataDir, 'export.ndjson');
const linesOf = (lines: readonly unknown[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

/** The log has as many events, and no more. */
const events = async () => (await vault.client().GET('/admin/log')).data.head;

let serial = 0;
/** A file with a note that no vault has yet, a line that is no JSON, and one with an unknown key. */
function archive(): { file: string; id: string } {
  const id = `01KAFVVB1000000000000000${String(++serial).padStart(2, '0')}`;
  const file = join(temporaryDirectory(), 'export.ndjson');
  writeFileSync(file, linesOf([{ ...NOTE_LINE, id }, 'no JSON', { ...NOTE_LINE, mood: 'good' }]));
  return { file, id };
}

beforeEach(() => writeFileSync(ARCHIVE, linesOf(ONE_OF_EACH)));

test('a report accounts for every row, and its last line says how to undo', async () => {
  const { file } = archive();
  const { code, stdout, stderr } = await vault.piped(['import', file, '--yes', '--format', 'json']);
  const report = JSON.parse(stdout);
  expect({ code, report }).toMatchObject({
    code: 0,
    report: {
      source: 'archive',
      dry_run: false,
      read: 3,
      stored: 1,
      same: 0,
      revised: 0,
      refused: 0,
      skipped: 2,
      shortened: 0,
      left_out: [
        { reason: 'is no JSON in UTF-8', count: 1, rows: ['line 2'] },
        { reason: expect.stringContaining('mood'), count: 1, rows: ['line 3'] },
      ],
    },
  });
  expect(stderr).toBe(`to undo it: memory-vault import --undo ${report.run}\n`);
});

test('importing again says that all is there, and writes no event', async () => {
  await vault.piped(['import', ARCHIVE, '--yes']);
  const before = await events();
  const { code, stdout, stderr } = await vault.piped(['import', ARCHIVE, '--yes']);
  expect(JSON.parse(stdout)).toMatchObject({ read: 5, same: 5, stored: 0 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await events()).toBe(before);
});

test('without a terminal, --yes is needed, and the words to type are told', async () => {
  const before = await events();
  const { code, stderr } = await vault.piped(['import', ARCHIVE]);
  expect(code).toBe(2);
  expect(stderr).toContain(`memory-vault import ${ARCHIVE} --dry-run`);
  expect(stderr).toContain('--yes makes them');
  expect(await events()).toBe(before);
});

test('on a terminal, the dry run comes first, and nothing is stored unless somebody says yes', async () => {
  const { file, id } = archive();
  const asked = vault.opened(['import', file]);
  expect(await asked.shows(/1 to store/)).toBeDefined();
  await asked.shows(/Store 1\?/);
  asked.press('n');
  expect(await asked.ended).toBe(0);
  expect(asked.output()).toContain('nothing was imported');
  const agreed = vault.opened(['import', file]);
  await agreed.shows(/Store 1\?/);
  agreed.press('y');
  expect(await agreed.ended).toBe(0);
  expect(agreed.output()).toMatch(/1 stored/);
  const { data } = await vault
    .client()
    .GET('/api/v1/observations/{id}', { params: { path: { id } } });
  expect(data.title).toBe(NOTE_LINE.title);
});

test('a dry run stores nothing', async () => {
  const { file } = archive();
  const before = await events();
  const { code, stdout } = await vault.piped(['import', file, '--dry-run']);
  expect(JSON.parse(stdout)).toMatchObject({ dry_run: true, stored: 1, skipped: 2 });
  expect(code).toBe(0);
  expect(await events()).toBe(before);
});

test('--report writes a line about each row', async () => {
  const { file, id } = archive();
  const report = join(temporaryDirectory(), 'report.ndjson');
  await vault.piped(['import', file, '--yes', '--report', report]);
  const rows = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toMatchObject([
    { row: 'line 2', outcome: 'skipped' },
    { row: 'line 3', outcome: 'skipped' },
    { row: 'line 1', record: 'note', id, outcome: 'stored' },
  ]);
});

test('a report that cannot be written stops the import before anything is stored', async () => {
  const { file } = archive();
  const before = await events();
  const report = join(temporaryDirectory(), 'missing', 'report.ndjson');
  const { code, stderr } = await vault.piped(['import', file, '--yes', '--report', report]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(report) });
  expect(stderr).not.toContain('at ');
  expect(await events()).toBe(before);
});

test('an import is listed, and undone by the end of its run', async () => {
  const { file, id } = archive();
  const { run } = JSON.parse((await vault.piped(['import', file, '--yes'])).stdout);
  const short = run.slice(-8);
  const listed = await vault.shown(['import', '--list'], { columns: 120 });
  expect(listed.output).toMatch(new RegExp(`${short}.* archive +1 note\\n`));
  const { code, stdout } = await vault.piped(['import', '--undo', short]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ forgotten: 1, left_total: 0 });
  const gone = vault.client().GET('/api/v1/observations/{id}', { params: { path: { id } } });
  await expect(gone).rejects.toMatchObject({ status: 404 });
});

test('notes of two repositories that have the same file are notes of two projects', async () => {
  const folder = folderWith({
    'shop/CLAUDE.md': 'Prices are in cents.',
    'bank/CLAUDE.md': 'Money is never a float.',
    '.claude/projects/-shop/memory/MEMORY.md': 'Ask before a deploy.',
  });
  for (const project of ['shop', 'bank']) {
    const path = join(folder, project, 'CLAUDE.md');
    const { stdout, stderr } = await vault.piped(['import', 'notes', path, '--yes']);
    expect(JSON.parse(stdout)).toMatchObject({ read: 1, stored: 1 });
    expect(stderr).toContain(`notes go to the project ${project}`);
  }
  const memory = join(folder, '.claude/projects/-shop/memory');
  const { code, stderr } = await vault.piped(['import', 'notes', memory, '--yes']);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--project') });
});

test('the words to type again name the project, and quote a path with blanks', async () => {
  const path = join(folderWith({ 'my notes/CLAUDE.md': 'Prices are in cents.' }), 'my notes');
  const { stderr } = await vault.piped(['import', 'notes', path, '--project', "Ana's shop"]);
  expect(stderr).toContain(
    `memory-vault import notes '${path}' --project 'Ana'\\''s shop' --dry-run`,
  );
});

test.each([
  [['import'], 2, 'name what to import'],
  [['import', 'engram'], 2, 'import engram needs a PATH'],
  [['import', 'nothing', ARCHIVE, '--yes'], 2, 'there is no source nothing'],
  [['import', '/no/such/file', '--yes'], 3, 'there is no file or folder /no/such/file'],
  [['import', '--undo', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0'], 3, 'there is no import'],
  [['import', '--undo', 'AAAAAAAA'], 3, 'there is no import AAAAAAAA'],
  [['import', '--undo', ''], 2, 'its last 8 characters'],
  [['import', ARCHIVE, '--yes', '--report', '/no/such/folder/file'], 2, '--report FILE cannot be'],
  [['import', ARCHIVE, '--yes', '--report', ARCHIVE], 2, '--report FILE: '],
])('%s ends with code %i and says why', async (args, code, why) => {
  const ended = await vault.piped(args);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain(why);
});

test('where nothing can be imported, code 3, and the sources are named', async () => {
  writeFileSync(ARCHIVE, '{"results":[]}\n');
  const { code, stderr } = await vault.piped(['import', ARCHIVE, '--yes']);
  expect(code).toBe(3);
  expect(stderr).toContain('name its source: engram, korva');
});

test('the command to type again has the project, and is quoted for a shell', async () => {
  const file = join(temporaryDirectory(), "it's mine.ndjson");
  writeFileSync(file, '');
  const { stderr } = await vault.piped(['import', file, '--project', 'shop']);
  const quoted = `'${file.replace("'", "'\\''")}'`;
  expect(stderr).toContain(`memory-vault import ${quoted} --project shop --dry-run`);
});

test('a vault that says no is not said to say yes the next time', async () => {
  const stranger = { VAULT_URL: members.url() };
  const args = ['import', ARCHIVE, '--yes'];
  const { code, stdout, stderr } = await runCli(args, temporaryDirectory(), stranger);
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toMatch(/^memory-vault: you are not logged in at this vault: [^\n]*\n$/);
});

test('an empty source ends with code 3', async () => {
  writeFileSync(ARCHIVE, '');
  const { code, stderr } = await vault.piped(['import', ARCHIVE, '--yes']);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: 'memory-vault: there is nothing to import in archive\n',
  });
});

test('Ctrl-C stops behind the chunk in flight, says what is stored, and the same command goes on', async () => {
  const many = join(temporaryDirectory(), 'many.ndjson');
  const rows = runs(3000, 20_000);
  const notes = Array.from({ length: rows }, (_, i) => ({
    ...NOTE_LINE,
    id: `01KAFVVB000000000000${String(i).padStart(6, '0')}`,
    title: `Note ${i}`,
  }));
  writeFileSync(many, linesOf(notes));
  const running = vault.opened(['import', many, '--yes']);
  await running.shows(/importing: \d+ rows/);
  running.press('\x03');
  expect(await running.ended).toBe(130);
  expect(running.output()).toMatch(
    /stopped after \d+000 rows: type memory-vault import .* to go on/,
  );
  const stored = Number(/(\d+) stored/.exec(running.output())?.[1]);
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(rows);
  const { stdout } = await vault.piped(['import', many, '--yes']);
  expect(JSON.parse(stdout)).toMatchObject({ same: stored, stored: rows - stored });
});
