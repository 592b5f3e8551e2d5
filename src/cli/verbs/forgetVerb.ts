import type { Command } from 'commander';
import type { Observation, VaultClient } from 'memory-vault-client';
import { forgetSubject, type Subject } from '../forgetSubject.js';
import { askYes, canAsk } from '../terminal/askPerson.js';
import type { Column } from '../terminal/column.js';
import { EXIT, Failed, misused } from '../terminal/failed.js';
import { isForPeople } from '../terminal/isForPeople.js';
import type { Output } from '../terminal/output.js';
import { printRows } from '../terminal/printRows.js';
import { shortId } from '../terminal/shortId.js';
import { shownLine } from '../terminal/shown.js';
import { tableLines } from '../terminal/tableLines.js';
import { tellPending } from '../terminal/tellPending.js';
import { type Acting, acting, actingAlone, type VerbOptions, verb } from '../terminal/verb.js';
import { NOTE_COLUMNS } from './noteColumns.js';
import { notesWith } from './notesWith.js';

interface Options extends VerbOptions, Subject {
  readonly yes?: true;
}

export function forgetVerb(program: Command): void {
  verb(program, 'forget [id...]', {
    description: 'erase notes for good, or everything of a project or about a person',
    examples: [
      'forget 80ZGCS1A',
      'forget 80ZGCS1A 4V6XN2QB --yes',
      'forget --project checkout --dry-run',
      'forget --person ada@example.org',
    ],
  })
    .option('--yes', 'erase without asking')
    .option('--project <name>', 'everything of this project; compared without case')
    .option('--person <email>', 'everything about this e-mail address, author or id of a member')
    .option('--dry-run', 'only show or count what would be erased')
    .action(async (ids: string[], options: Options, command: Command) => {
      const isSubject = options.project !== undefined || options.person !== undefined;
      if (isSubject && ids.length > 0)
        throw misused('ids of notes do not go with --project or --person');
      if (ids.length === 0) return forgetAllOf(options, command);
      return forgetNotes(ids, options, command);
    });
}

const forgetAllOf = actingAlone((output, options: Options) => forgetSubject(options, output));

const forgetNotes = acting(
  async ({ vault, output }: Acting, ids: readonly string[], options: Options) => {
    const notes = await notesWith(vault, ids, 'nothing was erased');
    tellNotes(output, notes);
    if (options.dryRun) return output.note('a dry run: nothing was erased');
    await assertMeant(output, notes, options);
    for (const note of notes) await forget(vault, output, note);
  },
);

/** On standard error, whatever the format: it is no result. */
function tellNotes(output: Output, notes: readonly Observation[]): void {
  const columns = process.stderr.isTTY ? process.stderr.columns || 80 : undefined;
  for (const line of tableLines({ ...output, columns }, notes, [...NOTE_COLUMNS, REVISIONS]))
    output.note(line);
}

const REVISIONS: Column<Observation> = {
  head: 'revisions',
  cell: ({ revision = 1 }) => revision,
  from: 60,
};

async function assertMeant(
  output: Output,
  notes: readonly Observation[],
  { yes }: Options,
): Promise<void> {
  if (yes) return;
  const ids = notes.map(({ id }) => shortId(id)).join(' ');
  if (!canAsk())
    throw misused(
      `there is no terminal to ask at. To erase for good: memory-vault forget ${ids} --yes`,
    );
  const what = notes.length === 1 ? 'this note' : `these ${notes.length} notes`;
  const isMeant = await askYes(output, `Erase ${what} with all revisions, for good?`);
  if (!isMeant) throw new Failed(EXIT.failed, 'nothing was erased');
}

async function forget(vault: VaultClient, output: Output, { id, title }: Observation) {
  const params = { path: { id } };
  const { data } = await vault.DELETE('/api/v1/observations/{id}', { params });
  const isPending = data !== undefined;
  if (isForPeople(output)) await output.write(`forgotten: ${shortId(id)} ${shownLine(title)}\n`);
  else await printRows(output, [{ id, status: isPending ? 'pending' : 'forgotten' }], []);
  if (isPending) tellPending(output);
}
