import { Rejection } from '../domain/rejection.js';
import type { EventLog } from '../log/eventLog.js';
import type { SharedControl } from '../log/shared/sharedControl.js';
import { SharedLogInterrupted } from '../log/shared/sharedLog.js';
import { readCheckpoint } from '../log/signedCheckpoint/checkpoint.js';
import { openNote } from '../log/signedCheckpoint/signedNote.js';
import { checkpointKey } from './checkpointKey.js';
import type { LogWork } from './logWork.js';

type Sign = LogWork['signCheckpoint'];

/** How long a copy may take to reach what another node has signed, in milliseconds. */
const CATCH_UP_MS = 2000;
/** How often it is begun anew when another node was faster. */
const TRIES = 3;

/**
 * Signs checkpoints of a copy where several nodes sign with one key. Each extends the newest one that any node has signed, and
 * is given to nobody before it is kept as the newest: so no two contradict each other. Rejects with `not_ready` while the copy
 * is behind, while the shared log does not answer, and when others sign all the time.
 */
export function sharedCheckpoints(
  sign: Sign,
  control: Pick<SharedControl, 'newestCheckpoint' | 'addCheckpoint'>,
  log: Pick<EventLog, 'reach'>,
): Sign {
  /** Undefined when another node was faster. */
  async function signNext(dataDir: string) {
    const newest = await control.newestCheckpoint();
    const after = newest === undefined ? 0 : sizeOf(newest, dataDir);
    if (!(await log.reach(after, CATCH_UP_MS)))
      throw new Rejection(
        'not_ready',
        `this node does not have the ${after} events yet that another one signed`,
      );
    const signed = await sign(dataDir, newest);
    // As many events as the newest one: it is the same checkpoint.
    if (signed.size === after) return signed;
    return (await control.addCheckpoint(signed.size, signed.note, after)) ? signed : undefined;
  }

  return async (dataDir) => {
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const signed = await signNext(dataDir);
        if (signed) return signed;
      }
    } catch (error) {
      if (!(error instanceof SharedLogInterrupted)) throw error;
      throw new Rejection(
        'not_ready',
        'the shared log does not answer, and no checkpoint is signed without it',
      );
    }
    throw new Rejection(
      'not_ready',
      'other nodes sign checkpoints all the time: try again in a moment',
    );
  };
}

function sizeOf(note: string, dataDir: string): number {
  return readCheckpoint(openNote(note, checkpointKey(dataDir))).size;
}
