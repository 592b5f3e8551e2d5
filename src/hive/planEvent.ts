import { changesNote, type ObservationFact, observation } from '../events/observation.js';
import type { RecordedFact } from '../events/recorded.js';
import { streamKey } from '../events/recorded.js';
import type { LoggedEvent } from '../events/vaultEvent.js';
import type { StreamReads } from '../log/eventLog.js';
import { type ExportRules, exportPolicy, type WithheldReason } from './exportPolicy.js';
import type { HiveLedger, LedgerState } from './hiveLedger.js';
import type { PushedItem } from './wire.js';

/** What is asked about an event. */
export interface PlanEventParts {
  readonly log: StreamReads;
  readonly ledger: Pick<HiveLedger, 'heldBy'> & { state(): Pick<LedgerState, 'unknown_up_to'> };
  readonly rules: ExportRules;
}

/** What an event of the log means for the hive; nothing for most. */
export interface EventPlan {
  /** The note that it speaks of. */
  readonly id?: string;
  readonly item?: PushedItem;
  /** Why the note that it speaks of stays home, and what was found in it. */
  readonly stays?: WithheldReason;
  readonly found?: readonly string[];
  /** The digest of the paused project that keeps it home. */
  readonly paused?: string;
  /** What was replaced in the item. */
  readonly replaced?: readonly string[];
}

const NOTHING: EventPlan = {};
const STREAM = `${observation.name}/`;

/**
 * Considers one event. A note is sent as it is now, and by the event that last changed it: what was
 * overtaken or forgotten before its turn is never sent.
 */
export async function planEvent(parts: PlanEventParts, event: LoggedEvent): Promise<EventPlan> {
  const stream = await streamOf(parts, event);
  if (stream === undefined) return NOTHING;
  const history = await parts.log.readStream(stream);
  // The stream of an observation holds the events of its family only.
  const facts = history as readonly RecordedFact<ObservationFact>[];
  const state = facts.reduce(observation.evolve, observation.initial);
  const id = stream.slice(STREAM.length);
  const held = parts.ledger.heldBy(id);
  if (!state || isOvertaken(event, history.findLast(changesNote)?.version)) return NOTHING;
  const retraction: EventPlan = { id, item: itemOf(event, id, null) };

  if (state.status === 'forgotten') {
    const mayHold = held !== undefined || isUnknown(parts, event);
    return mayHold && !state.origin ? retraction : NOTHING;
  }
  if (held !== undefined && held >= event.position) return NOTHING;
  const decision = await exportPolicy(state, parts.rules);
  if ('note' in decision) {
    return { id, item: itemOf(event, id, decision.note), replaced: decision.replaced };
  }
  const { stays, found } = decision;
  if (stays === 'received') return { id, stays };
  if (stays === 'paused') return { id, stays, paused: streamKey(state.note.project ?? '') };
  // What was sent before it was revised into something that stays home has to come home as well.
  const mayHold = held !== undefined || (isUnknown(parts, event) && event.version > 1);
  return { ...(mayHold ? retraction : { id }), stays, found };
}

/** The stream of the note that an event changes, or of the one that a redacted event had changed. */
async function streamOf({ log }: PlanEventParts, event: LoggedEvent): Promise<string | undefined> {
  if (event.type === 'event.redacted') {
    const [redacted] = await log.readAfter(event.data.position - 1, 1);
    const type = redacted?.type === 'erased' ? redacted.erasedType : redacted?.type;
    return type !== undefined && changesNote({ type }) ? redacted?.stream : undefined;
  }
  return changesNote(event) ? event.stream : undefined;
}

/** Whether a later event that changes the note is still to come and will say how it is. */
function isOvertaken(event: LoggedEvent, last: number | undefined): boolean {
  return event.type !== 'event.redacted' && event.version !== last;
}

/** Whether the ledger cannot say what was pushed when that happened. */
function isUnknown({ ledger }: PlanEventParts, event: LoggedEvent): boolean {
  return event.position <= ledger.state().unknown_up_to;
}

function itemOf(event: LoggedEvent, id: string, note: PushedItem['note']): PushedItem {
  return { event: event.id, id, at: event.at, position: event.position, note };
}
