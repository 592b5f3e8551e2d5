import {
  isInProjects,
  isOfOtherPerson,
  isOfPerson,
  maySee,
  type Visibility,
  wallsSeen,
} from '../domain/caller.js';
import { wallKey } from '../events/recorded.js';
import { projectOfStream, teamOfStream, type VaultEvent } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';

/** Whether a caller may see the thing that these events are about: those of its stream that are kept. */
export function maySeeStream(events: readonly VaultEvent[], sees: Visibility): boolean {
  const team = teamOfStream(events);
  if (team !== undefined) return maySee(sees, team) && isInProjects(sees, projectOfStream(events));
  if (sees.projects) return false;
  const gone = events.find((event) => event.type === 'observation.forgotten');
  return sees.kind === 'all' && mayHearOf(sees, gone?.data.wall_key);
}

/** Whether a stream is about something personal of somebody else: nobody gets to that, whatever else a caller may change. */
export async function isOfOther(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  sees: Visibility,
): Promise<boolean> {
  return isOfOtherPerson(teamOfStream(await log.readStream(stream, { only: 'ends' })), sees);
}

/** Whether a caller may hear that a thing with this `wallKey` was forgotten; of one without, only who sees everything. */
export function mayHearOf(sees: Visibility, wall_key: string | undefined): boolean {
  // Nobody knows any more in which project it was.
  if (sees.projects) return false;
  const walls = wallsSeen(sees);
  if (walls) return wall_key !== undefined && walls.map(wallKey).includes(wall_key);
  return !isOfPerson(wall_key) || sees.person === undefined || wall_key === wallKey(sees.person);
}

/** The same of a stream in the log. Its ends say whose it is. */
export async function mayReadStream(
  log: Pick<EventLog, 'readStream'>,
  stream: string,
  sees: Visibility,
): Promise<boolean> {
  return (
    sees.person === undefined || maySeeStream(await log.readStream(stream, { only: 'ends' }), sees)
  );
}
