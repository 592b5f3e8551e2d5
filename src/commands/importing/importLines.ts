import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArchiveLine, NoteLine } from '../../domain/archive/archiveLine.js';
import type { RedactionCount } from '../../domain/privacy/privacyFilter.js';
import type { Rejection } from '../../domain/rejection.js';
import { unreachable } from '../../domain/unreachable.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import type { Executor } from '../executor.js';
import type { Outcome, RequestContext } from '../handle.js';
import { addCounts } from '../redactTexts.js';
import { type BatchItem, chunksOf, isItsOwn } from '../saveBatch.js';
import { shareTurns } from '../shareTurns.js';
import type { Told } from './history.js';
import { importConventions, importPhases, importPrompt } from './importDocuments.js';
import { importObservation, importPin } from './importObservation.js';
import { importSession } from './importSession.js';
import { type Run, recordImport } from './run.js';

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
      readonly id?: string;
      readonly refused: Rejection;
    };

/** Lines to import, and how to parse them. */
interface Lines extends Run {
  readonly items: AsyncIterable<BatchItem>;
  /** Throws a `Rejection` for a value that is no line. */
  readonly parse: (item: unknown) => ArchiveLine;
}

/** Lines that are decided at a time: small ones share a commit, and the number bounds the memory. */
const CHUNK = 200;

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
  const turn = shareTurns();
  for await (const chunk of chunksOf(items, CHUNK)) {
    const ready: ReadyLine[] = [];
    for (const item of chunk) {
      await turn(item.bytes);
      ready.push(await prepareLine(executor, run, parse, item));
    }
    const rehearsed = isRecorded ? [] : await importTogether(ready, rehearsing);
    if (context.dryRun || (!isRecorded && !rehearsed.some(writes))) yield* rehearsed;
    else {
      if (!isRecorded) await executor.execute(recordImport, { run, source }, inRun);
      isRecorded = true;
      yield* await importTogether(ready, inRun);
    }
    // A chunk without a commit never yields to the event loop, so other requests get their turn here.
    await nextTurn();
  }
}

const writes = (of: LineOutcome) => 'outcome' in of && of.outcome !== 'same';

/** A line that is parsed and redacted, or was refused. */
type ReadyLine = { readonly of: Named; readonly take: Take } | Refused;
type Named = Pick<LineOutcome, 'line' | 'record'> & { readonly id?: string };
type Refused = Extract<LineOutcome, { readonly refused: Rejection }>;
type Held = Told<VaultFact>;
/** Decides a line. */
type Take = (context: RequestContext) => Promise<Outcome<Held> & { readonly pinned?: boolean }>;

async function prepareLine(
  executor: Executor,
  run: string,
  parse: Lines['parse'],
  { line, read }: BatchItem,
): Promise<ReadyLine> {
  let of: Named = { line, record: undefined };
  try {
    const parsed = parse(await read());
    of = { line, record: parsed.record, ...('id' in parsed && { id: parsed.id }) };
    return { of, take: await prepare(executor, run, parsed) };
  } catch (error) {
    if (isItsOwn(error)) return { ...of, refused: error };
    throw error;
  }
}

function prepare(executor: Executor, run: string, line: ArchiveLine): Promise<Take> {
  const { prepare } = executor;
  switch (line.record) {
    case 'note':
      return line.pinned
        ? preparePinned(executor, run, line)
        : prepare(importObservation, { run, line });
    case 'session':
      return prepare(importSession, { run, line });
    case 'prompt':
      return prepare(importPrompt, { run, line });
    case 'conventions':
      return prepare(importConventions, { run, line });
    case 'phases':
      return prepare(importPhases, { run, line });
    default:
      return unreachable(line);
  }
}

/** A note and its pin, which is set once the note is there: a line that is refused changes nothing. */
async function preparePinned({ prepare }: Executor, run: string, line: NoteLine): Promise<Take> {
  const save = await prepare(importObservation, { run, line });
  const pin = await prepare(importPin, { run, id: line.id });
  return async (context) => {
    const saved = await save(context);
    const pinned = await pin(context);
    return { ...saved, pinned: pinned.added > 0 };
  };
}

/** Imports lines in order, in shared commits. */
async function importTogether(
  lines: readonly ReadyLine[],
  context: RequestContext,
): Promise<readonly LineOutcome[]> {
  const outcomes = await Promise.allSettled(
    lines.map(async (ready) =>
      'refused' in ready ? ready : outcomeOf(ready.of, await ready.take(context)),
    ),
  );
  return outcomes.map((one, i) => {
    if (one.status === 'fulfilled') return one.value;
    const ready = lines[i];
    if (ready && 'of' in ready && isItsOwn(one.reason)) return { ...ready.of, refused: one.reason };
    throw one.reason;
  });
}

function outcomeOf(
  { line, record, id }: Named,
  { added, state, pinned = false }: Awaited<ReturnType<Take>>,
): LineOutcome {
  if (record === undefined) throw new Error(`line ${line} was imported without a record`);
  const written = added === 0 ? [] : state.events.slice(-added);
  const isNew = written.length > 0 && written.length === state.events.length;
  const isChanged = added > 0 || pinned;
  const outcome = isNew ? 'stored' : isChanged ? 'revised' : 'same';
  const redacted = written.reduce<readonly RedactionCount[]>(
    (sum, { data }) => ('redactions' in data ? addCounts(sum, data.redactions) : sum),
    [],
  );
  return { line, record, id, outcome, redacted };
}
