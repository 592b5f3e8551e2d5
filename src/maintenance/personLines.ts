import { isOfPerson, type Visibility } from '../domain/caller.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { observation } from '../events/observation.js';
import { fold, teamOfStream, type VaultEvent } from '../events/vaultEvent.js';
import type { StreamReads } from '../log/eventLog.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import { toObservation } from '../queries/observationOf.js';
import { maySeeStream } from '../queries/streamVisibility.js';
import { belongingsOfPerson, namesInLog } from './belongings.js';
import { findBelongings, type Thing } from './findBelongings.js';

/**
 * Everything about a person that a forgetting would erase, as lines of JSON. A note is a line as in any export, which can
 * be imported again. What is personal of somebody else is left out. Everything else is a line for each event, whose first member is `kind`, the type of the event; so
 * are the revisions of a note that has several.
 */
export async function* personLines(
  log: StreamReads,
  person: string,
  { filter, sees }: { readonly filter: PrivacyFilter; readonly sees: Visibility },
): AsyncGenerator<string> {
  const names = await namesInLog(person, filter);
  const { things } = await findBelongings(log, belongingsOfPerson(names));
  for (const thing of things) {
    const events = await eventsOf(log, thing);
    if (isOfPerson(teamOfStream(events)) && !maySeeStream(events, sees)) continue;
    if (thing.kind === 'observations') {
      const line = noteLine(events);
      if (line !== undefined) yield line;
      if (events.length === 1) continue;
    }
    for (const event of events) yield eventLine(event);
  }
}

async function eventsOf(
  log: StreamReads,
  { stream, alone, positions }: Thing,
): Promise<readonly VaultEvent[]> {
  if (!alone) return log.readStream(stream);
  const [first = 0] = positions;
  const events = await log.readAfter(first - 1, 1);
  return events.filter((event) => event.type !== 'erased');
}

function noteLine(events: readonly VaultEvent[]): string | undefined {
  const state = fold(observation, events);
  if (state?.status !== 'kept') return undefined;
  const { revision, revised_at } = state;
  const revised = revision > 1 && { revision, updated_at: timeOf(revised_at) };
  return `${JSON.stringify({ ...toObservation(state, undefined), ...revised })}\n`;
}

function eventLine({ type, position, at, data }: VaultEvent): string {
  return `${JSON.stringify({ kind: type, position, at: timeOf(at), data })}\n`;
}

const timeOf = (ms: number) => formatTime(toSeconds(ms));
