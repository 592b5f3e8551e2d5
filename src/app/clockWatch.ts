import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { z } from 'zod';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import {
  type ClockReading,
  type ClockVerdict,
  isNewMark,
  judgeClock,
} from '../domain/judgeClock.js';
import { type Clock, formatTime, toSeconds } from '../domain/time.js';
import { readOwnFile } from '../files/regularFile.js';
import { writeFreshFile } from '../files/writeFile.js';
import { LogRefused } from '../log/logFailures.js';

/** Judges the clock that events get their time from (decision 32). */
export interface ClockWatch {
  /** What is to be thought of the clock now. */
  verdict(): ClockVerdict;
  /** Why nothing may be recorded with the time that it shows; undefined when it may. */
  refusal(): LogRefused | undefined;
  /** Remembers what the clock says, if it is right, for later and for the next start. */
  remember(): void;
}

interface ClockParts {
  readonly clock: Clock;
  /** Milliseconds since the machine was started, its sleep included. */
  readonly uptime: () => number;
  /** Keeps the last reading that was believed. */
  readonly file: string;
  /** Whether to believe the clock whatever it says. */
  readonly follow: boolean;
  /** The time of the last event. */
  readonly lastAt: () => number;
  readonly onError: (error: unknown) => void;
}

export function clockWatch(parts: ClockParts): ClockWatch {
  const { clock, uptime, file, follow, lastAt, onError } = parts;
  const boot = bootId();
  let mark = readMark(file);
  /** Each save asks for the time, hardly any for the uptime, which the system reads from a file. */
  const read = (): ClockReading => ({
    at: clock(),
    boot,
    get uptime() {
      return uptime();
    },
  });

  function judge(now: ClockReading): ClockVerdict {
    const verdict = judgeClock(now, lastAt(), mark);
    return follow && verdict.state === 'jumped' ? { state: 'right' } : verdict;
  }

  return {
    verdict: () => judge(read()),
    refusal() {
      const verdict = judge(read());
      return verdict.state === 'jumped' ? refusalOf(verdict.ms, clock()) : undefined;
    },
    remember() {
      const now = { ...read() };
      if (judge(now).state !== 'right' || !isNewMark(now, mark)) return;
      mark = now;
      try {
        writeFreshFile(`${file}.new`, JSON.stringify(now));
        renameSync(`${file}.new`, file);
      } catch (error) {
        onError(error);
      }
    },
  };
}

function refusalOf(ms: number, now: number): LogRefused {
  const message = `the clock shows ${formatTime(toSeconds(now))}, ${inWords(ms)} too much: saves are refused`;
  return new LogRefused(
    "the service's clock has jumped ahead: nothing was stored. Whoever runs the service has to set it right",
    new Diagnostic('clock_jumped', message, { setting: 'VAULT_CLOCK' }),
  );
}

/** A time span for people: hours below three days, else days. */
export function inWords(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 1) return `${Math.floor(ms / 60_000)} minutes`;
  return hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

/** Linux names each start of the machine. Elsewhere, only readings of this process count as of the same start. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}

const Mark = z.object({ at: z.number(), uptime: z.number(), boot: z.string() });

/** A file that is missing or was torn by a power failure says nothing. */
function readMark(file: string): ClockReading | undefined {
  try {
    return Mark.parse(JSON.parse(readOwnFile(file)));
  } catch {
    return undefined;
  }
}
