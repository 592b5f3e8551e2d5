import type { Sql } from '../../sqlite/sqlite.js';
import { inText, shownStream } from '../sqlite/storedNames.js';
import type { Report } from './problem.js';

/** Reports streams whose versions are not 1, 2, 3 … in order of position. */
export function verifyStreams(log: Sql, report: Report): void {
  const wrong = log.all<{ position: number; stream: string; version: number; before: number }>(
    // Every version above 1 must follow its predecessor. Most streams have only version 1; an index serves the rest.
    `SELECT position, ${inText('stream')} AS stream, version, coalesce((SELECT max(version) FROM events AS earlier
         WHERE earlier.stream = own.stream AND earlier.version < own.version), 0) AS before
     FROM events AS own
     WHERE version <> 1 AND NOT EXISTS (SELECT 1 FROM events AS last WHERE last.stream = own.stream
       AND last.version = own.version - 1 AND last.position < own.position)
     ORDER BY position LIMIT 1000`,
  );
  for (const { position, stream, version, before } of wrong) {
    const name = shownStream(stream);
    report('version', position, `version ${version} of ${name} comes after version ${before}`);
  }
}
