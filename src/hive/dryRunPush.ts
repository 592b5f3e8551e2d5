import type { WithheldReason } from './exportPolicy.js';
import { type PlanEventParts, planEvent } from './planEvent.js';
import type { PushedItem } from './wire.js';

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
  readonly stays?: WithheldReason;
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
        yield { verdict: 'retract', ...about, item, found, ...(stays && { stays }) };
      } else if (stays) {
        yield { verdict: 'stays', ...about, stays, found };
      }
    }
    const last = events.at(-1);
    if (!last) return;
    after = last.position;
  }
}
