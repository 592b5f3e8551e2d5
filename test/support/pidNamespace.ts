import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Runs a program as process 1 of its own, as a container does. The end of `unshare` ends it. */
const UNSHARE = ['--user', '--map-root-user', '--fork', '--pid', '--kill-child'];

/** The command that runs another as process 1. */
export const asFirstProcess = (...command: readonly string[]) => [...UNSHARE, ...command];

/** Why no program can be run as process 1 here; undefined when it can. */
export function noNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has process namespaces';
  const { status, stderr, error } = spawnSync('unshare', asFirstProcess('true'), {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** The process that `unshare` started, by its id outside of the namespace. */
export function firstProcess({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}
