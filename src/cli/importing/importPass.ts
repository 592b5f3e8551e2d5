import type { VaultClient } from 'memory-vault-client';
import { openSource } from '../../import/openSource.js';
import type { Source, SourceRow } from '../../import/sourceRow.js';
import { counted } from '../terminal/format.js';
import { drawnLine } from '../terminal/progress.js';
import {
  type GrowingReport,
  importReport,
  type Report,
  type RowFile,
  rowFile,
} from './importReport.js';

/** What one pass over a source needs. */
interface Pass {
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
      vault: pass.vault,
      source,
      run,
      dryRun,
      project,
      report: grown,
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

type LineRow = Extract<SourceRow, { line: unknown }>;

/** The most that one request carries: it is short enough to be stopped behind, and long enough to share commits. */
const CHUNK = { lines: 1000, bytes: 4 * 1024 * 1024 };

interface Sending {
  readonly vault: VaultClient;
  readonly source: Source;
  readonly run: string;
  readonly dryRun: boolean;
  /** Of notes that name none. */
  readonly project: string | undefined;
  readonly report: GrowingReport;
  /** Called after each chunk. */
  readonly onSent: () => void;
  /** When it says so, nothing more is sent: what is in flight is waited for. */
  readonly isStopped: () => boolean;
}

/** Sends all rows of a source to a vault, chunk by chunk. Rejects with `VaultError` where the vault refuses a whole chunk. */
async function sendRows(sending: Sending): Promise<void> {
  const { source, report, project, isStopped, onSent } = sending;
  let chunk: LineRow[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const send = async () => {
    if (chunk.length > 0) await sendChunk(sending, chunk, texts.join('\n'));
    [chunk, texts, bytes] = [[], [], 0];
    onSent();
  };
  for await (const row of source.rows()) {
    if (isStopped()) return;
    if ('skipped' in row) {
      report.skipped(row.row, row.skipped);
      continue;
    }
    const text = JSON.stringify(inProject(row.line, project));
    const size = Buffer.byteLength(text);
    if (chunk.length === CHUNK.lines || (chunk.length > 0 && bytes + size > CHUNK.bytes)) {
      await send();
      if (isStopped()) return;
    }
    chunk.push(row);
    texts.push(text);
    bytes += size;
  }
  await send();
}

function inProject(line: LineRow['line'], project: string | undefined): LineRow['line'] {
  if (line.record !== 'note' || line.project !== undefined || project === undefined) return line;
  return { ...line, project };
}

async function sendChunk(
  { vault, source, run, dryRun, report }: Sending,
  chunk: readonly LineRow[],
  body: string,
): Promise<void> {
  const { data } = await vault.POST('/api/v1/admin/import', {
    params: { query: { run, source: source.name, ...(dryRun && { dry_run: 'true' as const }) } },
    headers: { 'Content-Type': 'application/x-ndjson' },
    // The document gives the type of a parsed line; what is sent is the text.
    body: body as never,
    bodySerializer: (text: unknown) => text,
  });
  for (const [i, row] of chunk.entries()) {
    const result = data.results[i];
    if (!result) throw new Error(`the vault said nothing about ${row.row}`);
    const { line: _, record: _record, ...said } = result;
    report.took(row, said);
  }
}
