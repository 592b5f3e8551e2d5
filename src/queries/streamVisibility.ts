import { maySee, type Visibility } from '../domain/visibility.js';
import { teamOfStream } from '../events/teamOf.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';

/** Whether a caller may see the thing that these events are about: those of its stream that are kept. */
export function maySeeStream(events: readonly VaultEvent[], sees: Visibility): boolean {
  if (sees.kind === 'all') return true;
  const team = teamOfStream(events);
  return team !== undefined && maySee(sees, team);
}

/** The same of a stream in the log. Its ends say whose it is. */
export async function mayReadStream(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  sees: Visibility,
): Promise<boolean> {
  return sees.kind === 'all' || maySeeStream(await log.readStream(stream, { only: 'ends' }), sees);
}
