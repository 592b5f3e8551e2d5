import { Rejection } from '../../domain/rejection.js';
import { adminActs } from '../../events/adminAct.js';
import type { RecordedFact } from '../../events/recorded.js';
import type { Told } from '../../events/told.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import type { ReadState } from '../command.js';

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
export function runWasUndone(run: string): Rejection {
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
