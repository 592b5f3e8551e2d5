import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../outside/ask.js';

/** Delays of the service's event loop in milliseconds, as it measures them: the worst of all samples. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}

const SAMPLE_MS = 5000;

/** Reads the metrics of a service every five seconds, each time for the time since. */
export async function loopDelay(url: string, signal: AbortSignal): Promise<LoopDelay> {
  let worst: LoopDelay = { p99: 0, max: 0 };
  while (!signal.aborted) {
    await sleep(SAMPLE_MS, undefined, { signal }).catch(() => {});
    const text = (await ask(url, 'GET', '/metrics'))?.text ?? '';
    const milliseconds = (name: string) =>
      1000 *
      Number(
        new RegExp(`^memory_vault_nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(
          text,
        )?.[1] ?? 0,
      );
    worst = {
      p99: Math.max(worst.p99, milliseconds('p99')),
      max: Math.max(worst.max, milliseconds('max')),
    };
  }
  return worst;
}
