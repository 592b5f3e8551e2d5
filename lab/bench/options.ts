import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const SHARED = fileURLToPath(
  new URL('../../../shared/data/engineering-notes.ndjson', import.meta.url),
);

/** The file of notes from which others are generated. Throws when it does not exist. */
export function notesFile(argument: string | undefined): string {
  const file = argument ?? (process.env.VAULT_NOTES || SHARED);
  if (existsSync(file)) return file;
  throw new Error(
    `there are no notes at ${file}: give a file of notes (NDJSON), or set VAULT_NOTES to one`,
  );
}
