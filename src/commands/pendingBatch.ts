import type { DedupKey } from '../events/recorded.js';
import { forgets, type VaultEvent } from '../events/vaultEvent.js';
import type { Batch, EventLog, IdempotencyRecord, NewEvent } from '../log/eventLog.js';
import { guardsOf } from '../log/guards.js';

/**
 * The log as it will be once this batch is committed. Commands that share a commit are decided against
 * it one after the other, so a hundred identical saves at once settle on one event.
 */
export interface PendingBatch {
  /** As `EventLog.readStream`, those still pending included. */
  readStream: EventLog['readStream'];
  /** As `EventLog.versionOf`, those still pending included. */
  versionOf: EventLog['versionOf'];
  /** The streams that already hold what a key says, oldest first. */
  duplicatesOf(key: DedupKey): AsyncIterable<string>;
  idempotencyRecord(key: string): Promise<IdempotencyRecord | undefined>;
  /** Adds events and gives them as they will be recorded. */
  add(events: readonly NewEvent[]): readonly VaultEvent[];
  /** Adds the answer to a request that wrote no event. */
  addAnswer(answer: IdempotencyRecord): void;
  countDuplicate(): void;
  contents(): Batch;
}

/** An empty batch behind the end of a log, at position `head`. */
export function pendingBatch(log: EventLog, head: number): PendingBatch {
  const events: NewEvent[] = [];
  let answers: IdempotencyRecord[] = [];
  const streams = new Map<string, VaultEvent[]>();
  /** What the streams touched in this batch hold from now on, whatever the log says. */
  const holdings = new Map<string, DedupKey | null>();
  const forgotten = new Set<string>();
  const firstAnswers = new Map<string, IdempotencyRecord>();
  let deduplicated = 0;

  function addOne(event: NewEvent): VaultEvent {
    const position = head + events.push(event);
    const { dedup, answer } = guardsOf(event, position);
    if (dedup !== undefined) holdings.set(event.stream, dedup);
    if (forgets(event.type)) forget(event.stream);
    if (answer) firstAnswers.set(answer.key, answer);
    const recorded: VaultEvent = { ...event, position };
    const pending = streams.get(event.stream);
    if (pending) pending.push(recorded);
    else streams.set(event.stream, [recorded]);
    return recorded;
  }

  function forget(stream: string): void {
    forgotten.add(stream);
    for (const { key, stream: of } of firstAnswers.values()) {
      if (of === stream) firstAnswers.delete(key);
    }
    answers = answers.filter((answer) => answer.stream !== stream);
  }

  async function committedAnswer(key: string): Promise<IdempotencyRecord | undefined> {
    const answer = await log.idempotencyRecord(key);
    return answer && forgotten.has(answer.stream) ? undefined : answer;
  }

  return {
    versionOf: async (stream) =>
      streams.get(stream)?.at(-1)?.version ?? (await log.versionOf(stream)),
    async readStream(stream, which = {}) {
      const { version = Number.MAX_SAFE_INTEGER } = which;
      const pending = streams.get(stream)?.filter((event) => event.version <= version) ?? [];
      const events = [...(await log.readStream(stream, which)), ...pending];
      return which.only === 'last' ? events.slice(-1) : events;
    },
    async *duplicatesOf(key) {
      for await (const { stream } of log.findDuplicates(key)) {
        if (!holdings.has(stream)) yield stream;
      }
      for (const [stream, held] of holdings) if (held && isSame(held, key)) yield stream;
    },
    idempotencyRecord: async (key) => firstAnswers.get(key) ?? committedAnswer(key),
    add: (added) => added.map(addOne),
    addAnswer(answer) {
      answers.push(answer);
      firstAnswers.set(answer.key, answer);
    },
    countDuplicate: () => void deduplicated++,
    contents: () => ({ events, answers, deduplicated }),
  };
}

const isSame = (held: DedupKey, key: DedupKey) =>
  held.scope === key.scope && held.hash === key.hash;
