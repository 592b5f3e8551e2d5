import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VaultClient } from 'memory-vault-client';
import { describe, expect, test } from 'vitest';
import { exportMarkdown } from '../../src/cli/export/exportMarkdown.js';
import { importPass } from '../../src/cli/importing/importPass.js';
import { outputOf } from '../../src/cli/terminal/output.js';
import type { Report } from '../../src/domain/importing/report.js';
import { openSource } from '../../src/import/openSource.js';
import { NOTE_LINE } from '../support/archiveLines.js';
import { newRun } from '../support/importing.js';
import { edit, filesIn, fileWith, IMPORT_WAYS, type ImportWay } from '../support/importWays.js';
import { digestsOf } from '../support/peers.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { verbVault } from '../support/verbVault.js';

/*
 * Each source on its whole way: into a vault, again, after a change, out of it, into another vault, and back out of both. A
 * source leaves both vaults as empty as it found them.
 */

const home = verbVault();
const elsewhere = verbVault();

/** A folder that an export of this vault wrote. */
const MARKDOWN: ImportWay = {
  name: 'archive',
  async make() {
    const notes = [NOTE_LINE, { ...NOTE_LINE, id: '01KAFVVB00Q4S6T8V0X2Z4A6C9', title: 'é: #1' }];
    const file = fileWith('vault.ndjson', notes.map((line) => JSON.stringify(line)).join('\n'));
    const { run } = await imported(home.client(), 'archive', file);
    const folder = join(temporaryDirectory(), 'export');
    await exportMarkdown(home.client(), {}, folder, { ...outputOf({}, {}), note() {} });
    await undo(home.client(), run);
    return folder;
  },
  rows: filesIn,
  stored: 2,
  change(folder) {
    const [first = ''] = readdirSync(join(folder, 'billing'));
    edit(join(folder, 'billing', first), NOTE_LINE.content, 'Other.');
  },
};

const WAYS = { ...IMPORT_WAYS, 'our folder of Markdown': MARKDOWN };

/** Imports a source, and gives the report. */
async function imported(vault: VaultClient, name: string, path: string): Promise<Report> {
  const run = newRun();
  const passed = await importPass({
    vault,
    open: () => openSource(name, path, { project: 'shop' }),
    run,
    project: 'shop',
    dryRun: false,
    reportFile: undefined,
  });
  expect(passed.failure).toBeUndefined();
  const { read, stored, same, revised, refused, skipped } = passed.report;
  expect(read).toBe(stored + same + revised + refused + skipped);
  return passed.report;
}

async function undo(vault: VaultClient, run: string) {
  const params = { path: { run }, query: {} };
  return (await vault.DELETE('/api/v1/admin/imports/{run}', { params })).data;
}

async function archiveOf(vault: VaultClient): Promise<string> {
  const { lines } = await vault.exportArchive();
  let text = '';
  for await (const line of lines) text += `${line}\n`;
  return text;
}

const head = async (vault: VaultClient) => (await vault.GET('/admin/log')).data.head;

/** The source as bytes: its file with what lies next to it, or its folder. */
function stateOf(path: string): Record<string, string> {
  if (statSync(path).isFile()) return digestsOf(dirname(path));
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(path, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

describe.each(Object.entries(WAYS))('%s', (_, way) => {
  test('goes in row by row, once, with its changes, out and into another vault, and away', async () => {
    const path = await way.make();
    const vault = home.client();
    expect(await archiveOf(vault)).toBe('');
    const before = stateOf(path);

    const first = await imported(vault, way.name, path);
    // SQLite may make its index of a write-ahead log next to it.
    expect(stateOf(path)).toMatchObject(before);
    expect(first).toMatchObject({ read: way.rows(path), stored: way.stored, refused: 0 });
    const out = await archiveOf(vault);
    expect(out.trim().split('\n')).toHaveLength(way.stored);

    const position = await head(vault);
    const again = await imported(vault, way.name, path);
    expect(again).toMatchObject({ read: first.read, same: way.stored, stored: 0, revised: 0 });
    expect(await head(vault)).toBe(position);

    way.change(path);
    const changed = await imported(vault, way.name, path);
    expect(changed).toMatchObject({ revised: 1, same: way.stored - 1, stored: 0, refused: 0 });

    const moved = await archiveOf(vault);
    expect(moved).not.toBe(out);
    const there = elsewhere.client();
    const file = fileWith('moved.ndjson', moved);
    const taken = await imported(there, 'archive', file);
    expect(taken).toMatchObject({ read: way.stored, stored: way.stored });
    expect(await archiveOf(there)).toBe(moved);

    await undo(vault, changed.run);
    expect(await archiveOf(vault)).not.toBe(moved);
    await undo(vault, first.run);
    await undo(there, taken.run);
    expect(await archiveOf(vault)).toBe('');
    expect(await archiveOf(there)).toBe('');
  });
});
