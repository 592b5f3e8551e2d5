import { messageOf } from '../diagnostics/diagnostic.js';
import { nthClientRef } from '../domain/clientRef.js';
import { projectKey } from '../domain/names.js';
import { withoutSecrets } from '../hook/write.js';
import type { Source, SourceRow } from '../import/sourceRow.js';
import type { Clean } from './extract/clean.js';
import { gather } from './extract/gather.js';
import { firstTime } from './extract/nearlySame.js';
import { type Attribution, OF_OTHERS, projectOfFolder } from './projectOfFolder.js';
import { newSession, type SessionHere, sessionRows } from './sessionRows.js';
import { shortPath, tidyPaths } from './tidyPaths.js';
import type { Transcript } from './transcript.js';

/** What is taken of the transcripts, and what is known of the vault that takes them. */
export interface Backfill extends Attribution {
  readonly transcripts: readonly Transcript[];
  /** Milliseconds since 1970; conversations that ended before are left out. */
  readonly since: number | undefined;
  readonly now: number;
  /** The work session that the vault has under a name that an agent gave it: that of `project` where there are several. */
  readonly sessionHere: (
    agent: string,
    clientRef: string,
    project: string,
  ) => SessionHere | undefined;
  readonly clean?: Clean;
  /** Is told before each conversation how many were read, of how many. */
  readonly onTranscript?: (done: number, total: number) => void;
}

/** A conversation that was going on so short ago may go on: to end its session now would be wrong. */
const GOING_ON_MS = 15 * 60 * 1000;

/**
 * The conversations as work sessions, and what is worth keeping of them as proposed notes. One after the other is read, in the order
 * of their names.
 */
export function transcriptSource(backfill: Backfill): Source {
  const { transcripts, since = 0 } = backfill;
  const wanted = transcripts
    .filter(({ modified }) => modified >= since)
    // In the same order also when one has grown.
    .sort((one, other) => (one.place < other.place ? -1 : 1));
  return {
    name: 'backfill',
    rows: () => rowsOf(wanted, backfill),
    close() {},
  };
}

async function* rowsOf(
  transcripts: readonly Transcript[],
  backfill: Backfill,
): AsyncGenerator<SourceRow> {
  // A conversation that was forked, or goes on in another file, has what was said before in both.
  const isNew = firstTime();
  // One that is in two files is one session, which began in the first of them.
  const sessions: Given = new Map();
  for (const [done, transcript] of transcripts.entries()) {
    backfill.onTranscript?.(done, transcripts.length);
    for (const row of await rowsOrReason(transcript, backfill, sessions)) {
      if (isNew(keyOf(row))) yield row;
    }
  }
}

/** A session or a note by its id; what is left out of a transcript by its place and the reason. */
function keyOf(row: SourceRow): string {
  if ('skipped' in row) return `${row.row} ${row.skipped}`;
  return 'id' in row.line ? row.line.id : row.row;
}

/** The sessions that this run has given, by the agent and what it calls them. */
type Given = Map<string, SessionHere>;

async function rowsOrReason(
  transcript: Transcript,
  backfill: Backfill,
  given: Given,
): Promise<readonly SourceRow[]> {
  try {
    return await rowsOfOne(transcript, backfill, given);
  } catch (error) {
    return [{ row: shortPlace(transcript, backfill), skipped: messageOf(error, 'it') }];
  }
}

const shortPlace = ({ place }: Transcript, { home }: Backfill): string => shortPath(place, home);

async function rowsOfOne(
  transcript: Transcript,
  backfill: Backfill,
  given: Given,
): Promise<readonly SourceRow[]> {
  const { agent, said } = transcript;
  const { clean = withoutSecrets, now, since = 0, wanted } = backfill;
  const gathered = await gather(said(), clean, now);
  const { session: ref, startedAt, endedAt, firstPrompt, unread, isPart } = gathered;
  const leftOut = (skipped: string): SourceRow[] => [
    { row: shortPlace(transcript, backfill), skipped },
  ];
  if (startedAt === undefined || endedAt === undefined || ref === undefined)
    return leftOut(unread > 0 ? 'nothing of it can be read' : 'it has no messages');
  if (endedAt < since) return [];
  const attributed = await projectOfFolder(gathered.folder, backfill);
  if ('leftOut' in attributed)
    return attributed.leftOut === OF_OTHERS ? [] : leftOut(attributed.leftOut);
  const key = `${agent} ${ref}`;
  const clientRef = nthClientRef(ref, 1) ?? ref;
  const here = given.get(key) ?? backfill.sessionHere(agent, clientRef, attributed.project);
  // Who worked in a folder as in another project, such as by `VAULT_PROJECT`, has said so to a hook.
  const likely = (here ?? attributed).project;
  if (wanted !== undefined && projectKey(wanted) !== projectKey(likely)) return [];
  if (isPart)
    return leftOut('it is a conversation of an agent with itself, for a part of its work');
  if (firstPrompt === undefined) return leftOut('nobody asked anything in it');
  if (now - endedAt < GOING_ON_MS)
    return leftOut('it may still be going on: run backfill again later');
  const { root, goal: keepsPrompts, chosen } = attributed;
  const { project } = here ?? (await backfill.inVault?.(chosen, { binds: true })) ?? attributed;
  const { folder = root } = gathered;
  const tidy = tidyPaths({ root, folder, home: backfill.home });
  const taken = { agent, ref, project, root, keepsPrompts, gathered, startedAt, endedAt, tidy };
  given.set(key, here ?? newSession(taken));
  const rows = await sessionRows(taken, here, clean);
  const damaged = unread > 0 ? leftOut('a part of it cannot be read: the rest is used') : [];
  return [...rows, ...damaged];
}
