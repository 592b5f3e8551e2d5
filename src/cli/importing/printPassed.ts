import { VaultError } from 'memory-vault-client';
import type { Report } from '../../domain/importing/report.js';
import { EXIT, Failed, nothingFound } from '../terminal/exit.js';
import { counted } from '../terminal/format.js';
import { type Output, printOne } from '../terminal/output.js';
import type { Passed } from './importPass.js';
import { reportLines } from './reportLines.js';

/** How the verb of a pass is typed, and what it says. */
interface PassWords {
  /** The command that goes on with it. */
  readonly typed: string;
  /** The command that takes back a run, without the run. */
  readonly undo: string;
  /** What there is where nothing could be taken in. */
  readonly nothing: (report: Report) => string;
  /** What is printed beside the report: members for programs, and lines for people, which stand before it. */
  readonly more?: { readonly members: object; readonly lines: readonly string[] };
}

/** Prints what became of a pass, and ends the verb as it ended. */
export async function printPassed(
  output: Output,
  passed: Passed,
  { typed, undo, nothing, more }: PassWords,
): Promise<void> {
  const { report, isInterrupted, failure } = passed;
  // Of a source that cannot be read, there is nothing to report. A vault that is gone may have taken in the first rows.
  if (failure !== undefined && report.read === 0 && !isUnreached(failure)) throw failure;
  const lines = () => [...(more?.lines ?? []), ...reportLines(report)];
  await printOne(output, { ...report, ...more?.members }, () => lines().join('\n'));
  const wrote = !report.dry_run && report.stored + report.revised > 0;
  if (isInterrupted || failure !== undefined) output.note(stoppedAt(passed, typed));
  if (wrote) output.note(`to undo it: ${undo} ${report.run}`);
  if (failure !== undefined) throw failure;
  if (isInterrupted) throw new Failed(EXIT.interrupted, 'interrupted');
  if (report.stored + report.revised + report.same > 0) return;
  throw nothingFound(nothing(report));
}

/** A source that cannot be read, and a vault that says no, do so the next time as well. */
function stoppedAt({ report, failure }: Passed, typed: string): string {
  const stopped = `stopped after ${counted(report.read, 'row')}`;
  const isOver = failure !== undefined && !isUnreached(failure);
  if (report.dry_run || isOver) return stopped;
  return `${stopped}: type ${typed} to go on from there`;
}

const isUnreached = (failure: unknown) =>
  failure instanceof VaultError && (failure.status === undefined || failure.status >= 500);

/** What is asked before anything is taken in, such as `Store 3 and revise 2?` of `store 3` and `revise 2`. */
export function questionOf(parts: readonly string[]): string {
  return `${parts.join(' and ')}?`.replace(/^./, (letter) => letter.toUpperCase());
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
