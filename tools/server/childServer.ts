import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a server in a process of its own answers 200 at `url`, looking every `look` milliseconds and for `most` at
 * most. Throws what it printed when it ends or takes longer.
 */
export async function untilReady(
  child: ChildProcess,
  url: string,
  options: {
    readonly most: number;
    readonly look: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<void> {
  const { most, look, signal } = options;
  let output = '';
  // Only the end is kept, because a running server may print a lot.
  const keep = (text: unknown) => {
    output = `${output}${text}`.slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.on('error', keep);
  const deadline = performance.now() + most;
  while (!(await answers(url))) {
    if (hasEnded(child)) throw new Error(`the server did not start:\n${output}`);
    if (performance.now() > deadline) throw new Error(`${url} did not answer 200:\n${output}`);
    await sleep(look, undefined, { signal });
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Sends SIGTERM and waits for the end; SIGKILL follows after `most` milliseconds. */
export async function terminate(child: ChildProcess, most: number): Promise<void> {
  if (hasEnded(child)) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), most);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;
