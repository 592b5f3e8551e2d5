import { brokenPromises } from '../brokenPromises.js';
import type { Ended } from '../children/runWorkload.js';
import type { Remains } from '../examine.js';
import type { Answer } from '../requests.js';
import { answersIn } from '../shim/answersIn.js';
import type { Traced } from '../shim/trace.js';
import type { Fault } from './chooseFaults.js';

/** A run of the workload with one fault. */
export interface Spoilt {
  readonly fault: Fault;
  readonly ended: Ended;
  readonly trace: readonly Traced[];
  /** The promises of this run and the one before, up to its end. */
  readonly answers: readonly Answer[];
  /** Acknowledged forgettings whose text was in a file after the process had ended. */
  readonly readable: readonly Answer[];
  /** The result of the next start. */
  readonly remains: Remains;
  /** The errors after an additional power failure, following a failed fsync. */
  readonly powerless: readonly string[];
}

/** The errors of a run, as sentences. */
export function judge({
  fault,
  ended,
  trace,
  answers,
  readable,
  remains,
  powerless,
}: Spoilt): string[] {
  const spoilt = trace.findIndex((record) => record.op === 'refused' && record.n === fault.at);
  const torn = trace.at(-1)?.op === 'ended';
  if (spoilt < 0 && !torn) return ['the fault never came'];
  return [
    ...remains.problems,
    ...(remains.refusal === undefined ? [] : [`refused: ${remains.refusal}`]),
    ...brokenPromises(answers, remains).map((promise) => `lost ${JSON.stringify(promise)}`),
    ...readable.map((promise) => `readable ${JSON.stringify(promise)}`),
    ...powerless,
    ...endedBadly(fault, ended),
    ...(fault.kind === 'EIO' ? wentOn(trace, spoilt) : []),
  ];
}

/** A process that continues must finish; one that stops must report the reason. */
function endedBadly({ kind }: Fault, { code, complaint }: Ended): string[] {
  if (kind !== 'EIO' && kind !== 'ENOSPC') return code === 99 ? [] : [`exit code ${code}`];
  if (code === 0) return [];
  const isSentence = /\w+ \w+/.test(complaint) && !/^\s+at /m.test(complaint);
  return code === 1 && isSentence ? [] : [`exit code ${code}: ${complaint}`];
}

/** After an error of the log, nothing may be promised until the vault is opened again. */
function wentOn(trace: readonly Traced[], spoilt: number): string[] {
  const record = trace[spoilt];
  if (record?.op !== 'refused' || !/log\.db(-wal)?$/.test(record.name)) return [];
  if (record.what === 'unlink') return [];
  const [next] = answersIn(trace.slice(spoilt));
  return next && next.is !== 'key' ? [`went on after the error with ${JSON.stringify(next)}`] : [];
}
