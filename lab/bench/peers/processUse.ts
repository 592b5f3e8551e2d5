import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentIn } from '../../../tools/residentMemory.js';

/** What a process has used so far, seen from outside; NaN where the kernel does not say it. */
export interface ProcessUse {
  /** Milliseconds of CPU time of all its threads. */
  readonly cpu: number;
  /** Bytes that it had written to disk. */
  readonly written: number;
  /** Bytes of memory now (RSS). */
  readonly memory: number;
}

/** Milliseconds of a clock tick: Linux counts in hundredths of a second on every usual machine. */
const TICK_MS = 10;
const LOOK_MS = 200;
/** A process that uses less than this between two looks has no work left. */
const IDLE_MS = 20;
const LONGEST_MS = 15_000;

export function processUse(pid: number): ProcessUse {
  const read = (name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  };
  return parseUse(read('stat'), read('io'), read('status'));
}

/** Reads the texts of `/proc/PID/stat`, `io` and `status`. */
export function parseUse(stat: string, io: string, status: string): ProcessUse {
  // The name of the program is in brackets and may hold anything. utime and stime are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const number = (found: RegExpExecArray | null) => Number(found?.[1] ?? Number.NaN);
  return {
    cpu: (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) * TICK_MS,
    written: number(/^write_bytes: (\d+)$/m.exec(io)),
    memory: residentIn(status),
  };
}

/**
 * Waits until a process has nothing left to do, so that work after an answer counts where it was caused, and returns
 * what it has used then. Gives up after 15 seconds.
 */
export async function settled(pid: number, signal: AbortSignal): Promise<ProcessUse> {
  const end = performance.now() + LONGEST_MS;
  let before = processUse(pid);
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal });
    const now = processUse(pid);
    if (!(now.cpu - before.cpu >= IDLE_MS) || performance.now() > end) return now;
    before = now;
  }
}
