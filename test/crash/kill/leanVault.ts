import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { Answer } from '../requests.js';
import type { KillableVault } from './killableVault.js';

/** A vault without HTTP, which can be killed during its start. */
export interface LeanVault extends KillableVault {
  /** Resolves when it accepts requests, or has ended. */
  readonly ready: Promise<void>;
}

const Line = z.object({ n: z.int(), answer: Answer });

/** Starts the lean child on a data directory. */
export function leanVault(lean: string, directory: string): LeanVault {
  const child = spawn(process.execPath, [lean], {
    env: { VAULT_DATA_DIR: directory },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let requests = 0;
  let isGone = false;
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void gone.then(() => {
    isGone = true;
    for (const settle of waiting.values()) settle(undefined);
  });
  // The pipe breaks when the process is killed.
  child.stdin.on('error', () => {});
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') return resolve();
      const { n, answer } = Line.parse(JSON.parse(line));
      waiting.get(n)?.(answer);
      waiting.delete(n);
    });
  });
  return {
    ready: Promise.race([ready, gone]),
    ask(request) {
      if (isGone) return Promise.resolve(undefined);
      const n = ++requests;
      child.stdin.write(`${JSON.stringify({ n, request })}\n`);
      return new Promise((resolve) => waiting.set(n, resolve));
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
