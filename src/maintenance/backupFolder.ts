import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { timeInNames } from './keepEvidence.js';

/** The name of a backup in VAULT_BACKUP_DIR, by its time in milliseconds since 1970: in order of names, the newest is last. */
export const backupName = (now: number) => `vault-${timeInNames(now)}.db`;

const NAME = /^vault-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?Z\.db$/;

/** Removes all backups of a folder but the newest ones. Files of other names are left alone. Returns what was removed. */
export function removeOldBackups(folder: string, keep: number): readonly string[] {
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  const old = names.sort().slice(0, -keep);
  const files = old.map((name) => join(folder, name));
  for (const file of files) rmSync(file, { force: true });
  return files;
}
