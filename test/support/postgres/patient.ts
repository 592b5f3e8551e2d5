import { onTestFinished, vi } from 'vitest';
import type { Config } from '../../../src/config/config.js';
import type { Deadlines } from '../../../src/domain/postgres.js';

/** Far above what PostgreSQL and a node take on a busy machine: no test fails because one of them gives up. */
export const PATIENT: Deadlines = {
  connectMs: 60_000,
  deadlineMs: 60_000,
  lockMs: 60_000,
  idleMs: 60_000,
};

/** Settings whose shared log, if they name one, gets that time; and nobody has to guess the secrets of its nodes. */
export function patient(config: Config): Config {
  const { sharedLog } = config;
  if (!sharedLog) return config;
  return {
    ...config,
    sharedLog: {
      ...sharedLog,
      place: { ...sharedLog.place, deadlines: PATIENT },
      secretCost: 2,
    },
  };
}

/** Has time stand still for this node from now on, but not for PostgreSQL. Gives a function that passes its deadline. */
export function stopTime(): () => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return () => vi.advanceTimersByTime(PATIENT.deadlineMs);
}
