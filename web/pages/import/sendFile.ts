import { VaultError } from 'memory-vault-client';
import type { Report } from '../../../src/domain/importing/report.js';
import { LARGEST_FILE } from '../../../src/domain/importing/sentLimits.js';
import { formatBytes } from '../../kit/format.js';

/** How a file is read, as the parameters of `importFile` say it. */
export interface Reading {
  readonly form: '' | 'ndjson' | 'csv' | 'notes';
  readonly project: string;
  readonly map: readonly string[];
  readonly dryRun: boolean;
}

export interface Read {
  readonly read: number;
  /** Left out where nobody knows it. */
  readonly total?: number;
}

/** How an import ended: `failure` is what kept it from reading the file to its end. */
export interface Ended {
  readonly report: Report;
  readonly failure?: string;
}

/** Another file is imported at most so long, in most cases: one that this page has just left. */
const TRIES = 5;
const AGAIN_MS = 1000;

/**
 * Sends a file to be imported, or to be rehearsed, and tells how far it is. Throws `VaultError` for what the vault refuses, an `Error` in
 * words for people for a file that is too large, and the reason of `signal`.
 */
export async function sendFile(
  file: File,
  reading: Reading,
  { signal, onRead }: { signal: AbortSignal; onRead: (read: Read) => void },
): Promise<Ended> {
  if (file.size > LARGEST_FILE)
    throw new Error(
      `The file has ${formatBytes(file.size)}. The page imports at most ${formatBytes(LARGEST_FILE)}. ` +
        'For larger files, run memory-vault import in a terminal.',
    );
  const url = `/api/v1/admin/import/file?${queryOf(file, reading)}`;
  for (let attempts = 1; ; attempts++) {
    const asked = { method: 'POST', url, attempts };
    try {
      const headers = { 'Content-Type': 'application/octet-stream' };
      const response = await fetch(url, { method: 'POST', headers, body: file, signal });
      if (response.ok) return await endOf(response, onRead);
      const refused = await VaultError.refused(response, asked);
      if (refused.code !== 'overloaded' || attempts === TRIES) throw refused;
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof VaultError ? error : VaultError.unanswered(error, asked);
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    signal.throwIfAborted();
  }
}

function queryOf(file: File, { form, project, map, dryRun }: Reading): URLSearchParams {
  const query = new URLSearchParams({ name: file.name, changed: String(file.lastModified) });
  if (form !== '') query.set('form', form);
  if (project !== '') query.set('project', project);
  for (const one of map) query.append('map', one);
  if (dryRun) query.set('dry_run', 'true');
  return query;
}

/** The last line of an answer. Each one before it says how far the import is. */
async function endOf(response: Response, onRead: (read: Read) => void): Promise<Ended> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true };
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      // The vault keeps to its document.
      const said = JSON.parse(line) as Read | Ended;
      if ('report' in said) return said;
      onRead(said);
    }
    if (done) throw new Error('the answer of the service ended too early');
  }
}
