import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const Writer = z.object({ pid: z.number() });
const END_MS = 20_000;
const LOOK_MS = 20;

/**
 * Ends the service that holds a data directory, whoever started it: agents and hooks start one where none runs. Throws
 * when it does not end.
 */
export async function endWriter(data: string): Promise<void> {
  const file = join(data, 'writer.json');
  if (!existsSync(file)) return;
  const { pid } = Writer.parse(JSON.parse(readFileSync(file, 'utf8')));
  const deadline = performance.now() + END_MS;
  try {
    process.kill(pid, 'SIGCONT');
    process.kill(pid, 'SIGTERM');
    while (process.kill(pid, 0)) {
      if (performance.now() > deadline) throw new Error(`the service ${pid} does not end`);
      await sleep(LOOK_MS);
    }
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!hasEnded) throw error;
  }
}
