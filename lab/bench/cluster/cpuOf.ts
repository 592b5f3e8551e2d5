import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a clock tick: Linux counts in hundredths of a second on every usual machine. */
const TICK_MS = 10;

/** Milliseconds of CPU time that processes and their children have used, those that have ended included. Reads /proc. */
export function cpuOf(pids: readonly number[]): number {
  const all = processes();
  const used = (pid: number): number => {
    const one = all.get(pid);
    if (!one) return 0;
    const children = [...all].filter(([, { parent }]) => parent === pid);
    return one.cpu + children.reduce((sum, [child]) => sum + used(child), 0);
  };
  return pids.reduce((sum, pid) => sum + used(pid), 0);
}

function processes(): ReadonlyMap<number, { readonly parent: number; readonly cpu: number }> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => statOf(pid).map((stat) => [Number(pid), stat] as const)));
}

function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in brackets and may hold anything. From the parent on, the fields are numbers.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = Number.NaN] = fields;
    // utime, stime, and both of children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return [{ parent, cpu: ticks * TICK_MS }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
