import { recordForgottenNotes } from '../commands/administration.js';
import type { RestrictedAuthor } from '../commands/assertMayChange.js';
import type { Executor } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { forgetObservation } from '../commands/observations.js';
import { shareTurns } from '../commands/shareTurns.js';
import type { Visibility } from '../domain/caller.js';
import { type FieldError, Rejection } from '../domain/rejection.js';
import { textSize } from '../domain/textSize.js';
import { observation } from '../events/observation.js';
import type { EventLog, LogEntry } from '../log/eventLog.js';
import { fullId } from '../queries/getObservation.js';
import type { ReadModels } from '../views/readModels.js';
import { fewAtATime } from './fewAtATime.js';
import { countsBy, rangesOf } from './findBelongings.js';
import type { SubjectForgotten } from './forgetSubject.js';

/** The parts of an open vault that forget notes. */
interface ForgetParts {
  readonly executor: Executor;
  readonly log: EventLog;
  readonly readModels: ReadModels;
}

/** Notes to forget, and for whom. */
export interface WantedNotes {
  /** Ids, or the ends of them. */
  readonly asked: readonly string[];
  readonly sees: Visibility;
  readonly author: RestrictedAuthor | undefined;
}

/** A note that may be forgotten. */
interface FoundNote {
  readonly id: string;
  /** Of its texts, in UTF-16 units. */
  readonly size: number;
  /** The events that lose their payload, in order, as far as they are there. */
  readonly positions: readonly number[];
}

/**
 * Forgets notes with all their revisions, or none of them: where one cannot be forgotten, it throws a `Rejection` that says so of
 * each. A retry with the same `Idempotency-Key` finishes what a crash cut short, and gives the same receipt. To be called one after
 * the other: a second request finds what the first has left, so that no note is in two receipts.
 */
export async function forgetNotes(
  parts: ForgetParts,
  wanted: WantedNotes,
  context: RequestContext,
): Promise<SubjectForgotten> {
  const { executor, log } = parts;
  const { asked, sees, author } = wanted;
  const recorded = await earlierReceipt(executor, asked, context);
  const notes = recorded ? [] : await findNotes(parts, wanted, context);
  const ids = notes.map(({ id }) => id);
  const matched = countsBy((kind) => (kind === 'observations' ? ids.length : 0));
  const positions = rangesOf(notes.flatMap((note) => note.positions));
  const found = { ids, matched, positions };
  // Recorded first, so that the retry of a request that a crash cut short finds it.
  const receipt =
    recorded ?? (await executor.execute(recordForgottenNotes, { asked, found }, context)).state;
  if (!receipt) throw new Error('the receipt cannot be read back from the log');
  const sizes = new Map(notes.map(({ id, size }) => [id, size]));
  const { meta } = context;
  const forget = async (id: string) => {
    try {
      return await executor.execute(forgetObservation, { id, author }, { meta, sees });
    } catch (error) {
      // What an earlier attempt has forgotten counts as done, with the position that it had then.
      const [last] = await log.readStream(streamOf(id), { only: 'last' });
      if (last?.type !== 'observation.forgotten') throw error;
      return last;
    }
  };
  const last = await fewAtATime(receipt.data.ids ?? [], forget, (id) => sizes.get(id));
  return { receipt: await withAllErased(log, receipt), position: Math.max(receipt.position, last) };
}

/**
 * A receipt with all events that were erased. Of notes, these are also those that came to them after they were looked for, while
 * others were: they were saved before their note was forgotten, and went with it.
 */
export async function withAllErased(
  log: EventLog,
  receipt: SubjectForgotten['receipt'],
): Promise<SubjectForgotten['receipt']> {
  const { ids, positions } = receipt.data;
  if (!ids) return receipt;
  const nextTurn = shareTurns();
  const erased = new Set(
    positions.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
  );
  for (const id of ids) {
    await nextTurn(LOOK);
    for await (const { data, position } of entriesOf(log, streamOf(id)))
      if (data === null) erased.add(position);
  }
  return { ...receipt, data: { ...receipt.data, positions: rangesOf([...erased]) } };
}

const streamOf = (id: string) => `${observation.name}/${id}`;

/** The receipt of the request that this one repeats. Throws `idempotency_mismatch` for the key of another request. */
async function earlierReceipt(
  executor: Executor,
  asked: readonly string[],
  context: RequestContext,
) {
  if (context.idempotencyKey === undefined) return undefined;
  const rehearsal = { ...context, dryRun: true };
  const { appended, state } = await executor.execute(recordForgottenNotes, { asked }, rehearsal);
  return appended ? state : undefined;
}

/** The notes that were asked for, each once. Throws as `forgetNotes`. */
async function findNotes(
  { executor, log, readModels }: ForgetParts,
  { asked, sees, author }: WantedNotes,
  { meta }: RequestContext,
): Promise<readonly FoundNote[]> {
  const nextTurn = shareTurns();
  const notes = new Map<string, FoundNote>();
  const wrong: (FieldError & Pick<Rejection, 'code'>)[] = [];
  for (const [i, idOrEnd] of asked.entries()) {
    await nextTurn(LOOK);
    try {
      const id = await fullId(readModels, sees, idOrEnd);
      await executor.execute(forgetObservation, { id, author }, { meta, sees, dryRun: true });
      const note = { id, ...(await textsOf(log, streamOf(id))) };
      notes.set(id, note);
      await nextTurn(note.size);
    } catch (error) {
      if (!(error instanceof Rejection) || !OF_ONE.includes(error.code)) throw error;
      wrong.push({ code: error.code, path: `/ids/${i}`, message: error.message });
    }
  }
  const [first] = wrong;
  if (first) throw new Rejection(first.code, inWords(wrong, asked.length), wrong.map(fieldError));
  return [...notes.values()];
}

/** What it counts as to look for a note, in units of text. */
const LOOK = 512;

/** Why a single note cannot be forgotten. Other refusals concern the whole request. */
const OF_ONE: readonly Rejection['code'][] = ['not_found', 'forbidden', 'conflict'];

const fieldError = ({ path, message }: FieldError): FieldError => ({ path, message });

/** Of what is wrong, as much as the sentence names; all of it is in `errors`. */
const MOST_NAMED = 5;

function inWords(wrong: readonly FieldError[], asked: number): string {
  const named = wrong.slice(0, MOST_NAMED).map(({ message }) => message);
  const more = wrong.length > MOST_NAMED ? '; …' : '';
  return `nothing was forgotten, because ${wrong.length} of ${asked} cannot be: ${named.join('; ')}${more}`;
}

/** Entries of a note that are read at a time. */
const PAGE = 1000;

/** The events of a stream that have a text, and those that redacted one: they hold it, too, and are erased with it. */
async function textsOf(log: EventLog, stream: string): Promise<Omit<FoundNote, 'id'>> {
  const positions: number[] = [];
  let size = 0;
  for await (const { data, position, redacted_by } of entriesOf(log, stream)) {
    if (data === null) continue;
    positions.push(position, ...(redacted_by === null ? [] : [redacted_by]));
    size += textSize(data);
  }
  return { positions, size };
}

async function* entriesOf(log: EventLog, stream: string): AsyncGenerator<LogEntry> {
  const { position: head } = await log.head();
  for (let after = 0; after < head; ) {
    const { entries, upTo } = await log.readEntries(after, PAGE, { stream });
    yield* entries;
    after = upTo;
  }
}
