import type { Command } from '@commander-js/extra-typings';
import type { Observation, VaultClient } from 'memory-vault-client';
import { kindWord } from '../../domain/kindWords.js';
import { openOwnersVault } from '../ownerClient.js';
import { EXIT, Failed, misused } from '../terminal/exit.js';
import { shortId, shownLine } from '../terminal/format.js';
import { askYes, canAsk } from '../terminal/input.js';
import { type Column, type Output, printDone } from '../terminal/output.js';
import { tableLines } from '../terminal/table.js';
import { acting, actingAlone, verb } from '../terminal/verb.js';
import { NOTE_COLUMNS } from './noteColumns.js';
import { notesWith } from './noteWith.js';

export function forgetVerb(program: Command): void {
  withFlags(program).action(async (ids, options, command) => {
    const isSubject = options.project !== undefined || options.person !== undefined;
    if (isSubject && ids.length > 0)
      throw misused('give either ids of notes, or --project, or --person: not both');
    const forgetThem = ids.length === 0 ? forgetAllOf : forgetNotes;
    await forgetThem(ids, options, command);
  });
}

function withFlags(program: Command) {
  return verb(program, 'forget [id...]', {
    description: 'erase notes for good, or everything in a project or about a person',
    examples: [
      'forget 80ZGCS1A',
      'forget 80ZGCS1A 4V6XN2QB --yes',
      'forget --project checkout --dry-run',
      'forget --person ada@example.org',
    ],
  })
    .option('--yes', 'erase without asking')
    .option(
      '--project <name>',
      'everything in this project; upper and lower case count as the same',
    )
    .option(
      '--person <email>',
      'everything about this person: an e-mail address, an author or the id of a member',
    )
    .option('--dry-run', 'only show or count what would be erased');
}

type ForgetOptions = ReturnType<ReturnType<typeof withFlags>['opts']>;

const forgetAllOf = actingAlone(({ output }, _: readonly string[], options: ForgetOptions) =>
  forgetSubject(options, output),
);

const forgetNotes = acting(
  async ({ vault, output }, ids: readonly string[], options: ForgetOptions) => {
    const notes = await notesWith(vault, ids, 'nothing was erased');
    tellNotes(output, notes);
    if (options.dryRun) return output.note('a dry run: nothing was erased');
    await assertMeant(output, notes, options);
    const [only, ...others] = notes;
    if (only && others.length === 0) await forget(vault, output, only);
    else await forgetTogether(vault, output, notes);
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

async function assertMeant(output: Output, notes: readonly Observation[], { yes }: ForgetOptions) {
  if (yes) return;
  const ids = notes.map(({ id }) => shortId(id)).join(' ');
  if (!canAsk())
    throw misused(
      `there is no terminal to ask at. To erase for good, type memory-vault forget ${ids} --yes`,
    );
  const what = notes.length === 1 ? 'this note' : `these ${notes.length} notes`;
  const isMeant = await askYes(output, `Erase ${what} with all revisions, for good?`);
  if (!isMeant) throw new Failed(EXIT.failed, 'nothing was erased');
}

async function forget(vault: VaultClient, output: Output, { id, title }: Observation) {
  const params = { path: { id } };
  const { data } = await vault.DELETE('/api/v1/observations/{id}', { params });
  const isPending = data !== undefined;
  const row = { id, status: isPending ? 'pending' : 'forgotten' };
  await printDone(output, `forgotten: ${shortId(id)} ${shownLine(title)}`, row);
  if (isPending) tellPending(output);
}

/** All of them or none; one receipt names them. */
async function forgetTogether(vault: VaultClient, output: Output, notes: readonly Observation[]) {
  const body = { ids: notes.map(({ id }) => id) };
  const { data } = await vault.POST('/api/v1/observations/forget', { body });
  const status = data.pending ? 'pending' : 'forgotten';
  for (const { id, title } of notes)
    await printDone(output, `forgotten: ${shortId(id)} ${shownLine(title)}`, { id, status });
  output.note(`receipt ${data.receipt.id}`);
  if (data.pending) tellPending(output);
}

/**
 * Erases everything of a project or about a person, and prints the receipt as JSON; at a terminal, it says what that is and asks.
 * A service may be running. The exit code is 1 where a file still holds some of it.
 */
async function forgetSubject(
  { project, person, dryRun, yes }: ForgetOptions,
  output: Output,
): Promise<void> {
  if ((project === undefined) === (person === undefined)) {
    throw misused('forget needs either ids of notes, or --project, or --person');
  }
  const asks = !dryRun && !yes;
  if (asks && !canAsk()) {
    throw misused(
      'there is no terminal to ask at. Count what would be erased with --dry-run; erase it for good with --yes',
    );
  }
  const { vault, close } = await openOwnersVault(process.env);
  const subject = project === undefined ? { person } : { project };
  const forget = async (isRehearsal: boolean) =>
    (await vault.POST('/admin/forget', { body: { ...subject, dry_run: isRehearsal } })).data;
  try {
    if (asks) {
      const { matched } = await forget(true);
      output.note(`to be erased: ${countedKinds(matched)}`);
      if (!(await askYes(output, 'Erase all of it, for good?')))
        throw new Failed(EXIT.failed, 'nothing was erased');
    }
    const receipt = await forget(dryRun === true);
    await output.write(`${JSON.stringify(receipt, null, 2)}\n`);
    output.note(`${dryRun ? 'would be forgotten' : 'forgotten'}: ${countedKinds(receipt.matched)}`);
    if (receipt.pending) tellPending(output);
  } finally {
    await close();
  }
}

function countedKinds(matched: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(matched).filter(([, count]) => count > 0);
  const said = kinds.map(([kind, count]) => `${count} ${kindWord(count, kind)}`);
  return said.join(', ') || 'nothing';
}

/** Says that a forgotten text is not wiped from every file yet. The process then ends with 1. */
export function tellPending(output: Output): void {
  output.note(
    'pending: some of the text is still in a file; the vault wipes it as soon as no program reads the file',
  );
  process.exitCode = EXIT.failed;
}
