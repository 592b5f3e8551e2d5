import type { Sql } from '../sqlite.js';
import type { Report } from './problem.js';

/** Reports streams whose versions are not 1, 2, 3 … in order of position, and ids that stand twice. */
export function verifyStreams(log: Sql, report: Report): void {
  const wrong = log.all<{ position: number; stream: string; version: number; before: number }>(
    `SELECT position, stream, version, before FROM (
       SELECT position, stream, version, lag(version, 1, 0) OVER own AS before,
         lag(position, 1, 0) OVER own AS last
       FROM events WINDOW own AS (PARTITION BY stream ORDER BY version))
     WHERE version <> before + 1 OR position <= last ORDER BY position LIMIT 1000`,
  );
  for (const { position, stream, version, before } of wrong) {
    report('version', position, `version ${version} of ${stream} comes after version ${before}`);
  }
  const twice = log.all<{ position: number; id: string }>(
    'SELECT max(position) AS position, id FROM events GROUP BY id HAVING count(*) > 1 LIMIT 1000',
  );
  for (const { position, id } of twice) report('id', position, `its id ${id} stands twice`);
}
