import type { VaultClient } from 'memory-vault-client';
import type { Source, SourceRow } from '../../import/sourceRow.js';
import type { GrowingReport } from './importReport.js';

type LineRow = Extract<SourceRow, { line: unknown }>;

/** The most that one request carries: it is short enough to be stopped behind, and long enough to share commits. */
const CHUNK = { lines: 1000, bytes: 4 * 1024 * 1024 };

export interface Sending {
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
export async function sendRows(sending: Sending): Promise<void> {
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
