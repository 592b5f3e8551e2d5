import type { FaultKind, Part } from '../children/runWorkload.js';
import type { Traced } from '../shim/trace.js';

/** An operation of one part of the workload, and its fault. */
export interface Fault {
  readonly part: Part;
  /** Number of the operation in the process of that part, from 1. */
  readonly at: number;
  readonly kind: FaultKind;
  /** The file that the operation changes. */
  readonly file: string;
}

/**
 * Chooses the changes of a trace that get a fault, and its kind. For the log, keys and names, each fsync is refused,
 * and each other change is refused or finds no space, in turn. Of the headers of frames, which SQLite writes one by one
 * before their pages, only every third gets a fault. At some of these changes the process also ends (the tests of power
 * loss end it at every one). Of the changes to read models and shared memory, some get one fault.
 */
export function chooseFaults(part: Part, trace: readonly Traced[]): Fault[] {
  let turn = 0;
  return trace.flatMap((change) => {
    if (!('n' in change)) return [];
    turn++;
    return kindsFor(change, turn).map((kind) => ({ part, at: change.n, kind, file: change.name }));
  });
}

/** One fault of each file, of the kind and in the part that were chosen least so far. */
export function fewOf(all: readonly Fault[]): readonly Fault[] {
  const few: Fault[] = [];
  const times = ({ kind, part }: Fault) =>
    few.filter((one) => one.kind === kind).length + few.filter((one) => one.part === part).length;
  for (const file of new Set(all.map((fault) => fault.file))) {
    const [fault] = all.filter((one) => one.file === file).sort((a, b) => times(a) - times(b));
    if (fault) few.push(fault);
  }
  return few;
}

/** Bytes of a frame's header in a write-ahead log, and of its own (https://sqlite.org/fileformat2.html#walformat). */
const FRAME_HEADER = 24;
const WAL_HEADER = 32;

function kindsFor(change: Traced, turn: number): readonly FaultKind[] {
  const error = change.op === 'sync' ? 'EIO' : inTurn<FaultKind>(['EIO', 'ENOSPC'], turn / 3);
  // Only a write can be partial, and not that of the log's own header: it lies in one sector, which a disk writes whole.
  const isPartial = change.op === 'write' && change.bytes !== WAL_HEADER;
  const end = isPartial ? inTurn<FaultKind>(['half', 'sector', 'exit'], turn / 4) : 'exit';
  if (isDisposable(change)) return turn % 24 === 0 ? [inTurn([error, end], turn / 24)] : [];
  if (change.op !== 'write') return turn % 3 === 0 ? [error, end] : [error];
  if (change.bytes === FRAME_HEADER && turn % 3 !== 0) return [];
  return turn % 8 === 0 ? [error, end] : [error];
}

function inTurn<T>(items: readonly [T, ...T[]], turn: number): T {
  return items[Math.floor(turn) % items.length] ?? items[0];
}

function isDisposable(change: Traced): boolean {
  const name = 'name' in change ? change.name : '';
  // Second names decide nothing: a start that cannot give one or remove one ends.
  if ([name, 'to' in change ? String(change.to) : ''].some((one) => one.includes('.glance')))
    return true;
  const isNaming = ['unlink', 'rename', 'link'].includes(change.op);
  return /views\.db|-shm$|writer\./.test(name) && !isNaming;
}
