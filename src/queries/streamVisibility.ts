import { maySee, NO_WALL, type Visibility } from '../domain/caller.js';
import { wallKey } from '../events/recorded.js';
import { teamOfStream, type VaultEvent } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';

/** Whether a caller may see the thing that these events are about: those of its stream that are kept. */
export function maySeeStream(events: readonly VaultEvent[], sees: Visibility): boolean {
  if (sees.kind === 'all') return true;
  const team = teamOfStream(events);
  return team !== undefined && maySee(sees, team);
}

/** Whether a caller may hear that a thing with this `wallKey` was forgotten; of one without, only who sees everything. */
export function mayHearOf(sees: Visibility, wall_key: string | undefined): boolean {
  return sees.kind === 'all' || wall_key === NO_WALL || wall_key === wallKey(sees.team);
}

/** The same of a stream in the log. Its ends say whose it is. */
export async function mayReadStream(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  sees: Visibility,
): Promise<boolean> {
  return sees.kind === 'all' || maySeeStream(await log.readStream(stream, { only: 'ends' }), sees);
}
