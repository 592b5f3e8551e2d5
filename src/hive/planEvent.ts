import { changesNote, type ObservationFact, observation } from '../events/observation.js';
import type { RecordedFact } from '../events/recorded.js';
import type { LoggedEvent } from '../events/vaultEvent.js';
import type { EventLog, StreamReads } from '../log/eventLog.js';
import { type ExportRules, exportPolicy, type WithheldReason } from './exportPolicy.js';
import type { HiveLedger, LedgerState } from './hiveLedger.js';
import type { PushedItem } from './wire.js';

/** What the plan for an event needs. */
export interface PlanEventParts {
  readonly log: StreamReads & Pick<EventLog, 'envelopeOf'>;
  readonly ledger: Pick<HiveLedger, 'heldBy'> & {
    state(): Pick<LedgerState, 'unknown_up_to' | 'elsewhere'>;
  };
  readonly rules: ExportRules;
}

/** What an event of the log means for the hive; nothing for most. */
interface EventPlan {
  /** The note that the event is about. */
  readonly id?: string;
  readonly item?: PushedItem;
  /** Why the note stays home, and the kinds of data that were found in it. */
  readonly stays?: WithheldReason;
  readonly found?: readonly string[];
  /** The digest of the paused project that withholds it. */
  readonly paused?: string;
  /** The kinds of personal data that were replaced in the item. */
  readonly replaced?: readonly string[];
}

const NOTHING: EventPlan = {};
const STREAM = `${observation.name}/`;

/**
 * Plans one event. A note is sent as it is now, with the event that last changed it. What was revised or forgotten
 * before its turn is never sent.
 */
export async function planEvent(parts: PlanEventParts, event: LoggedEvent): Promise<EventPlan> {
  const stream = await streamOf(parts, event);
  if (stream === undefined) return NOTHING;
  const history = await parts.log.readStream(stream, { only: 'ends' });
  // The stream of an observation holds the events of its family only.
  const facts = history as readonly RecordedFact<ObservationFact>[];
  const state = facts.reduce(observation.evolve, observation.initial);
  const id = stream.slice(STREAM.length);
  const held = parts.ledger.heldBy(id);
  if (!state || isOvertaken(event, history.findLast(changesNote)?.version)) return NOTHING;
  const retraction: EventPlan = { id, item: itemOf(event, id, null) };

  if (state.status === 'forgotten') {
    const mayHold = held !== undefined || (await isUnknown(parts, stream, event));
    return mayHold && !state.origin ? retraction : NOTHING;
  }
  if (held !== undefined && held >= event.position) return NOTHING;
  const decision = await exportPolicy(state, parts.rules);
  if ('note' in decision) {
    return { id, item: itemOf(event, id, decision.note), replaced: decision.replaced };
  }
  if (decision.stays === 'paused') {
    return { id, stays: 'paused', paused: decision.key };
  }
  const { stays, found } = decision;
  if (stays === 'received') return { id, stays };
  // A note that was sent, and was then revised into one that stays home, has to be retracted.
  const mayHold =
    held !== undefined || (event.version > 1 && (await isUnknown(parts, stream, event)));
  return { ...(mayHold ? retraction : { id }), stays, found };
}

/** The stream of the note that an event changes. For a redaction, the note that the redacted event changed. */
async function streamOf({ log }: PlanEventParts, event: LoggedEvent): Promise<string | undefined> {
  if (event.type === 'event.redacted') {
    const [redacted] = await log.readAfter(event.data.position - 1, 1);
    const type = redacted?.type === 'erased' ? redacted.erasedType : redacted?.type;
    return type !== undefined && changesNote({ type }) ? redacted?.stream : undefined;
  }
  return changesNote(event) ? event.stream : undefined;
}

/** Whether a later event changes the same note, and will be sent instead. */
function isOvertaken(event: LoggedEvent, last: number | undefined): boolean {
  return event.type !== 'event.redacted' && event.version !== last;
}

/**
 * Whether the ledger cannot say if the hub holds the note that an event changes: it was pushed before this ledger began, or by
 * another node. Where a note began is kept also when it is forgotten.
 */
async function isUnknown({ log, ledger }: PlanEventParts, stream: string, event: LoggedEvent) {
  const { unknown_up_to, elsewhere } = ledger.state();
  if (event.position <= unknown_up_to) return true;
  if (elsewhere === 0) return false;
  const first = await log.envelopeOf(stream);
  return first !== undefined && first.position <= elsewhere;
}

function itemOf(event: LoggedEvent, id: string, note: PushedItem['note']): PushedItem {
  return { event: event.id, id, at: event.at, position: event.position, note };
}

/** What a push would do with one note. */
export interface PushDryRun {
  readonly verdict: 'push' | 'retract' | 'stays';
  /** The note's id, and its place in the log. */
  readonly note: string;
  readonly position: number;
  /** As they would be sent; only for a note that is pushed. */
  readonly type?: string;
  readonly title?: string;
  readonly item?: PushedItem;
  /** Why the note is not sent. */
  readonly stays?: WithheldReason | undefined;
  /** Kinds of private or personal data in it: replaced where it is pushed, the reason where it stays. */
  readonly found: readonly string[];
}

const PAGE = 500;

/** Reads the whole log as the worker would, and gives for each note what the worker would do. */
export async function* dryRunPush(parts: PlanEventParts): AsyncGenerator<PushDryRun> {
  for (let after = 0; ; ) {
    const events = await parts.log.readAfter(after, PAGE);
    for (const event of events) {
      const { id, item, stays, found = [], replaced = [] } = await planEvent(parts, event);
      if (id === undefined) continue;
      const about = { note: id, position: event.position };
      if (item?.note) {
        const { type, title } = item.note;
        yield { verdict: 'push', ...about, type, title, item, found: replaced };
      } else if (item) {
        yield { verdict: 'retract', ...about, item, found, stays };
      } else if (stays) {
        yield { verdict: 'stays', ...about, stays, found };
      }
    }
    const last = events.at(-1);
    if (!last) return;
    after = last.position;
  }
}
