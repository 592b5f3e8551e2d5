import { setTimeout as sleep } from 'node:timers/promises';
import { type LogEntry, type Observation, type VaultClient, VaultError } from 'memory-vault-client';
import { projectKey } from '../../domain/projectKey.js';
import { noteWith } from './noteWith.js';

/** Where notes are followed from. */
export interface Start {
  /** Only of this project; by default of all. */
  readonly project: string | undefined;
  /** The position of the log after which notes are new. */
  readonly after: number;
  /** What is known already, in its present state: of a member at least the newest, up to `NEWEST`. */
  readonly seen: readonly Observation[];
}

/** The longest list that the vault gives at once. */
export const NEWEST = 100;

/**
 * Each note that is saved or revised from now on, as it is by then, without end. From the events of the log; for a member, who
 * may not read them, from the list of the newest notes, in which a revision of an older one is not seen.
 */
export async function* followedNotes(
  vault: VaultClient,
  start: Start,
): AsyncGenerator<Observation> {
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
  const query = { limit: NEWEST, ...(project !== undefined && { project }) };
  for (;;) {
    const { data } = await vault.GET('/api/v1/observations', { params: { query } });
    // Only a request with ids gets anything else than a list.
    if (Array.isArray(data)) yield* data.reverse();
    await sleep(POLL_MS);
  }
}
