import type { LogCopy } from '../shared/logCopy.js';
import type { Delta } from '../shared/sharedLog.js';
import type { Following } from './appendBatch.js';
import { type Copied, claimCopy, writeCopied } from './copied.js';
import { endOf } from './headOf.js';
import { type LogFileOptions, openLogFile } from './openLogFile.js';
import { saltOf } from './readGuards.js';
import { countDeduplicated, settleIfLong, totalsOf } from './settle.js';
import { takeInAnswers, takeInEvents } from './takeIn.js';

/**
 * Opens (or makes) the copy of a shared log in a SQLite file. It is not synced at each commit: what a crash takes from it
 * is read again.
 */
export function openSqliteCopy(
  file: string,
  instance: string,
  options: LogFileOptions = {},
): LogCopy {
  let copied: Copied = { instance, answers: 0 };
  const { sql, reads, refusal, write, grew } = openLogFile(file, 'NORMAL', options, (opened) => {
    copied = claimCopy(opened, instance);
  });

  function takeInAll({ kinds, guards, lag }: Following, delta: Delta) {
    const { end, events } = delta;
    const before = endOf(sql);
    settleIfLong(sql, guards, before, lag);
    const taken = takeInEvents(sql, { kinds }, events, before);
    const last = takeInAnswers(sql, delta, taken.head.position, copied.answers);
    if (last > copied.answers) writeCopied(sql, { instance, answers: last });
    countDeduplicated(sql, end.deduplicated - totalsOf(sql).deduplicated);
    return { ...taken, answers: last, grown: taken.head.position - before.position };
  }

  return {
    ...reads,
    instance,
    end() {
      const { position, hash } = endOf(sql);
      return { position, hash, answers: copied.answers };
    },
    lastAt: () => endOf(sql).at,
    takeIn(delta) {
      const { events, head, answers, grown } = write((following) => takeInAll(following, delta));
      copied = { instance, answers };
      const appended = { events, head };
      if (grown > 0) grew(appended, grown > events.length || events.some(isRedaction));
      return appended;
    },
    saltOf: (stream, version) => saltOf(sql, { stream, version }),
    refusal: async () => refusal(),
  };
}

const isRedaction = ({ type }: { readonly type: string }) => type === 'event.redacted';
