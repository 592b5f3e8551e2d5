import type { VaultClient } from 'memory-vault-client';
import type { LineResult, Report } from '../../domain/importing/report.js';
import { type GrowingReport, importReport } from '../../import/importReport.js';
import type { Source, SourceRow } from '../../import/sourceRow.js';
import { counted } from '../terminal/format.js';
import { drawnLine } from '../terminal/progress.js';
import { rowFile } from './reportLines.js';

/** What one pass over a source needs. */
interface Pass {
  readonly vault: VaultClient;
  /** Opens what is read. */
  readonly open: () => Promise<Source>;
  readonly project: string | undefined;
  readonly run: string;
  readonly dryRun: boolean;
  /** A file that gets a line about each row. */
  readonly reportFile: string | undefined;
  /** Is told of each row that the vault was asked to take in. */
  readonly onRow?: (row: LineRow, outcome: LineResult['outcome']) => void;
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
  const { open, project, dryRun, reportFile, run } = pass;
  const source = await open();
  // A source may hold a database open, which its program may wait for.
  try {
    const every = reportFile === undefined ? undefined : rowFile(reportFile);
    const of = { source: source.name, run, dry_run: dryRun };
    const grown = importReport(dryRun ? { ...of, mapping: source.mapping } : of, every);
    const line = drawnLine();
    const textAt = progressOf(dryRun ? 'reading' : 'importing', source);
    const interruption = untilInterrupted();
    try {
      for await (const chunk of chunksOf(source, project, grown, interruption.isStopped)) {
        await sendChunk(pass, source.name, chunk, grown);
        line.draw(() => textAt(grown.report().read));
      }
      return { report: grown.report(), isInterrupted: interruption.isStopped() };
    } catch (failure) {
      return { report: grown.report(), isInterrupted: false, failure };
    } finally {
      line.end();
      interruption.end();
      every?.close();
    }
  } finally {
    source.close();
  }
}

/** Such as `importing: 2000 of 3000 rows`. `total` is left out where it is not known. */
function progressOf(what: string, source: Pick<Source, 'total'>): (done: number) => string {
  return (done) => {
    const { total } = source;
    return total === undefined || total < done
      ? `${what}: ${counted(done, 'row')}`
      : `${what}: ${done} of ${counted(total, 'row')}`;
  };
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

export type LineRow = Extract<SourceRow, { line: unknown }>;

/** The most that one request carries: it is short enough to be stopped behind, and long enough to share commits. */
const CHUNK = { lines: 1000, bytes: 4 * 1024 * 1024 };

/** Rows that are sent at once, and the text that they are sent as. */
interface Chunk {
  readonly rows: readonly LineRow[];
  readonly body: string;
}

/**
 * The rows of a source, notes that name no project in `project`. Ends when it is stopped; what it has read is then not sent. Throws what
 * the source throws, after all that came before it.
 */
async function* chunksOf(
  source: Source,
  project: string | undefined,
  report: GrowingReport,
  isStopped: () => boolean,
): AsyncGenerator<Chunk> {
  let rows: LineRow[] = [];
  let texts: string[] = [];
  let bytes = 0;
  let failed: { readonly error: unknown } | undefined;
  try {
    for await (const row of source.rows()) {
      if (isStopped()) return;
      if ('skipped' in row) {
        report.skipped(row.row, row.skipped);
        continue;
      }
      const { line } = row;
      const isNote = line.record === 'note';
      const text = JSON.stringify(isNote ? { ...line, project: line.project ?? project } : line);
      const size = Buffer.byteLength(text);
      if (rows.length === CHUNK.lines || (rows.length > 0 && bytes + size > CHUNK.bytes)) {
        yield { rows, body: texts.join('\n') };
        if (isStopped()) return;
        [rows, texts, bytes] = [[], [], 0];
      }
      rows.push(row);
      texts.push(text);
      bytes += size;
    }
  } catch (error) {
    failed = { error };
  }
  if (rows.length > 0 && !isStopped()) yield { rows, body: texts.join('\n') };
  if (failed) throw failed.error;
}

/** Rejects with `VaultError` where the vault refuses the whole chunk. */
async function sendChunk(
  { vault, run, dryRun, onRow }: Pass,
  source: string,
  { rows, body }: Chunk,
  report: GrowingReport,
): Promise<void> {
  const { data } = await vault.POST('/api/v1/admin/import', {
    params: { query: { run, source, dry_run: dryRun ? 'true' : undefined } },
    headers: { 'Content-Type': 'application/x-ndjson' },
    // The document gives the type of a parsed line; what is sent is the text.
    body: body as never,
    bodySerializer: (text: unknown) => text,
  });
  for (const [i, row] of rows.entries()) {
    const result = data.results[i];
    if (!result) throw new Error(`the answer of the vault lacks ${row.row}`);
    const { line: _, record: _record, ...said } = result;
    report.took(row, said);
    onRow?.(row, said.outcome);
  }
}
