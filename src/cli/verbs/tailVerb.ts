import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@commander-js/extra-typings';
import { type LogEntry, type Observation, type VaultClient, VaultError } from 'memory-vault-client';
import { projectKey } from '../../domain/names.js';
import { OBSERVATION_TYPES } from '../../domain/observationTypes.js';
import { misused, nothingFound } from '../terminal/exit.js';
import { minuteOf, shortId, shownLine } from '../terminal/format.js';
import { isForPeople, type Output } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit, noteMarks } from './noteColumns.js';
import { newestNotes, noteWith } from './noteWith.js';

export function tailVerb(program: Command): void {
  verb(program, 'tail', {
    description: 'list the newest notes, and with -f each one that is saved, until Ctrl-C',
    examples: ['tail', 'tail -f', 'tail -f --project checkout -n 0 | jq -r .title'],
  })
    .option('-f, --follow', 'go on with each note that is saved or revised')
    .option('--project <name>', 'only notes of this project; default: all projects')
    .option('-n, --lines <count>', 'at most so many notes at first, up to 100', linesOf, 10)
    .action(
      acting(async ({ vault, output }, { follow, project, lines }) => {
        // Before the list, so that no note is missed between the two.
        const recent = { project, limit: NEWEST, content_limit: 1 };
        const known = follow ? await newestNotes(vault, recent) : [];
        const after = follow ? (await vault.GET('/api/v1/stats')).data.log.head : undefined;
        const asked = { project, limit: lines, content_limit: contentLimit(output) };
        const notes = lines === 0 ? [] : await newestNotes(vault, asked);
        for (const note of notes) await print(output, note, note.created_at);
        if (after !== undefined) {
          const start = { project, after, seen: [...known, ...notes] };
          for await (const note of followedNotes(vault, start))
            await print(output, note, note.updated_at ?? note.created_at);
        }
        if (notes.length === 0 && lines > 0)
          throw nothingFound(
            project === undefined
              ? 'there is no note yet: memory-vault save "…" makes the first'
              : `there is no note in the project ${shownLine(project)}: memory-vault projects lists all`,
          );
      }),
    );
}

function linesOf(text: string): number {
  const lines = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (lines <= NEWEST) return lines;
  throw misused(`--lines must be a whole number from 0 to ${NEWEST}`);
}

const WIDEST_TYPE = Math.max(...OBSERVATION_TYPES.map(({ length }) => length));

/** One line for each, so that those that come later stand below the first. */
async function print(output: Output, note: Observation, time: string): Promise<void> {
  if (!isForPeople(output)) return output.write(`${JSON.stringify(note)}\n`);
  const { colours, columns = Infinity } = output;
  const { id, type, title, project, revision } = note;
  const about = [
    shortId(id),
    ...(columns >= 60 ? [minuteOf(time)] : []),
    ...(columns >= 50 ? [type.padEnd(WIDEST_TYPE)] : []),
  ].join('  ');
  const more = [
    ...(project === undefined ? [] : [`in ${project}`]),
    ...(revision === undefined ? [] : [`revision ${revision}`]),
    ...noteMarks(note),
  ];
  const text = shownLine(more.length === 0 ? title : `${title} (${more.join(', ')})`);
  const room = Math.max(1, columns - about.length - 2);
  // A pipe does not wait for the library.
  const cut = room === Infinity ? text : (await import('../terminal/table.js')).cutTo(room, text);
  await output.write(`${colours.dim(about)}  ${cut}\n`);
}

/** Where notes are followed from. */
interface Start {
  /** Only of this project; by default of all. */
  readonly project: string | undefined;
  /** The position of the log after which notes are new. */
  readonly after: number;
  /** What is known already, in its present state: of a member at least the newest, up to `NEWEST`. */
  readonly seen: readonly Observation[];
}

/** The longest list that the vault gives at once. */
const NEWEST = 100;

/**
 * Each note that is saved or revised from now on, as it is by then, without end. From the events of the log; for a member, who
 * may not read them, from the list of the newest notes, in which a revision of an older one is not seen.
 */
async function* followedNotes(vault: VaultClient, start: Start): AsyncGenerator<Observation> {
  const known = new Set(start.seen.map(stateOf));
  for await (const note of notesAfter(vault, start)) {
    if (known.has(stateOf(note))) continue;
    known.add(stateOf(note));
    yield note;
  }
}

const stateOf = ({ id, revision = 1 }: Observation) => `${id} ${revision}`;

async function* notesAfter(vault: VaultClient, start: Start): AsyncGenerator<Observation> {
  try {
    yield* notesOfEvents(vault, start);
  } catch (error) {
    if (!(error instanceof VaultError && MAY_NOT.includes(error.code))) throw error;
    yield* notesOfList(vault, start);
  }
}

/** A member may not read the log, and neither may a stranger on a vault that is open to all. */
const MAY_NOT: readonly VaultError['code'][] = ['forbidden', 'missing_credential'];

async function* notesOfEvents(
  vault: VaultClient,
  { project, after }: Start,
): AsyncGenerator<Observation> {
  const key = project === undefined ? undefined : projectKey(project);
  for await (const event of vault.followEvents({ after })) {
    const id = savedNote(event);
    const note = id === undefined ? undefined : await noteWith(vault, id);
    // None where it was forgotten meanwhile.
    if (note && (key === undefined || projectKey(note.project ?? '') === key)) yield note;
  }
}

/** The id of the note that an event saved or revised. */
function savedNote({ type, stream }: LogEntry): string | undefined {
  const isSaved = type === 'observation.saved' || type === 'observation.revised';
  return isSaved ? stream.slice(stream.indexOf('/') + 1) : undefined;
}

const POLL_MS = 2000;

/** Again and again the newest notes, with many that are known. */
async function* notesOfList(vault: VaultClient, { project }: Start): AsyncGenerator<Observation> {
  for (;;) {
    yield* await newestNotes(vault, { limit: NEWEST, project });
    await sleep(POLL_MS);
  }
}
