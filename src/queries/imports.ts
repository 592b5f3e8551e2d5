import { z } from 'zod';
import type { ArchiveLine } from '../domain/archive/archiveLine.js';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { formatTime } from '../domain/time.js';
import type { ImportedRow, ImportRunRow } from '../projections/imports.js';
import type { Sql } from '../sqlite/sqlite.js';
import { Counts, countsOf } from './counts.js';

/** A run of an import in a response. */
export const ImportRun = z
  .object({
    run: Ulid,
    source: z.string(),
    at: OutTime,
    undone_at: OutTime.nullable(),
    holds: Counts.meta({
      description: 'How many things of each record it wrote that are still here.',
    }),
  })
  .meta({ id: 'ImportRun' });
export type ImportRun = z.infer<typeof ImportRun>;

/** The record of a line by the first part of the names of its streams. */
export const RECORD_OF: Readonly<Record<string, ArchiveLine['record']>> = {
  observation: 'note',
  session: 'session',
  prompt: 'prompt',
  conventions: 'conventions',
  sdd: 'phases',
};

/** The first part of the name of a stream. */
export const familyOf = (stream: string) => stream.slice(0, stream.indexOf('/'));

/** The `limit` newest runs of imports, newest first. */
export function listImports(views: Sql, limit: number): ImportRun[] {
  return views
    .all<ImportRunRow & { readonly undone_at: number | null }>(
      `SELECT runs.*, undone.at AS undone_at FROM import_runs AS runs
       LEFT JOIN import_undone AS undone ON undone.run = runs.run
       ORDER BY position DESC LIMIT :limit`,
      { limit },
    )
    .map(({ run, source, at, undone_at }) => ({
      run,
      source,
      at: formatTime(at),
      undone_at: undone_at === null ? null : formatTime(undone_at),
      holds: heldBy(views, run),
    }));
}

function heldBy(views: Sql, run: string): Record<string, number> {
  const rows = views.all<{ key: string; count: number }>(
    `SELECT substr(stream, 1, instr(stream, '/') - 1) AS key, count(*) AS count
     FROM imported WHERE run = :run GROUP BY key ORDER BY key`,
    { run },
  );
  return countsOf(rows.map(({ key, count }) => ({ key: RECORD_OF[key] ?? key, count })));
}

/** A stream that holds what a run wrote. */
export interface ImportedStream extends Pick<ImportedRow, 'stream'> {
  /** Bytes of the texts of its note in all revisions; null where it is no note. */
  readonly bytes: number | null;
}

/** At most `limit` streams that hold what a run wrote, by their names, after one of them. Reads `imports` and `observations`. */
export function importedStreams(
  views: Sql,
  run: string,
  after: string,
  limit: number,
): ImportedStream[] {
  return views.all<ImportedStream>(
    `SELECT stream, (SELECT sum(octet_length(title) + octet_length(content)) FROM observations
                     WHERE stream LIKE 'observation/%' AND id = substr(stream, instr(stream, '/') + 1)) AS bytes
     FROM imported WHERE run = :run AND stream > :after ORDER BY stream LIMIT :limit`,
    { run, after, limit },
  );
}
