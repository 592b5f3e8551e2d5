import type { UndoneImport, VaultClient } from 'memory-vault-client';
import { misused, nothingFound } from '../terminal/exit.js';
import { shownLine } from '../terminal/format.js';
import { isForPeople, printOne } from '../terminal/output.js';
import type { Acting } from '../terminal/verb.js';

/** Undoes the import whose run is named, or whose run ends so. Throws `Failed` where there is no such run, or more than one. */
export async function undoRun(
  { vault, output }: Pick<Acting, 'vault' | 'output'>,
  named: string,
  dryRun: boolean,
): Promise<void> {
  const run = await wholeRun(vault, named.toUpperCase());
  const params = { path: { run }, query: { dry_run: dryRun ? 'true' : undefined } } as const;
  const { data } = await vault.DELETE('/api/v1/admin/imports/{run}', { params });
  await printOne(output, data, () => undoneText(data));
  if (data.pending && isForPeople(output))
    output.note('some of the text is still in a file: the vault wipes it as soon as it can');
}

function undoneText({ forgotten, restored, left_total, left, dry_run }: UndoneImport): string {
  const would = dry_run ? 'would be ' : '';
  return [
    `${forgotten} ${would}forgotten`,
    `${restored} ${would}set back to the text before the import`,
    `${left_total} not changed`,
    ...left.map(({ record, id, reason }) => `  ${record} ${id}: ${shownLine(reason)}`),
  ].join('\n');
}

async function wholeRun(vault: VaultClient, named: string): Promise<string> {
  if (named.length === 26) return named;
  // Less could be that of another one tomorrow.
  if (named.length < 8) throw misused('name the run to undo, or its last 8 characters');
  const { data } = await vault.GET('/api/v1/admin/imports', { params: { query: { limit: 1000 } } });
  const [found, another] = data.imports.filter(({ run }) => run.endsWith(named));
  if (another) throw misused(`several imports end with ${shownLine(named)}: give more characters`);
  if (!found)
    throw nothingFound(
      `there is no import ${shownLine(named)}: memory-vault import --list shows all`,
    );
  return found.run;
}
