import { z } from 'zod';
import { shownTeam, type Visibility } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { LAYER_KEYS } from '../domain/layers.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { NOTE_EVENTS } from '../events/observation.js';
import { projectStreamKey } from '../events/recorded.js';
import { session } from '../events/session.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import type { EventLog, LogEntry } from '../log/eventLog.js';
import { Count } from './counts.js';
import { mayHearOf, maySeeStream } from './streamVisibility.js';

/** The types of events that others are told of: what happens to notes and sessions. Nothing of logins, invites or the vault itself. */
export const PUBLIC_TYPES: readonly string[] = [...NOTE_EVENTS, ...Object.keys(session.rules)];

/** An event as others are told of it, with the names of CloudEvents 1.0. */
export const PublicEvent = z
  .object({
    specversion: z.literal('1.0'),
    id: z.string().meta({ description: 'ULID of the event: the same each time it is told.' }),
    source: z.string().meta({ description: 'The vault, by the name in its checkpoints.' }),
    type: z.string(),
    time: OutTime,
    subject: z
      .string()
      .meta({ description: 'What it is about, as `observation/<id>` or `session/<id>`.' }),
    position: Count.meta({ description: 'Its place in the log: `after` goes on behind it.' }),
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'What it said; null once that is forgotten.' }),
  })
  .meta({ id: 'PublicEvent' });
export type PublicEvent = z.infer<typeof PublicEvent>;

/** The fields that are told, of all types. Others, such as hashes and counts of redactions, are the vault's own. */
const TOLD = [
  'id',
  'session_id',
  'project',
  'country',
  'type',
  'title',
  'content',
  'tags',
  'anchors',
  'author',
  'state',
  'supersedes',
  'agent',
  'goal',
  'summary',
  'was_abandoned',
] as const;
/** The same, of fields that hold seconds since 1970. */
const TOLD_TIMES = ['created_at', 'valid_until', 'review_after'] as const;

/** An event without what only the vault needs. It is read from the log each time, so a forgotten text is nowhere in it. */
function toPublicEvent(
  { id, type, at, stream, position, data }: LogEntry,
  source: string,
): PublicEvent {
  return {
    specversion: '1.0',
    id,
    source,
    type,
    time: formatTime(toSeconds(at)),
    subject: stream,
    position,
    // The data of every event is an object.
    data: data === null ? null : toldData(data as Readonly<Record<string, unknown>>),
  };
}

function toldData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const told: Record<string, unknown> = {};
  for (const name of TOLD) if (data[name] !== undefined) told[name] = data[name];
  for (const name of TOLD_TIMES)
    if (typeof data[name] === 'number') told[name] = formatTime(data[name]);
  const team = typeof data.team === 'string' ? shownTeam(data.team) : undefined;
  return team === undefined ? told : { ...told, team };
}

/** The key of a forgotten session says that it was personal, but not whose: nobody is told of it. */
const PERSONAL = projectStreamKey(LAYER_KEYS.personal);
const isOfSomebody = ({ type, data }: VaultEvent) =>
  type === 'session.forgotten' && data.project_key === PERSONAL;

/** Tells a reader the public events of the vault that `source` names: undefined for what is behind a wall, or is personal of somebody else. */
export function publicEventsFor(
  log: Pick<EventLog, 'readStream'>,
  sees: Visibility,
  source: string,
) {
  return async (entry: LogEntry): Promise<PublicEvent | undefined> => {
    const kept = await log.readStream(entry.stream, { only: 'ends' });
    // What is left of a forgotten note says whose it was, of all that was before.
    const gone = kept.find((event) => event.type === 'observation.forgotten');
    if (kept.some(isOfSomebody)) return undefined;
    if (!gone || entry.version > gone.version)
      return maySeeStream(kept, sees) ? toPublicEvent(entry, source) : undefined;
    if (!mayHearOf(sees, gone.data.wall_key)) return undefined;
    // It may have been forgotten after the entry was read.
    const data = entry.version < gone.version ? null : entry.data;
    return toPublicEvent({ ...entry, data }, source);
  };
}
