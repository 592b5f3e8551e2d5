import { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { Durability } from '../../../domain/durability.js';
import { unreachable } from '../../../domain/unreachable.js';
import { LogRefused } from '../../logFailures.js';
import type { Statement } from './connection.js';

/** What PostgreSQL does for the durability of a commit. */
export interface Guarantees {
  readonly standbys: string;
  readonly fsync: string;
  readonly pages: string;
}

export const GUARANTEES: Statement<Guarantees> = {
  text: `SELECT current_setting('synchronous_standby_names') AS standbys, current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS pages`,
};

/** Throws a `LogRefused` where PostgreSQL does less than is asked for. */
export function refuseLoss(guarantees: Guarantees, durability: Durability): void {
  const missing = missingFor(guarantees, durability);
  if (missing.length === 0) return;
  throw new LogRefused(
    'the shared log would not keep this safely: nothing was stored',
    new Diagnostic(
      'shared_log_not_durable',
      `saves are refused: VAULT_LOG_DURABILITY is ${durability}, but in PostgreSQL ${missing.join(', and ')}`,
      { setting: 'VAULT_LOG_DURABILITY' },
    ),
  );
}

/** What PostgreSQL does less than is asked for. */
export function missingFor(
  { standbys, fsync, pages }: Guarantees,
  durability: Durability,
): string[] {
  const single = [
    ...(fsync === 'off' ? ['fsync is off'] : []),
    ...(pages === 'off' ? ['full_page_writes is off'] : []),
  ];
  switch (durability) {
    case 'managed':
      return [];
    case 'single':
      return single;
    case 'replicated':
      return standbys.trim() === '' ? ['synchronous_standby_names is empty', ...single] : single;
    default:
      return unreachable(durability);
  }
}
