import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Part, runWorkload, VAULT } from '../children/runWorkload.js';
import { examine } from '../examine.js';
import { losePower } from '../powerLoss/losePower.js';
import { stillReadable } from '../readable.js';
import { answersIn } from '../shim/answersIn.js';
import { readTrace, type Traced } from '../shim/trace.js';
import type { Fault } from './chooseFaults.js';
import type { Spoilt } from './judge.js';

/** The workload without faults. */
export interface Recorded {
  readonly traces: Record<Part, readonly Traced[]>;
  /** The vault after the first part, with which the second part begins. */
  readonly halfway: string;
}

export interface Tools {
  readonly workload: string;
  readonly shim: string;
  readonly directory: string;
}

/** Runs the workload without faults and records its operations. */
export async function record({ workload, shim, directory }: Tools): Promise<Recorded> {
  const root = join(directory, 'recorded');
  const halfway = join(directory, 'halfway');
  mkdirSync(root);
  const run = async (part: Part) => {
    const trace = join(directory, part);
    const { code, complaint } = await runWorkload({ workload, shim, root, part, trace });
    if (code !== 0) throw new Error(`the workload failed with ${code}: ${complaint}`);
    return readTrace(trace);
  };
  const first = await run('first');
  cpSync(root, halfway, { recursive: true });
  const second = await run('second');
  return { traces: { first, second }, halfway };
}

/**
 * Cuts the power at the end of a trace in which an fsync failed: the changes that it should have synced are lost for
 * good, so no answer may depend on them. Returns the answers that did.
 */
async function losePowerAfter(
  trace: readonly Traced[],
  directory: string,
): Promise<readonly string[]> {
  if (!trace.some((record) => record.op === 'refused' && record.what === 'sync')) return [];
  const cutsAfter = (_operation: Traced, index: number) => index === trace.length - 1;
  const { lost, wrong, refused } = await losePower(trace, { directory, cutsAfter, draws: 2 });
  rmSync(directory, { recursive: true });
  return [...lost, ...wrong, ...refused.keys()];
}

/** Runs a part of the workload with one fault, and opens the vault afterwards. */
export async function spoil(tools: Tools, recorded: Recorded, fault: Fault): Promise<Spoilt> {
  const { part } = fault;
  const root = join(tools.directory, `${part}-${fault.at}-${fault.kind}`);
  const trace = `${root}.trace`;
  mkdirSync(root);
  if (part === 'second') cpSync(recorded.halfway, root, { recursive: true });
  try {
    const ended = await runWorkload({ ...tools, root, part, trace, fault });
    const before = part === 'second' ? recorded.traces.first : [];
    const run = readTrace(trace);
    const answers = answersIn([...before, ...run]);
    const readable = stillReadable(answers, join(root, VAULT));
    const remains = await examine(join(root, VAULT), answers);
    const powerless = await losePowerAfter([...before, ...run], `${root}-powerless`);
    return { fault, ended, trace: run, answers, readable, remains, powerless };
  } finally {
    rmSync(root, { recursive: true });
    rmSync(trace, { force: true });
  }
}
