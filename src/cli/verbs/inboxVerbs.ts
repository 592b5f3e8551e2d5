import type { Command } from '@commander-js/extra-typings';
import type { Observation, VaultClient } from 'memory-vault-client';
import { MOST_ANCHORS } from '../../domain/anchor.js';
import { EXIT, Failed, misused } from '../terminal/exit.js';
import { shortId, shownLine } from '../terminal/format.js';
import { askYes, canAsk } from '../terminal/input.js';
import { type Output, printDone, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit, NOTE_COLUMNS } from './noteColumns.js';
import { firstNotes, notesWith } from './noteWith.js';

export function inboxVerb(program: Command): void {
  verb(program, 'inbox', {
    description: 'list the proposed notes: agents get them only after you accept them',
    examples: ['inbox', 'inbox --project shop --format json', 'show 80ZGCS1A'],
  })
    .option('--project <name>', 'only of this project')
    .option('--limit <count>', 'at most this many notes', Number, 50)
    .action(
      acting(async ({ vault, output }, { project, limit }) => {
        const read = { project, content_limit: contentLimit(output) };
        const notes = await firstNotes(vault.inbox(read), limit);
        await printFound(output, notes, NOTE_COLUMNS, 'no note is proposed');
        const first = notes.find(({ suspect }) => suspect === undefined);
        if (first)
          output.note(`memory-vault accept ${shortId(first.id)} accepts a note, refuse erases it`);
      }),
    );
}

const ALL = 'all proposed notes';

export function acceptVerb(program: Command): void {
  verb(program, 'accept [id...]', {
    description: 'accept proposed notes, or merge one into another note',
    examples: ['accept 80ZGCS1A', 'accept --all --project shop', 'accept 80ZGCS1A --into 4V6XN2QB'],
  })
    .option('--all', ALL)
    .option('--project <name>', 'with --all: only of this project')
    .option('--into <id>', 'add its text to this note, and forget the proposed one')
    .action(
      acting(async ({ vault, output }, ids, { into, ...options }) => {
        const notes = await meant(vault, ids, options);
        if (into === undefined) return decide(vault, output, notes, 'accept');
        const [note, ...more] = notes;
        if (!note || more.length > 0) throw misused('--into takes the id of one proposed note');
        await merge(vault, output, note, into);
      }),
    );
}

export function refuseVerb(program: Command): void {
  verb(program, 'refuse [id...]', {
    description: 'refuse proposed notes and erase them for good',
    examples: ['refuse 80ZGCS1A', 'refuse --all --project shop --yes'],
  })
    .option('--all', ALL)
    .option('--project <name>', 'with --all: only of this project')
    .option('--yes', 'forget without asking')
    .action(
      acting(async ({ vault, output }, ids, { yes, ...options }) => {
        const notes = await meant(vault, ids, options);
        if (!yes && notes.length > 1) await assertMeant(output, notes.length);
        await decide(vault, output, notes, 'refuse');
      }),
    );
}

interface Which {
  readonly all?: true | undefined;
  readonly project?: string | undefined;
}

/** The proposed notes that somebody named, or all of them. */
async function meant(vault: VaultClient, ids: readonly string[], { all, project }: Which) {
  if (all === undefined && project !== undefined) throw misused('--project needs --all');
  if ((all === undefined) === (ids.length === 0))
    throw misused('name the ids of proposed notes, or give --all');
  if (ids.length > 0) return notesWith(vault, ids, 'nothing was changed');
  const notes: Observation[] = [];
  for await (const note of vault.inbox({ project, content_limit: 1 })) notes.push(note);
  return notes;
}

async function assertMeant(output: Output, count: number): Promise<void> {
  if (!canAsk())
    throw misused('there is no terminal to ask at: --yes erases them for good without asking');
  if (!(await askYes(output, `Erase these ${count} proposed notes for good?`)))
    throw new Failed(EXIT.failed, 'nothing was refused');
}

/** Notes that are decided about in one request. */
const AT_ONCE = 500;
const DONE = { accept: 'accepted', refuse: 'refused' } as const;

/** Decides about notes, and says of each what became of it. The exit code is 1 where one is left. */
async function decide(
  vault: VaultClient,
  output: Output,
  notes: readonly Observation[],
  deed: keyof typeof DONE,
): Promise<void> {
  for (let from = 0; from < notes.length; from += AT_ONCE) {
    const some = notes.slice(from, from + AT_ONCE);
    const read = some.map(({ id, revision = 1 }) => ({ id, revision }));
    const { data } = await vault.POST('/api/v1/inbox', { body: { [deed]: read } });
    const failed = new Map(data.failed.map(({ id, error }) => [id, error]));
    for (const { id, title } of some) {
      const error = failed.get(id);
      if (error !== undefined) {
        output.note(`not changed: ${shortId(id)} ${shownLine(title)}: ${shownLine(error)}`);
        process.exitCode = EXIT.failed;
        continue;
      }
      const done = DONE[deed];
      await printDone(output, `${done}: ${shortId(id)} ${shownLine(title)}`, { id, status: done });
    }
  }
  if (notes.length === 0) output.note('no note is proposed');
}

/** Adds what a proposed note says to another one, and forgets the proposal then: where it ends between the two, nothing is lost. */
async function merge(vault: VaultClient, output: Output, proposal: Observation, into: string) {
  const [target] = await notesWith(vault, [into], 'nothing was merged');
  if (!target || target.state === 'proposed' || proposal.state !== 'proposed')
    throw misused('--into needs the id of an accepted note');
  if (proposal.suspect !== undefined)
    throw new Failed(
      EXIT.refused,
      `${shortId(proposal.id)} is suspect: ${shownLine(proposal.suspect)}. Edit it first, or refuse it`,
    );
  const isSaid = target.content.includes(proposal.content);
  const content = isSaid ? target.content : `${target.content}\n\n${proposal.content}`;
  const tags = [...new Set([...target.tags, ...proposal.tags])];
  const params = { path: { id: target.id } };
  const anchors = anchorsOf(target, proposal);
  await vault.PATCH('/api/v1/observations/{id}', { params, body: { content, tags, anchors } });
  const query = { revision: proposal.revision ?? 1 };
  const refused = { path: { id: proposal.id }, query };
  await vault.POST('/api/v1/observations/{id}/refuse', { params: refused });
  const row = { id: target.id, merged: proposal.id };
  await printDone(output, `merged into ${shortId(target.id)} ${shownLine(target.title)}`, row);
}

function anchorsOf(target: Observation, proposal: Observation): Observation['anchors'] {
  const all = [...(target.anchors ?? []), ...(proposal.anchors ?? [])];
  const different = new Map(all.map((anchor) => [JSON.stringify(anchor), anchor]));
  return all.length === 0 ? undefined : [...different.values()].slice(0, MOST_ANCHORS);
}
