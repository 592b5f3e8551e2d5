import type { VaultClient } from 'memory-vault-client';
import { openSource } from '../../import/openSource.js';
import type { Source } from '../../import/sourceRow.js';
import { counted } from '../terminal/counted.js';
import { drawnLine } from '../terminal/drawnLine.js';
import { importReport, type Report } from './importReport.js';
import { type RowFile, rowFile } from './rowFile.js';
import { sendRows } from './sendRows.js';

/** What one pass over a source needs. */
export interface Pass {
  readonly vault: VaultClient;
  readonly name: string;
  readonly path: string;
  readonly project: string | undefined;
  readonly run: string;
  readonly dryRun: boolean;
  /** A file that gets a line about each row. */
  readonly reportFile: string | undefined;
}

/** How a pass ended: `failure` is what stopped it before its end. */
export interface Passed {
  readonly report: Report;
  readonly isInterrupted: boolean;
  readonly failure?: unknown;
}

/**
 * Reads a source from its first row to its last and sends it to the vault. At Ctrl-C, it stops behind the chunk in flight; a
 * second Ctrl-C ends the process. Throws where the source or the report cannot be opened.
 */
export async function importPass(pass: Pass): Promise<Passed> {
  const { name, path, project, run, dryRun } = pass;
  const source = await openSource(name, path, project === undefined ? {} : { project });
  const every = openedOrClosed(pass, source);
  const grown = importReport({ source: source.name, run, dry_run: dryRun }, every);
  const line = drawnLine();
  const textAt = progressOf(dryRun ? 'reading' : 'importing', source.total);
  const interruption = untilInterrupted();
  try {
    await sendRows({
      ...{ vault: pass.vault, source, run, dryRun, project, report: grown },
      onSent: () => line.draw(() => textAt(grown.report().read)),
      isStopped: interruption.isStopped,
    });
    return { report: grown.report(), isInterrupted: interruption.isStopped() };
  } catch (failure) {
    return { report: grown.report(), isInterrupted: false, failure };
  } finally {
    line.end();
    interruption.end();
    source.close();
    every?.close();
  }
}

/** Such as `importing: 2000 of 3000 rows`. `total` is left out where it is not known. */
function progressOf(what: string, total: number | undefined): (done: number) => string {
  return (done) =>
    total === undefined || total < done
      ? `${what}: ${counted(done, 'row')}`
      : `${what}: ${done} of ${counted(total, 'row')}`;
}

/** In the place of ending at once, as a verb does: the first Ctrl-C is only noted. */
function untilInterrupted() {
  let isStopped = false;
  const others = process.listeners('SIGINT');
  const stop = () => {
    isStopped = true;
    process.off('SIGINT', stop);
    for (const other of others) process.once('SIGINT', other);
  };
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', stop);
  return {
    isStopped: () => isStopped,
    end() {
      if (!isStopped) stop();
    },
  };
}

/** The file for the report, if there is to be one. A source holds a copy of a database, which must not be left behind. */
function openedOrClosed({ reportFile, path }: Pass, source: Source): RowFile | undefined {
  try {
    return reportFile === undefined ? undefined : rowFile(reportFile, path);
  } catch (error) {
    source.close();
    throw error;
  }
}
