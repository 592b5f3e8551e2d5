import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../migrations/postgres/', import.meta.url);

/** All migrations of a shared log in PostgreSQL, one after the other, without their comments. */
export function sharedLogSql(): string {
  const files = readdirSync(FOLDER).sort();
  return files
    .map((file) => readFileSync(new URL(file, FOLDER), 'utf8').replace(/^\s*--.*$/gm, ''))
    .join('\n');
}
