import type { ImportObservation } from 'memory-vault-client';
import type { Client } from '../client.js';
import type { ProgressBar } from '../progressBar.js';
import { bySession, type FileSession } from './bySession.js';
import { inParallel } from './inParallel.js';
import type { Note } from './readNotes.js';

/** The result of a load. */
export interface Loaded {
  /** The file's sessions by the id that the service gave them. */
  readonly sessions: ReadonlyMap<string, FileSession>;
  readonly stored: number;
  readonly deduplicated: number;
  readonly seconds: number;
  /** Milliseconds since 1970 between which everything was saved. */
  readonly from: number;
  readonly to: number;
  /** One line for each item that was refused. */
  readonly problems: readonly string[];
}

/** Enough to share commits; more would only wait in the service's queue. */
const WIDTH = 16;
/** Number of items per request. */
const BATCH = 500;

/**
 * Saves notes as work sessions that are started, filled and ended, several at a time; a session's own notes
 * keep their order. Items that are refused do not stop the others; a call that fails ends the load and is
 * thrown (`VaultError`, or an `AggregateError` of several).
 */
export async function loadNotes(
  { vault, keepsTimes }: Client,
  notes: readonly Note[],
  progress?: ProgressBar,
): Promise<Loaded> {
  const from = Date.now();
  const sessions = new Map<string, FileSession>();
  const problems: string[] = [];
  let stored = 0;
  let deduplicated = 0;

  await inParallel(bySession(notes), WIDTH, async (session) => {
    const { project, author: agent } = session;
    const { data: started } = await vault.POST('/api/v1/sessions', { body: { project, agent } });
    const { id } = started;
    sessions.set(id, session);
    for (let start = 0; start < session.notes.length; start += BATCH) {
      const batch = session.notes.slice(start, start + BATCH);
      const requests = batch.map((note) => saveRequest(note, id, keepsTimes));
      const { data } = await vault.POST('/api/v1/observations/batch', { body: requests });
      stored += data.stored;
      deduplicated += data.deduplicated;
      for (const [i, result] of data.results.entries()) {
        if ('error' in result) problems.push(`line ${batch[i]?.line}: ${result.error}`);
      }
      progress?.add(batch.length);
    }
    const body = { summary: `${session.notes.length} notes` };
    await vault.PUT('/api/v1/sessions/{id}', { params: { path: { id } }, body });
  });

  const to = Date.now();
  return { sessions, stored, deduplicated, seconds: (to - from) / 1000, from, to, problems };
}

function saveRequest(note: Note, session_id: string, keepsTimes: boolean): ImportObservation {
  const { title, content, tags, project, author, at } = note;
  // The cast leaves it to the service to refuse an unknown type.
  const type = note.type as ImportObservation['type'];
  const request = { title, content, type, tags, project, author, session_id };
  return keepsTimes ? { ...request, created_at: at } : request;
}

/** The result of a load in one line. */
export function loadSentence({ stored, deduplicated, sessions, seconds }: Loaded): string {
  const rate = Math.round((stored + deduplicated) / seconds);
  return (
    `${stored} notes stored and ${deduplicated} already there, in ${sessions.size} sessions ` +
    `and ${seconds.toFixed(1)} s: ${rate} notes/s`
  );
}
