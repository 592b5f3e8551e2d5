import { percentile } from '../../tools/percentile.js';
import type { Question } from './dataset.js';
import type { Engine } from './engine.js';

/** What a question costs, in milliseconds. */
export interface Cost {
  /** From the question to the answer, as the one who asks sees it. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the process that answers, all of its threads together: the mean. */
  readonly cpu: number;
}

/** Questions that are timed at least: those of a small set are asked several times. */
const TIMED = 300;

/**
 * Times the questions, one at a time. Ask them all before, or the figures are those of code that is not compiled yet.
 * `cpuSeconds` reads the CPU time that the process which answers has used so far.
 */
export async function costOf(
  { ask }: Engine,
  questions: readonly Question[],
  cpuSeconds: () => Promise<number>,
): Promise<Cost> {
  const times: number[] = [];
  const before = await cpuSeconds();
  while (times.length < TIMED) {
    for (const question of questions) {
      const start = performance.now();
      await ask(question);
      times.push(performance.now() - start);
    }
  }
  const cpu = ((await cpuSeconds()) - before) * 1000;
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 50), p99: percentile(times, 99), cpu: cpu / times.length };
}

/** The CPU time of this process. */
export function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The CPU time of a service, which `/metrics` says. */
export async function cpuSecondsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^memory_vault_process_cpu_seconds_total (\S+)$/m.exec(text) ?? [];
  if (seconds === undefined) throw new Error(`${url}/metrics does not say what CPU time was used`);
  return Number(seconds);
}
