import { contradictionOf } from '../contradiction.js';
import type { CopyEnd, Delta } from '../sharedLog.js';
import type { Connection } from './connection.js';
import type { LastingConnection } from './lastingConnection.js';

/**
 * Asks for what is behind the end of a copy. A primary that was replaced, and does not know it yet, shows less than the copy
 * may have from the new one. So whatever contradicts the copy is asked for once more, on a new connection: that one has
 * written (`fitForNode`), as a primary without its standby cannot.
 */
export async function askPresent(
  lasting: Pick<LastingConnection, 'get'>,
  end: CopyEnd,
  ask: (connection: Connection) => Promise<Delta>,
): Promise<{ readonly connection: Connection; readonly delta: Delta }> {
  const connection = await lasting.get();
  const delta = await ask(connection);
  const contradiction = contradictionOf(delta, end);
  if (contradiction === undefined) return { connection, delta };
  connection.destroy(contradiction);
  const renewed = await lasting.get();
  return { connection: renewed, delta: await ask(renewed) };
}
