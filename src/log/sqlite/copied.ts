import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { sealOfCopy } from '../seal.js';

/** What a copy says of the shared log. */
export interface Copied {
  /** UUID of the shared log. */
  readonly instance: string;
  /** Number of the last answer without an event that was taken in. */
  readonly answers: number;
}

/** Of which shared log a log is the copy; undefined when it is a log of its own. */
export function copiedOf(sql: Sql): Copied | undefined {
  return sql.get<Copied>('SELECT instance, answers FROM copied');
}

/** Records of which shared log a log is the copy, or, without one, that it is a log of its own. */
export function writeCopied(sql: Sql, copied: Copied | undefined): void {
  sql.run('DELETE FROM copied');
  if (!copied) return;
  const { instance, answers } = copied;
  const seal = sealOfCopy(instance, answers);
  sql.run('INSERT INTO copied VALUES (1, ?, ?, ?)', [instance, answers, seal]);
}

/** Throws for the copy of a shared log: alone it would become a second truth. */
export function refuseCopy(sql: Sql): void {
  const copied = copiedOf(sql);
  if (!copied) return;
  throw new Diagnostic(
    'log_is_copy',
    `${sql.db.name} is the copy of the shared log ${copied.instance}, and VAULT_LOG names no shared log`,
    { file: sql.db.name, setting: 'VAULT_LOG' },
  );
}
