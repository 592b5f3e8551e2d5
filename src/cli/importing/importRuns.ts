import type { ImportRun } from 'memory-vault-client';
import { misused, nothingFound } from '../terminal/failed.js';
import { printRows } from '../terminal/printRows.js';
import { shownLine } from '../terminal/shown.js';
import type { Acting } from '../terminal/verb.js';

type Surroundings = Pick<Acting, 'vault' | 'output'>;

/** Prints the runs of imports, newest first. */
export async function printImports({ vault, output }: Surroundings): Promise<void> {
  const { data } = await vault.GET('/api/v1/admin/imports', { params: { query: { limit: 1000 } } });
  if (data.imports.length === 0) throw nothingFound('nothing was imported yet');
  await printRows<ImportRun>(output, data.imports, [
    { head: 'RUN', cell: ({ run }) => run },
    { head: 'SOURCE', cell: ({ source }) => source },
    { head: 'AT', cell: ({ at }) => at },
    { head: 'HOLDS', cell: holds, isWide: true },
  ]);
}

/** Such as `120 note, 3 session`. */
function holds({ undone_at, holds }: ImportRun): string {
  const kinds = Object.entries(holds).map(([record, count]) => `${count} ${record}`);
  const held = kinds.join(', ') || 'nothing';
  return undone_at === null ? held : `${held} (undone)`;
}

/** Undoes the import whose run is named, or whose run ends so. */
export async function undoRun(
  { vault, output }: Surroundings,
  named: string,
  dryRun: boolean,
): Promise<void> {
  const run = await wholeRun(vault, named.toUpperCase());
  const query = dryRun ? { dry_run: 'true' as const } : {};
  const { data } = await vault.DELETE('/api/v1/admin/imports/{run}', {
    params: { path: { run }, query },
  });
  const { format } = output;
  if (format === 'json' || format === 'ndjson') {
    const space = format === 'json' ? 2 : undefined;
    return output.write(`${JSON.stringify(data, null, space)}\n`);
  }
  const would = dryRun ? 'would be ' : '';
  await output.write(
    [
      `${data.forgotten} ${would}forgotten`,
      `${data.restored} ${would}as before the import`,
      `${data.left_total} left`,
      ...data.left.map(({ record, id, reason }) => `  ${record} ${id}: ${shownLine(reason)}`),
    ]
      .map((line) => `${line}\n`)
      .join(''),
  );
  if (data.pending)
    output.note('some of the text is still in a file: it is wiped as soon as possible');
}

async function wholeRun(vault: Surroundings['vault'], named: string): Promise<string> {
  if (named.length === 26) return named;
  const { data } = await vault.GET('/api/v1/admin/imports', { params: { query: { limit: 1000 } } });
  const [found, another] = data.imports.filter(({ run }) => run.endsWith(named));
  if (another) throw misused(`several imports end with ${named}: name more of it`);
  if (!found) throw nothingFound(`no import ends with ${named}: memory-vault import --list`);
  return found.run;
}
