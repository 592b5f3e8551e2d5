import { z } from 'zod';
import type { EventLog } from '../log/eventLog.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';

/** What is known of the notes that came from elsewhere. */
interface Received {
  readonly log: Pick<EventLog, 'readEntries'>;
  readonly readModels: Pick<ReadModels, 'current'>;
}

/**
 * True when the vault `instance` sent a note here that is kept, or retracted one. It reads the log for the latter. What was
 * forgotten here names no vault any more.
 */
export async function hasReceivedFrom(
  { log, readModels }: Received,
  instance: string,
): Promise<boolean> {
  const views = await readModels.current('observations');
  return isKept(views, instance) || (await hasRetracted(log, instance));
}

function isKept(views: Sql, instance: string): boolean {
  const row = views.get<{ position: number }>(
    `SELECT position FROM observations WHERE origin IS NOT NULL AND origin ->> 'instance' = ? LIMIT 1`,
    [instance],
  );
  return row !== undefined;
}

const Retraction = z.object({ origin: z.object({ instance: z.string() }) });
const PAGE = 1000;

async function hasRetracted(log: Received['log'], instance: string): Promise<boolean> {
  const only = { types: ['observation.forgotten'] };
  for (let after = 0; ; ) {
    const { entries, upTo } = await log.readEntries(after, PAGE, only);
    for (const { data } of entries) {
      if (Retraction.safeParse(data).data?.origin.instance === instance) return true;
    }
    if (upTo === after) return false;
    after = upTo;
  }
}
