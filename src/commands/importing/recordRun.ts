import { Rejection } from '../../domain/rejection.js';
import { adminActs } from '../../events/adminAct.js';
import { command } from '../command.js';
import { redactedAct } from '../recordAct.js';
import { runWasUndone } from './openRun.js';

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
