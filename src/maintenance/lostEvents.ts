import type { SharedLogSettings } from '../config/sharedLogConfig.js';
import type { LogEntry } from '../log/eventLog.js';
import { firstDifference } from '../log/shared/firstDifference.js';
import { withConnection } from '../log/shared/postgres/ownerConnection.js';
import { hashOf } from '../log/shared/postgres/readShared.js';
import { headOf } from '../log/sqlite/headOf.js';
import { openLogReader } from '../log/sqlite/migrate.js';
import { readEntries } from '../log/sqlite/readEntries.js';
import { streamReads } from '../log/sqlite/streamReads.js';

/** Events that are read at once. */
const PAGE = 500;

/**
 * The events that only a copy holds, in order: from the first on that the shared log lacks, or where it has another one. `file`
 * is only read, and a service may have it open.
 */
export async function* lostEvents(
  file: string,
  { place, node }: SharedLogSettings,
): AsyncGenerator<LogEntry> {
  const sql = openLogReader(file);
  try {
    const { hashAt } = streamReads(sql);
    const first = await withConnection(place, `${node} lost`, (connection) =>
      firstDifference(headOf(sql), hashAt, async (position) => {
        const [{ rows }] = await connection.exchange(hashOf(position));
        return rows[0]?.hash;
      }),
    );
    if (first === undefined) return;
    for (let at = first - 1; ; ) {
      const { entries, upTo } = await readEntries(sql, at, PAGE, {});
      if (upTo <= at) return;
      yield* entries;
      at = upTo;
    }
  } finally {
    sql.db.close();
  }
}
