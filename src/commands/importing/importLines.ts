import type { ArchiveLine, NoteLine, RepositoryLine } from '../../domain/archive/archiveLine.js';
import type { Rejection } from '../../domain/rejection.js';
import { lastPart } from '../../domain/repository.js';
import { unreachable } from '../../domain/unreachable.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import type { RedactionCount } from '../../privacy/privacyFilter.js';
import { addCounts } from '../../privacy/redactionCounts.js';
import type { Executor } from '../executor.js';
import type { Outcome, RequestContext } from '../handle.js';
import {
  type BatchItem,
  decideTogether,
  prepareItem,
  type ReadyItem,
  readyItems,
} from '../items.js';
import { importBinding } from '../repositories.js';
import { phases, projectConventions, prompts } from './documents.js';
import type { Told } from './history.js';
import { importPin, notes, undoPin } from './notes.js';
import { type Run, recordImport } from './run.js';
import { importSession, undoSession } from './sessions.js';
import type { Undo } from './states.js';

/** How what a run wrote is taken back, by the first part of the name of the stream. */
export const UNDO: Readonly<Record<string, Undo>> = {
  observation: notes.undo,
  pin: undoPin,
  session: undoSession,
  prompt: prompts.undo,
  conventions: projectConventions.undo,
  sdd: phases.undo,
};

/** What became of one line; `line` counts from 1. */
export type LineOutcome =
  | {
      readonly line: number;
      readonly record: ArchiveLine['record'];
      /** Of what has one. */
      readonly id: string | undefined;
      /** `same`: the vault had it already. */
      readonly outcome: 'stored' | 'revised' | 'same';
      readonly redacted: readonly RedactionCount[];
    }
  | {
      readonly line: number;
      readonly record: ArchiveLine['record'] | undefined;
      readonly id?: string | undefined;
      readonly refused: Rejection;
    };

/** Lines to import, and how to parse them. */
interface Lines extends Run {
  readonly items: AsyncIterable<BatchItem>;
  /** Throws a `Rejection` for a value that is no line. */
  readonly parse: (item: unknown) => ArchiveLine;
}

/**
 * Takes lines of an archive in, in their order. A bad line does not stop the others. Ids make it safe to repeat: what the
 * vault has already is `same`. That the run began is recorded before the first thing that it writes, so that importing
 * again writes nothing at all. With `context.dryRun` it says what would become of each line and records nothing. Throws
 * `Rejection('conflict')` for a run that was undone, and whatever concerns the whole import.
 */
export async function* importLines(
  executor: Executor,
  { run, source, items, parse }: Lines,
  context: RequestContext,
): AsyncGenerator<LineOutcome> {
  const inRun = { ...context, meta: { ...context.meta, run } };
  const rehearsing = { ...inRun, dryRun: true };
  await executor.execute(recordImport, { run, source }, rehearsing);
  let isRecorded = false;
  const chunks = readyItems(items, (item) => prepareLine(executor, run, parse, item));
  for await (const ready of chunks) {
    const rehearsed = isRecorded ? [] : await decideTogether(ready, rehearsing);
    if (context.dryRun || (!isRecorded && !rehearsed.some(writes))) yield* rehearsed;
    else {
      if (!isRecorded) await executor.execute(recordImport, { run, source }, inRun);
      isRecorded = true;
      yield* await decideTogether(ready, inRun);
    }
  }
}

const writes = (of: LineOutcome) => 'outcome' in of && of.outcome !== 'same';

/** Decides a line. */
type Take = (
  context: RequestContext,
) => Promise<Outcome<Told<VaultFact>> & { readonly pinned?: boolean }>;

function prepareLine(
  executor: Executor,
  run: string,
  parse: Lines['parse'],
  { line, read }: BatchItem,
): Promise<ReadyItem<LineOutcome>> {
  let named: Pick<LineOutcome, 'record' | 'id'> = { record: undefined };
  return prepareItem<LineOutcome>(
    async () => {
      const parsed = parse(await read());
      const { record } = parsed;
      const id = 'id' in parsed ? parsed.id : undefined;
      named = { record, id };
      const take = await prepare(executor, run, parsed);
      return async (context) => ({ line, record, id, ...written(await take(context)) });
    },
    (refused) => ({ line, ...named, refused }),
  );
}

function prepare(executor: Executor, run: string, line: ArchiveLine): Promise<Take> {
  const { prepare } = executor;
  switch (line.record) {
    case 'note':
      return line.pinned ? preparePinned(executor, run, line) : prepare(notes.take, { run, line });
    case 'repository':
      return prepareBinding(executor, line);
    case 'session':
      return prepare(importSession, { run, line });
    case 'prompt':
      return prepare(prompts.take, { run, line });
    case 'conventions':
      return prepare(projectConventions.take, { run, line });
    case 'phases':
      return prepare(phases.take, { run, line });
    default:
      return unreachable(line);
  }
}

/** A binding, among all repositories that may want a name of it. It stays when the run is undone: others may have gone by it. */
async function prepareBinding({ prepare }: Executor, line: RepositoryLine): Promise<Take> {
  const { repository, project, team } = line;
  const bind = async (name: string) =>
    prepare(importBinding, { repository, project, team, among: lastPart(name) });
  const ofRepository = await bind(repository);
  const ofProject = await bind(project);
  return async (context) => {
    const bound = await ofRepository(context);
    const also = await ofProject(context);
    const { state, ...outcome } = bound.added > 0 ? bound : also;
    // Each binding is a thing of its own, whatever else is in its stream.
    return { ...outcome, state: { events: state.events.slice(-1) } };
  };
}

/** A note and its pin, which is set once the note is there: a line that is refused changes nothing. */
async function preparePinned({ prepare }: Executor, run: string, line: NoteLine): Promise<Take> {
  const save = await prepare(notes.take, { run, line });
  const pin = await prepare(importPin, { run, id: line.id });
  return async (context) => {
    const saved = await save(context);
    const pinned = await pin(context);
    return { ...saved, pinned: pinned.added > 0 };
  };
}

/** What was written of a line, and what was redacted in that. */
function written({ added, state, pinned = false }: Awaited<ReturnType<Take>>) {
  const events = added === 0 ? [] : state.events.slice(-added);
  const isNew = events.length > 0 && events.length === state.events.length;
  const redactions = events.map(({ data }) => ('redactions' in data ? data.redactions : []));
  return {
    outcome: isNew ? 'stored' : added > 0 || pinned ? 'revised' : 'same',
    redacted: addCounts(...redactions),
  } as const;
}
