import type { Connection, Statement } from './connection.js';
import { inTransaction } from './inTransaction.js';

/** What was removed. */
export interface Forgotten {
  /** The settings whose fingerprints are gone. */
  readonly secrets: readonly string[];
  /** The newest checkpoint of those that are gone; undefined where none is. */
  readonly checkpoint: string | undefined;
}

const SECRETS: Statement<{ name: string }> = {
  text: 'DELETE FROM vault.secrets RETURNING name',
};

const CHECKPOINTS: Statement<{ note: string; size: number }> = {
  text: 'DELETE FROM vault.checkpoints RETURNING note, size',
};

/**
 * Removes the fingerprints of the secrets that nodes compare, so that the next node to start sets them anew; with
 * `checkpoints` also the checkpoints, which the next key could not extend. Triggers keep everybody from that but the owner,
 * who switches them off inside the transaction.
 */
export function forgetFingerprints(
  connection: Connection,
  { checkpoints }: { readonly checkpoints: boolean },
): Promise<Forgotten> {
  return inTransaction(connection, async () => {
    const secrets = await deleteAll(connection, 'secrets', SECRETS);
    const notes = checkpoints ? await deleteAll(connection, 'checkpoints', CHECKPOINTS) : [];
    const newest = [...notes].sort((one, other) => other.size - one.size)[0];
    return { secrets: secrets.map(({ name }) => name).sort(), checkpoint: newest?.note };
  });
}

async function deleteAll<Row extends object>(
  connection: Connection,
  table: 'secrets' | 'checkpoints',
  statement: Statement<Row>,
): Promise<readonly Row[]> {
  const trigger = (state: 'DISABLE' | 'ENABLE') => ({
    text: `ALTER TABLE vault.${table} ${state} TRIGGER ${table}_stay`,
  });
  const [, { rows }] = await connection.exchange(trigger('DISABLE'), statement, trigger('ENABLE'));
  return rows;
}
