import type { Durability } from '../../../domain/durability.js';
import type { Connection, Statement } from './connection.js';
import { GUARANTEES, refuseLoss } from './durability.js';
import { refuseFormat } from './schema.js';

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
