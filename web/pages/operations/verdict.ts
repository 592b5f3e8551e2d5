import type { Operations } from 'memory-vault-client';
import { sentence } from './sentence.js';

/** Something that is not as it should be. */
export interface Trouble {
  readonly what: string;
  /** What to do about it. */
  readonly next: string;
}

/** Whether the service is well, as one sentence, with all that is wrong. */
export interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly troubles: readonly Trouble[];
}

export function verdictOf(operations: Operations): Verdict {
  const { status, rebuild } = operations;
  const troubles = [
    ...logTroubles(operations),
    ...operations.conditions.map(({ meaning, next }) => ({ what: sentence(meaning), next })),
    ...viewTroubles(operations),
    ...hiveTroubles(operations),
  ];
  if (status === 'not_ready') {
    const isMending = rebuild.state !== 'idle' && operations.checks.log === 'ok';
    const title = isMending
      ? 'Not ready: the read models are being rebuilt'
      : 'Not everything works';
    return { tone: 'bad', title, troubles };
  }
  if (troubles.length === 0) return { tone: 'good', title: 'Everything works', troubles };
  return { tone: 'warn', title: 'The service works, but look at this', troubles };
}

/** Where the log refuses saves, a condition says why. */
function logTroubles({ checks: { log }, conditions }: Operations): readonly Trouble[] {
  if (log === undefined || log === 'ok' || conditions.length > 0) return [];
  return [{ what: sentence(`the log: ${log}`), next: 'The log of the service says why.' }];
}

function viewTroubles({ checks: { views }, projections }: Operations): readonly Trouble[] {
  const stopped = projections.flatMap(({ name, stopped }) => {
    if (!stopped) return [];
    const what = `The read model ${name} stopped at event ${stopped.position}: ${stopped.error}`;
    const next =
      'Nothing is lost: the log has everything. Requests that need this read model are refused. Look at the event, install a release that can read it, then rebuild.';
    return [{ what, next }];
  });
  if (stopped.length > 0) return stopped;
  if (views === undefined || views === 'ok') return [];
  return [
    {
      what: sentence(views),
      next: 'The read models catch up by themselves. If they do not within a minute, rebuild them.',
    },
  ];
}

function hiveTroubles({ hive }: Operations): readonly Trouble[] {
  if (hive.consecutive_failures === 0) return [];
  const why = hive.reason ?? hive.last_error ?? 'unknown';
  return [
    {
      what: `No note is pushed to the hive: ${why}`,
      next: 'Notes are still saved here. They are pushed once the hub takes them.',
    },
  ];
}
