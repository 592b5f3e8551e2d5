import type { PostgresPlace } from '../../../domain/postgresUrl.js';
import type { Connection, Statement } from './connection.js';
import { connectToPrimary, type Deadlines } from './connectTo.js';
import { type Durability, GUARANTEES, refuseLoss } from './durability.js';
import { refuseFormat } from './schema.js';

export interface NodeOptions {
  readonly durability: Durability;
  /** Name of this node, unique among those of the log. */
  readonly node: string;
  readonly deadlines: Deadlines;
}

/** A connection for a node: to the primary, durable enough, with the format of this release, and with a confirmed end. */
export async function connectNode(place: PostgresPlace, options: NodeOptions): Promise<Connection> {
  const connection = await connectToPrimary(place, options.node, options.deadlines);
  try {
    await refuseFormat(connection);
    const [{ rows }] = await connection.exchange(GUARANTEES);
    for (const guarantees of rows) refuseLoss(guarantees, options.durability);
    // What a primary shows after a crash may not have reached the standby. This commit waits for the standby to have all
    // that was written before it.
    await connection.exchange(CONFIRM);
    return connection;
  } catch (error) {
    connection.destroy('it was not fit for a node');
    throw error;
  }
}

const CONFIRM: Statement = { text: 'UPDATE vault.head SET deduplicated = deduplicated' };
