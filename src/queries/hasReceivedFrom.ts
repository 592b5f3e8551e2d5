import type { Sql } from '../sqlite/sqlite.js';

/** True while a note is kept here that the vault `instance` sent. */
export function hasReceivedFrom(views: Sql, instance: string): boolean {
  const row = views.get<{ position: number }>(
    `SELECT position FROM observations WHERE origin IS NOT NULL AND origin ->> 'instance' = ? LIMIT 1`,
    [instance],
  );
  return row !== undefined;
}
