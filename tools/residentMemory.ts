import { readFileSync } from 'node:fs';

/** Bytes of memory (RSS) of a process, from `/proc/PID/status`; NaN where that does not say it. Throws when it cannot be read. */
export const residentMemory = (pid: number): number =>
  residentIn(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** The same from the text of that file. */
export function residentIn(status: string): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kibibytes) * 1024;
}
