import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

const HEADER = 'Summary;Details;Kind;Opened;Labels;Votes;updated_at';
const ROWS = [
  'Retries;The bank is asked twice.;decision;2026-01-02;bank, net;3;2026-02-01',
  'Cents;Prices are in cents.;bug;2026-01-03 10:30;money;;',
];

/** A new file in CSV. */
function table(...rows: readonly string[]): string {
  const file = join(temporaryDirectory(), 'issues.csv');
  writeFileSync(file, `${[HEADER, ...rows].join('\r\n')}\r\n`);
  return file;
}

const imported = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await vault.piped(['import', ...args]);
  expect(stderr).not.toContain('    at ');
  return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) };
};

/** The log has as many events, and no more. */
const events = async () => (await vault.client().GET('/admin/log')).data.head;

test('a dry run shows a person which columns are taken, and the first notes, and stores nothing', async () => {
  const before = await events();
  const args = [
    'import',
    'csv',
    table(...ROWS, 'too;few'),
    '--dry-run',
    '--map',
    'created_at=opened',
  ];
  const { code, output } = await vault.shown(args, { columns: 120 });
  expect(code).toBe(0);
  expect(output).toMatch(/ title +← Summary\n/);
  expect(output).toMatch(/ content +← Details\n/);
  expect(output).toMatch(/ created_at +← Opened \(--map\)\n/);
  expect(output).toMatch(/ project +← no project: --project NAME/);
  expect(output).toMatch(/ Votes/);
  expect(output).toMatch(/ left out +← updated_at\n/);
  expect(output).toMatch(/Retries +decision +2026-01-02 00:00 +bank, net, Votes:3\n/);
  expect(output).toMatch(/Cents +bugfix +2026-01-03 10:30 +src-type:bug, money\n/);
  expect(output).toMatch(/4 read from csv\n2 to store\n2 skipped\n/);
  expect(output).toMatch(/it has 2 cells and the first row 7.* \(line 4\)/);
  expect(await events()).toBe(before);
});

test('a program gets the same in the report of a dry run', async () => {
  const { report } = await imported('csv', table(...ROWS), '--dry-run', '--project', 'shop');
  expect(report.mapping).toContainEqual({ column: 'Summary', becomes: 'title', isSaid: false });
  expect(report.first).toMatchObject([
    { title: 'Retries', type: 'decision', project: 'shop' },
    { title: 'Cents', type: 'bugfix', project: 'shop' },
  ]);
});

test('importing again adds nothing, and a file that has grown adds what is new', async () => {
  const file = table(...ROWS);
  const args = ['csv', file, '--yes', '--project', 'grown', '--map', 'created_at=Opened'];
  expect((await imported(...args)).report).toMatchObject({ read: 3, stored: 2, skipped: 1 });
  const before = await events();
  const again = await imported(...args);
  expect(again).toMatchObject({ code: 0, stderr: '', report: { same: 2, stored: 0 } });
  expect(again.report).not.toHaveProperty('mapping');
  expect(await events()).toBe(before);
  appendFileSync(file, 'Euros;Or in euros.;bug;2026-01-04;money;;\r\n');
  expect((await imported(...args)).report).toMatchObject({ same: 2, stored: 1, revised: 0 });
  const { data } = await vault
    .client()
    .GET('/api/v1/timeline/{project}', { params: { path: { project: 'grown' } } });
  expect(data.map(({ title, created_at }) => [title, created_at]).sort()).toEqual([
    ['Cents', '2026-01-03T10:30:00Z'],
    ['Euros', '2026-01-04T00:00:00Z'],
    ['Retries', '2026-01-02T00:00:00Z'],
  ]);
});

test.each([
  [['--map', 'titel=Summary'], 'there is no field "titel": did you mean title?'],
  [['--map', 'title=Sumary'], 'there is no column "Sumary": did you mean Summary? the columns are'],
  [['--map', 'titel=Summary', '--map', 'tags=Lables'], '--map has 2 things to mend:\n  there is'],
])('%j ends with code 2 and says what to write', async (map, why) => {
  const { code, stderr, report } = await imported('csv', table(...ROWS), '--yes', ...map);
  expect({ code, report }).toEqual({ code: 2, report: undefined });
  expect(stderr).toContain(why);
});

test('--map is refused for other sources', async () => {
  const { code, stderr } = await imported('notes', table(), '--yes', '--map', 'title=Summary');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('ndjson') });
});

test('the words to type again have the mapping', async () => {
  const { stderr } = await imported('csv', table(), '--map', 'title=Summary', '--map', 'tags=');
  expect(stderr).toContain('--map title=Summary --map tags= --dry-run');
});
