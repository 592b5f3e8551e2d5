import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Durability } from '../../domain/postgres.js';
import { unreachable } from '../../domain/unreachable.js';
import { LogRefused } from '../../log/logFailures.js';
import type { Connection, Statement } from './connection.js';
import { refuseFormat } from './schema.js';

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

/**
 * Makes sure that a connection is fit for a node: durable enough, with the format of this release, and with an end that the
 * standby has. Throws as `refuseLoss` and `refuseFormat` do.
 */
export async function fitForNode(connection: Connection, durability: Durability): Promise<void> {
  await refuseFormat(connection);
  // In this order: a standby that is given up while this commit waits for it lets it go without a warning.
  const [, { rows }] = await connection.exchange(CONFIRM, GUARANTEES);
  for (const guarantees of rows) refuseLoss(guarantees, durability);
}

/**
 * What a primary shows after a crash may not have reached the standby. This commit waits for the standby to have all that was
 * written before it.
 */
const CONFIRM: Statement = { text: 'UPDATE vault.head SET deduplicated = deduplicated' };
