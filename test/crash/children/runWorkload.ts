import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How a change is spoilt, as `faults.c` knows it. */
export type FaultKind = 'exit' | 'half' | 'sector' | 'ENOSPC' | 'EIO';

/** The two parts of the workload, each a process. */
export type Part = 'first' | 'second';

export interface Run {
  readonly workload: string;
  readonly shim: string;
  /** Traced as a whole; the vault is made in it. */
  readonly root: string;
  readonly part: Part;
  /** Where the trace is appended. */
  readonly trace: string;
  /** The change that is spoilt, counted from 1 in this process. */
  readonly fault?: { readonly at: number; readonly kind: FaultKind };
  readonly synchronous?: 'NORMAL';
}

/** How a process ended; 99 is the shim's. */
export interface Ended {
  readonly code: number | null;
  readonly complaint: string;
}

/** The vault of a workload, below the root of its trace. */
export const VAULT = 'vault';

/** Runs a part of the workload on a disk that the shim watches. */
export async function runWorkload(run: Run): Promise<Ended> {
  const { workload, shim, root, part, trace, fault, synchronous } = run;
  const child = spawn(process.execPath, [workload, join(root, VAULT), part], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      LD_PRELOAD: shim,
      FAULTS_ROOT: root,
      FAULTS_TRACE: trace,
      ...(fault && { FAULTS_AT: String(fault.at), FAULTS_KIND: fault.kind }),
      ...(synchronous && { LOG_SYNCHRONOUS: synchronous }),
    },
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, complaint };
}
