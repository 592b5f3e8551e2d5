import { Rejection } from '../../domain/rejection.js';
import { adminActs } from '../../events/administration.js';
import type { RecordedFact } from '../../events/recorded.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import { redactedAct } from '../administration.js';
import { command, type ReadState } from '../command.js';
import type { Told } from './history.js';

/** A run of an import: a ULID that its client chose, and what it reads. */
export interface Run {
  readonly run: string;
  readonly source: string;
}

/** Records that a run began, once. Throws `Rejection('conflict')` when it was undone. */
export const recordImport = command({
  name: 'recordImport',
  async redact({ run, source }: Run, filter) {
    return { run, ...(await redactedAct({ act: 'import', detail: { run, source } }, filter)) };
  },
  stream: adminActs,
  streamKey: ({ run }) => run,
  decide(last, { run, ...data }) {
    if (last?.data.act === 'undo-import') throw runWasUndone(run);
    return last ? [] : [{ type: 'admin.acted', data }];
  },
});

/** Records that a run is undone, once: from then on it writes nothing. Throws `not_found` for one that never began. */
export const recordUndo = command({
  name: 'recordUndo',
  async redact({ run }: Pick<Run, 'run'>, filter) {
    return { run, ...(await redactedAct({ act: 'undo-import', detail: { run } }, filter)) };
  },
  stream: adminActs,
  streamKey: ({ run }) => run,
  decide(last, { run, ...data }) {
    if (!last) throw new Rejection('not_found', `there is no import with the run ${run}`);
    return last.data.act === 'undo-import' ? [] : [{ type: 'admin.acted', data }];
  },
});

/** What every command of an import is given: a line, and the run that brings it, a ULID. */
export interface Imported<L> {
  readonly run: string;
  readonly line: L;
}

/** Throws `Rejection('conflict')` for a run that was undone: nothing would undo what it writes after that. */
export async function assertRunIsOpen(read: ReadState, run: string): Promise<void> {
  const last = await read(adminActs, run);
  if (last?.data.act === 'undo-import') throw runWasUndone(run);
}

/** The rejection of what a run brings that was undone. */
function runWasUndone(run: string): Rejection {
  return new Rejection('conflict', `run: ${run} was undone: import with the id of a new run`);
}

/** Throws `Rejection('conflict')` for what somebody forgot here. What the undoing of an import forgot may come back. */
export function assertMayComeBack<F extends VaultFact>({ events, forgotten }: Told<F>): void {
  if (events.length === 0 && forgotten && !isByImport(forgotten)) {
    throw new Rejection('conflict', 'was forgotten here: it is not taken in again');
  }
}

/** Whether an import wrote an event, or the undoing of one. */
export function isByImport<F extends VaultFact>(event: RecordedFact<F> | undefined): boolean {
  return event?.meta.run !== undefined;
}
