import type { DedupKey } from '../events/recorded.js';
import { type Erasure, erasureOf, type VaultEvent } from '../events/vaultEvent.js';
import type { Batch, EventLog, IdempotencyRecord, KnownKey, NewEvent } from '../log/eventLog.js';
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
  idempotencyRecord: EventLog['idempotencyRecord'];
  /** Adds events, with the keys that they spend, and gives them as they will be recorded. */
  add(events: readonly NewEvent[]): Promise<readonly VaultEvent[]>;
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
  const keys = new Map<string, KnownKey>();
  let deduplicated = 0;

  function addOne(event: NewEvent): VaultEvent {
    const position = head + events.push(event);
    const { dedup, answer, spent } = guardsOf(event, position);
    if (dedup !== undefined) holdings.set(event.stream, dedup);
    if (answer) keys.set(answer.key, answer);
    for (const key of spent) keys.set(key, 'spent');
    if (spent.length > 0) answers = answers.filter(({ key }) => keys.get(key) !== 'spent');
    const recorded: VaultEvent = { ...event, position };
    const pending = streams.get(event.stream);
    if (pending) pending.push(recorded);
    else streams.set(event.stream, [recorded]);
    return recorded;
  }

  /** The keys that an erasure spends, of requests in the log and in this batch. */
  async function spentBy(erasure: Erasure): Promise<readonly string[]> {
    const isErased = ({ stream, position }: IdempotencyRecord) =>
      'stream' in erasure ? stream === erasure.stream : position === erasure.position;
    const pending = [...keys].filter(([, known]) => known !== 'spent' && isErased(known));
    return [...new Set([...(await log.keysSpentBy(erasure)), ...pending.map(([key]) => key)])];
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
    idempotencyRecord: async (key) => keys.get(key) ?? log.idempotencyRecord(key),
    async add(events) {
      const added: VaultEvent[] = [];
      for (const event of events) {
        const erasure = erasureOf(event);
        const spent = erasure && (await spentBy(erasure));
        added.push(addOne(spent?.length ? { ...event, spent } : event));
      }
      return added;
    },
    addAnswer(answer) {
      answers.push(answer);
      keys.set(answer.key, answer);
    },
    countDuplicate: () => void deduplicated++,
    contents: () => ({ events, answers, deduplicated }),
  };
}

const isSame = (held: DedupKey, key: DedupKey) =>
  held.scope === key.scope && held.hash === key.hash;
