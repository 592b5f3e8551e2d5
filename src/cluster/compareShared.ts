import type { SharedLogSettings } from '../config/sharedLogConfig.js';
import type { LogEntry } from '../log/eventLog.js';
import { headOf } from '../log/sqlite/headOf.js';
import { streamReads } from '../log/sqlite/logReader.js';
import { openLogReader } from '../log/sqlite/migrate.js';
import { readEntries } from '../log/sqlite/readEntries.js';
import type { Problem } from '../log/verify/problem.js';
import type { VerifyReport } from '../maintenance/verification.js';
import { firstDifference } from './fork.js';
import { checkInSql } from './postgres/checkInSql.js';
import { withConnection } from './postgres/connect.js';
import type { Connection } from './postgres/connection.js';
import { hashOf } from './postgres/statements.js';

/**
 * Compares a shared log with a copy that was verified, and has PostgreSQL recompute the hashes of all events and payloads, as of
 * one moment. Gives the report with what was found. Rejects where the shared log cannot be read.
 */
export async function verifyShared(
  copy: VerifyReport,
  { place, node }: SharedLogSettings,
): Promise<VerifyReport> {
  const start = performance.now();
  const found = await withConnection(place, `${node} verify`, async (connection) => {
    await connection.exchange({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
    const found = [...(await differenceTo(connection, copy)), ...(await problemsIn(connection))];
    await connection.exchange({ text: 'COMMIT' });
    return found;
  });
  return {
    ...copy,
    ok: copy.ok && found.length === 0,
    problems: [...copy.problems, ...found],
    seconds: copy.seconds + (performance.now() - start) / 1000,
  };
}

async function differenceTo(
  connection: Connection,
  { head, hash }: VerifyReport,
): Promise<readonly Problem[]> {
  if (head === 0) return [];
  const [{ rows }] = await connection.exchange(hashOf(head));
  const there = rows[0]?.hash.toString('hex');
  if (there === hash) return [];
  const detail =
    there === undefined
      ? 'the copy of this node has this event, and the shared log lacks it: memory-vault log lost lists the lost events'
      : 'the shared log and the copy of this node have different events here: memory-vault log lost lists them';
  return [{ position: head, kind: 'shared', detail }];
}

async function problemsIn(connection: Connection): Promise<readonly Problem[]> {
  const found = await checkInSql(connection);
  return found.map(({ position, what }) => ({
    position,
    kind: 'shared',
    detail: `in the shared log, ${what}: it is the first such event`,
  }));
}

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
