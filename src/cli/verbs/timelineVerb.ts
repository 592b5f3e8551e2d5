import type { Command } from 'commander';
import type { Observation } from 'memory-vault-client';
import { nothingFound } from '../terminal/exit.js';
import { shownLine } from '../terminal/format.js';
import { isForPeople, printRows } from '../terminal/output.js';
import { someProject } from '../terminal/project.js';
import { type Acting, acting, type VerbOptions, verb } from '../terminal/verb.js';
import { NOTE_COLUMNS, READ_FOR_TABLE } from './noteColumns.js';

interface Options extends VerbOptions {
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

export function timelineVerb(program: Command): void {
  verb(program, 'timeline [project]', {
    description: 'list the newest notes of a project, oldest first',
    examples: ['timeline', 'timeline checkout --limit 100 --format md'],
  })
    .option('--from <time>', 'only notes since this time, such as 2026-11-20T09:30:00Z')
    .option('--to <time>', 'only notes up to this time')
    .option('--limit <count>', 'at most so many notes, the newest, up to 100', Number, 30)
    .action(acting(timeline));
}

async function timeline(
  { vault, output }: Acting,
  named: string | undefined,
  { from, to, limit }: Options,
): Promise<void> {
  const project = someProject(named, output);
  const query = {
    project,
    limit,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(isForPeople(output) && { content_limit: READ_FOR_TABLE }),
  };
  const { data } = await vault.GET('/api/v1/observations', { params: { query } });
  // Only a request with ids gets anything else than a list.
  const notes: Observation[] = Array.isArray(data) ? data : [];
  const columns = NOTE_COLUMNS.filter(({ head }) => head !== 'project');
  await printRows(output, notes.reverse(), columns);
  if (notes.length === 0) throw nothingFound(`nothing found in the project ${shownLine(project)}`);
}
