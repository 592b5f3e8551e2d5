import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The kind of a fault, as `faults.c` names it. */
export type FaultKind = 'exit' | 'half' | 'sector' | 'ENOSPC' | 'EIO';

/** The two parts of the workload, each a process. */
export type Part = 'first' | 'second';

export interface Run {
  readonly workload: string;
  readonly shim: string;
  /** The traced directory; the vault is created in it. */
  readonly root: string;
  readonly part: Part;
  /** Where the trace is appended. */
  readonly trace: string;
  /** The number of the change with the fault, from 1 in this process. */
  readonly fault?: { readonly at: number; readonly kind: FaultKind };
  readonly synchronous?: 'NORMAL';
}

/** The end of a process; exit code 99 is that of the shim. */
export interface Ended {
  readonly code: number | null;
  readonly complaint: string;
}

/** The directory of the vault, below the root of the trace. */
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
