import { ulid } from 'ulid';
import type {
  CopyEnd,
  SharedBatch,
  SharedEnd,
  SharedLog,
  StoredEvent,
} from '../../../src/cluster/sharedLog.js';
import { CURRENT_SCHEMA, type VaultEventType } from '../../../src/events/vaultEvent.js';
import { commitment, leaf, link } from '../../../src/log/chain.js';

/** The end of a copy that has nothing yet. */
export const NOTHING: CopyEnd = { position: 0, hash: Buffer.alloc(32), answers: 0 };

/** What an event is to be. The shared log reads only envelopes, so its body may say anything. */
export interface Told {
  readonly stream: string;
  readonly version: number;
  readonly type?: VaultEventType;
  /** A short text by default; null for an event whose payload was erased. */
  readonly body?: string | null;
}

/** An answer without an event; `key` is any text. */
export interface Answered {
  readonly key: string;
  readonly stream: string;
}

/** A batch of such events and answers, chained to an end. */
export function batchOf(
  before: SharedEnd,
  told: readonly Told[],
  answered: readonly Answered[] = [],
  deduplicated = 0,
): SharedBatch {
  const events: StoredEvent[] = [];
  for (const one of told) events.push(eventOf(one, events.at(-1) ?? before, before.now));
  const last = events.at(-1);
  const position = last?.envelope.position ?? before.position;
  const answers = answered.map(({ key, stream }, i) => ({
    number: before.answers + i + 1,
    after: position,
    key,
    fingerprint: Buffer.from(`fingerprint of ${key}`),
    stream,
    version: 1,
  }));
  return {
    before,
    events,
    answers,
    end: {
      ...before,
      position,
      hash: last?.hash ?? before.hash,
      at: last?.envelope.at ?? before.at,
      answers: before.answers + answers.length,
      deduplicated: before.deduplicated + deduplicated,
    },
  };
}

function eventOf(
  { stream, version, type = 'observation.saved', body = `text of ${stream} ${version}` }: Told,
  before: StoredEvent | SharedEnd,
  at: number,
): StoredEvent {
  const position = ('envelope' in before ? before.envelope.position : before.position) + 1;
  const salt = Buffer.alloc(32, position);
  const envelope = {
    position,
    id: ulid(),
    stream,
    version,
    type,
    schema: CURRENT_SCHEMA[type],
    at,
    meta: { actor: 'anonymous', request_id: `request "${position}"` },
    commitment: commitment(salt, body ?? ''),
  };
  const hash = link(before.hash, leaf(envelope));
  return { envelope, hash, payload: body === null ? undefined : { salt, body } };
}

/** Appends such a batch to the end of a log. */
export async function append(
  log: SharedLog,
  ...batch: TailOf<typeof batchOf>
): Promise<SharedBatch> {
  const held = await log.lock(NOTHING, 1);
  const appended = batchOf(held.delta.end, ...batch);
  await held.append(appended);
  return appended;
}

type TailOf<F extends (...args: never[]) => unknown> =
  Parameters<F> extends [unknown, ...infer Tail] ? Tail : never;
