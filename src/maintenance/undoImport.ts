import type { Executor } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { UNDO } from '../commands/importing/importLines.js';
import { dropPin } from '../commands/importing/notes.js';
import { recordUndo } from '../commands/importing/run.js';
import type { ArchiveLine } from '../domain/archive/archiveLine.js';
import { EVERYTHING } from '../domain/caller.js';
import { Rejection } from '../domain/rejection.js';
import { observation, pin } from '../events/observation.js';
import type { EventLog } from '../log/eventLog.js';
import { familyOf, type ImportedStream, importedStreams, RECORD_OF } from '../queries/imports.js';
import { isOfOther } from '../queries/streamVisibility.js';
import type { ReadModels } from '../views/readModels.js';
import { fewAtATime } from './fewAtATime.js';

/** The parts of an open vault that undoing an import needs. */
interface UndoParts {
  readonly executor: Executor;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly readModels: ReadModels;
}

/** Something that a run wrote and that stays. `id` is the key of its stream. */
interface Left {
  readonly record: ArchiveLine['record'];
  readonly id: string;
  readonly reason: string;
}

/** What became of all that a run wrote. */
interface UndoneImport {
  /** Things that the run brought, and that are forgotten. */
  readonly forgotten: number;
  /** Things that the run changed, and that say again what they said before. */
  readonly restored: number;
  /** How many stay because they were changed since, or are personal and somebody else's; the first of them are named. */
  readonly left_total: number;
  readonly left: readonly Left[];
  /** Position of the last event; 0 when there is none. */
  readonly position: number;
}

/** Streams that are read from the read model at a time. */
const PAGE = 200;
/** How many things that stay are named. */
const MOST_NAMED = 100;

/**
 * Undoes an import: forgets what a run brought, and brings back what it changed, but nothing that was changed since, and
 * nothing personal of somebody else than who asks. What is undone can be imported again, with a new run. When it is cut short, the same call goes on. In a dry run nothing is
 * recorded. Throws `Rejection('not_found')` for an unknown run.
 */
export async function undoImport(
  { executor, log, readModels }: UndoParts,
  run: string,
  { meta, sees = EVERYTHING, dryRun }: RequestContext,
): Promise<UndoneImport> {
  const context = { meta: { ...meta, run }, dryRun };
  const { position } = await executor.execute(recordUndo, { run }, context);
  const counts = { forgotten: 0, restored: 0, left_total: 0 };
  const left: Left[] = [];
  const undo = async ({ stream }: ImportedStream) => {
    const family = familyOf(stream);
    const id = stream.slice(family.length + 1);
    try {
      const owning = family === pin.name ? `${observation.name}/${id}` : stream;
      if (await isOfOther(log, owning, sees))
        throw new Rejection('conflict', 'is personal and somebody else’s, and is left');
      const done = await undoIn(executor, family, { key: id, run }, context);
      if (done.kept) counts.restored += done.added;
      else counts.forgotten += done.added;
      return done;
    } catch (error) {
      if (!(error instanceof Rejection && error.code === 'conflict')) throw error;
      counts.left_total += 1;
      const record = RECORD_OF[family] ?? 'note';
      if (left.length < MOST_NAMED) left.push({ record, id, reason: error.message });
      return { position: 0 };
    }
  };
  let last = dryRun ? 0 : position;
  for (let after = ''; ; ) {
    const views = await readModels.current('imports', 'observations');
    const streams = importedStreams(views, run, after, PAGE);
    after = streams.at(-1)?.stream ?? '';
    if (streams.length === 0) return { ...counts, left, position: last };
    // Pins come after their notes: one of a note that is forgotten goes with it.
    for (const some of [streams.filter(isNoPin), streams.filter(isPin)]) {
      last = Math.max(last, await fewAtATime(some, undo, bytesOf));
    }
  }
}

const isPin = ({ stream }: ImportedStream) => familyOf(stream) === 'pin';
const isNoPin = (of: ImportedStream) => !isPin(of);

/** A session, a pin or a phase has little text; that of a prompt or of conventions is in no index. */
const bytesOf = ({ bytes }: ImportedStream) => bytes ?? 0;

/** Undoes a run in one stream. */
async function undoIn(
  executor: Executor,
  family: string,
  input: { readonly key: string; readonly run: string },
  context: RequestContext,
): Promise<{ readonly added: number; readonly kept: boolean; readonly position: number }> {
  const undo = UNDO[family];
  if (!undo) throw new Error(`an import wrote into a stream of the family ${family}`);
  const { added, position, state } = await undo(executor, input, context);
  const isForgotten = added > 0 && state.events.length === 0;
  if (family === 'observation' && isForgotten && !context.dryRun) {
    await executor.execute(dropPin, { id: input.key }, context);
  }
  return { added, kept: state.events.length > 0, position: context.dryRun ? 0 : position };
}
