import type { Clock } from '../../domain/time.js';
import { type EventLog, isEmpty } from '../eventLog.js';
import { oneAtATime } from '../oneAtATime.js';
import { appendBatch } from './append.js';
import { refuseCopy } from './copied.js';
import { endOf } from './headOf.js';
import { type LogFileOptions, openLogFile } from './logFile.js';

interface SqliteLogOptions extends LogFileOptions {
  readonly clock?: Clock | undefined;
}

/** Opens (or makes) the log in a SQLite file. Throws for the copy of a shared log. */
export function openSqliteEventLog(file: string, options: SqliteLogOptions = {}): EventLog {
  const { clock = Date.now } = options;
  const { sql, reads, refusal, inOneMoment, grew } = openLogFile(file, 'FULL', options, refuseCopy);
  const inTurn = oneAtATime();
  let lastAt = endOf(sql).at;
  const now = () => Math.max(clock(), lastAt);

  return {
    ...reads,
    now,
    appendNext: (decide) =>
      inTurn(async () => {
        for (;;) {
          const appended = await inOneMoment(async (write) => {
            const { at, ...end } = endOf(sql);
            lastAt = Math.max(lastAt, at);
            const batch = await decide({ position: end.position, at: now() });
            if (isEmpty(batch)) return { events: [], head: end };
            return write((kinds) => appendBatch(sql, kinds, batch, end));
          });
          if (!appended) continue;
          lastAt = appended.events.at(-1)?.at ?? lastAt;
          if (appended.events.length > 0) grew(appended);
          return appended;
        }
      }),
    wipe: () => inTurn(reads.wipe),
    close: () => inTurn(reads.close),
    refusal: async () => refusal(),
  };
}
