import { Rejection } from '../../src/domain/rejection.js';
import type { Clock } from '../../src/domain/time.js';
import type { EventRedacted } from '../../src/events/administration.js';
import type { DedupKey } from '../../src/events/recorded.js';
import {
  type Erasure,
  forgets,
  heldBy,
  type LoggedEvent,
  type VaultEvent,
  type VaultFact,
} from '../../src/events/vaultEvent.js';
import { leaf, leafData } from '../../src/log/chain.js';
import { type ChainedEvent, chainBatch, drawSalts } from '../../src/log/chainBatch.js';
import {
  type Appended,
  type Batch,
  type EntryFilter,
  type EventLog,
  type Head,
  type IdempotencyRecord,
  isEmpty,
  type KnownKey,
  type LogEntry,
} from '../../src/log/eventLog.js';
import { guardsOf } from '../../src/log/guards.js';
import { LogBroken } from '../../src/log/logFailures.js';
import { oneAtATime } from '../../src/log/oneAtATime.js';
import { growth } from '../../src/log/sqlite/logFile.js';

/**
 * The fault of the next write of a batch. A function runs before the write, such as the append of another handle. After
 * the two losses only the store knows whether the batch was written.
 */
export type Fault =
  | 'conflict'
  | 'disk full'
  | 'lost before commit'
  | 'lost after commit'
  | (() => Promise<unknown>);

/** A stored event; its body is null after an erasure. */
type KeptEvent = Omit<ChainedEvent, 'event' | 'body'> & { body: string | null };

/** The content of a log in memory, shared by all handles on it. */
export class MemoryStore {
  readonly events: KeptEvent[] = [];
  readonly redactions = new Map<number, number>();
  readonly holdings = new Map<string, DedupKey & { position: number }>();
  readonly answers = new Map<string, KnownKey>();
  readonly handles = new Set<(grown: Appended) => void>();
  deduplicated = 0;

  head(): Head {
    const last = this.events.at(-1);
    return { position: this.events.length, hash: last?.hash ?? Buffer.alloc(32) };
  }

  /** Appends a whole batch, or nothing when the log does not end at `end`. */
  append(batch: Batch, end: Head): Appended | undefined {
    if (this.events.length !== end.position) return undefined;
    const { chained, appended } = chainBatch(batch.events, end, drawSalts(batch.events.length));
    this.refuseTaken(chained);
    for (const one of chained) this.record(one);
    for (const answer of batch.answers) this.answers.set(answer.key, answer);
    this.deduplicated += batch.deduplicated;
    if (appended.events.length > 0) for (const grew of this.handles) grew(appended);
    return appended;
  }

  private refuseTaken(chained: readonly ChainedEvent[]): void {
    const envelopes = [...this.events, ...chained].map(({ envelope }) => envelope);
    const places = new Set(envelopes.map(({ stream, version }) => `${stream} ${version}`));
    if (places.size < envelopes.length) throw new Error('a stream has no two events of a version');
  }

  private record({ event, ...chained }: ChainedEvent): void {
    const { position, stream } = chained.envelope;
    this.events.push(chained);
    if (forgets(event.type)) this.forget(stream, position);
    if (event.type === 'event.redacted') this.redact(event.data, position);
    if (event.type === 'event.forgotten') this.eraseAlone(event.data.position);
    const { dedup, answer, spent } = guardsOf(event, position);
    if (dedup) this.holdings.set(stream, { ...dedup, position });
    if (dedup === null) this.holdings.delete(stream);
    if (answer) this.answers.set(answer.key, answer);
    for (const key of spent) this.answers.set(key, 'spent');
  }

  /** The keys that lead to what an erasure takes back. */
  keysSpentBy(erasure: Erasure): string[] {
    const isErased = ({ position, stream, version }: KeptEvent['envelope']) =>
      'stream' in erasure
        ? stream === erasure.stream && version < erasure.before
        : position === erasure.position;
    const erased = this.events.map(({ envelope }) => envelope).filter(isErased);
    const bodies = erased
      .flatMap(({ position }) => [position, this.redactions.get(position) ?? position])
      .flatMap((position) => this.events[position - 1]?.body ?? []);
    const silent = [...this.answers.values()].flatMap((one) =>
      one !== 'spent' && one.position === null && erased.some(({ stream }) => stream === one.stream)
        ? [one.key]
        : [],
    );
    const keysOf = (body: string): string[] => {
      const { request, spent = [] } = JSON.parse(body);
      return request ? [request.key, ...spent] : spent;
    };
    return [...new Set([...bodies.flatMap(keysOf), ...silent])];
  }

  private forget(stream: string, before: number): void {
    for (const { envelope } of this.events.filter((one) => one.envelope.stream === stream)) {
      if (envelope.position < before) this.erase(envelope.position);
    }
    this.forgetAnswers((answer) => answer.stream === stream);
  }

  private redact({ position, type, data }: EventRedacted, by: number): void {
    const stream = this.eraseAlone(position);
    this.redactions.set(position, by);
    if (stream && this.holdings.get(stream)?.position === position) {
      // The cast is safe: what an event is redacted to has its type and shape.
      const held = heldBy({ type, data } as VaultFact);
      if (held) this.holdings.set(stream, { ...held, position });
      else this.holdings.delete(stream);
    }
  }

  /** Erases one event of a stream, with the answers from it; gives the stream. */
  private eraseAlone(position: number): string | undefined {
    this.erase(position);
    const stream = this.events[position - 1]?.envelope.stream;
    this.forgetAnswers((one) => one.stream === stream && [position, null].includes(one.position));
    return stream;
  }

  /** Erases an event together with its redaction. */
  private erase(position: number): void {
    for (const erased of [position, this.redactions.get(position)]) {
      const kept = erased && this.events[erased - 1];
      if (kept) kept.body = null;
    }
  }

  private forgetAnswers(isGone: (answer: IdempotencyRecord) => boolean): void {
    for (const answer of this.answers.values()) {
      if (answer !== 'spent' && isGone(answer)) this.answers.delete(answer.key);
    }
  }

  entry({ envelope, body, hash }: KeptEvent): LogEntry {
    const { commitment: _, ...rest } = envelope;
    const by = this.redactions.get(envelope.position);
    const redaction = by && this.events[by - 1]?.body;
    const redacted = redaction ? JSON.parse(redaction).data.data : null;
    const data = body === null ? redacted : JSON.parse(body).data;
    return { ...rest, data, redacted_by: by ?? null, hash };
  }

  /** The first `limit` entries of those that are wanted. */
  entries(kept: readonly KeptEvent[], limit: number, { stream, types }: EntryFilter): LogEntry[] {
    return kept
      .filter(({ envelope }) => stream === undefined || envelope.stream === stream)
      .filter(({ envelope }) => types === undefined || types.includes(envelope.type))
      .slice(0, limit)
      .map((one) => this.entry(one));
  }

  event(kept: KeptEvent): LoggedEvent {
    const { schema: _, hash: __, redacted_by: ___, type, data, ...rest } = this.entry(kept);
    if (data === null) return { ...rest, type: 'erased', erasedType: type };
    // The cast is safe: the body was written from a typed fact, as in other engines.
    return { ...rest, type, data } as VaultEvent;
  }
}

/** Opens a log in memory. Each write of a batch gets the next fault, until none is left. */
export function openMemoryEventLog(
  store: MemoryStore,
  { clock = Date.now, faults = [] }: { clock?: Clock; faults?: Fault[] } = {},
): EventLog {
  const alone = oneAtATime();
  const { grew, ...growing } = growth(() => store.events.length);
  store.handles.add(grew);
  const now = () => Math.max(clock(), store.events.at(-1)?.envelope.at ?? 0);
  const isKept = (event: LoggedEvent): event is VaultEvent => event.type !== 'erased';

  async function write(batch: Batch, end: Head): Promise<Appended | undefined> {
    const fault = faults.shift();
    if (typeof fault === 'function') await fault();
    if (fault === 'conflict') return undefined;
    if (fault === 'disk full') throw new Rejection('not_ready', 'the disk is full');
    if (fault === 'lost before commit') throw new LogBroken(new Error(fault));
    const appended = store.append(batch, end);
    if (fault === 'lost after commit') throw new LogBroken(new Error(fault));
    return appended;
  }

  return {
    ...growing,
    now,
    head: async () => store.head(),
    totals: async () => ({ events: store.events.length, deduplicated: store.deduplicated }),
    appendNext: (decide) =>
      alone(async () => {
        for (;;) {
          const end = store.head();
          const batch = await decide({ position: end.position, at: now() });
          if (isEmpty(batch)) return { events: [], head: end };
          const appended = await write(batch, end);
          if (appended) return appended;
        }
      }),
    versionOf: async (stream) =>
      store.events.findLast(({ envelope }) => envelope.stream === stream)?.envelope.version ?? 0,
    async readStream(stream, { version = Number.MAX_SAFE_INTEGER, only = 'all' } = {}) {
      const events = store.events
        .filter(({ envelope }) => envelope.stream === stream && envelope.version <= version)
        .map((kept) => store.event(kept));
      const first = 1 + events.findLastIndex((event) => forgets(event.type));
      const ends = first < events.length - 1 ? [first, -1] : [-1];
      const read = {
        all: events,
        last: events.slice(-1),
        ends: ends.flatMap((i) => events.at(i) ?? []),
      };
      return read[only].filter(isKept);
    },
    readAfter: async (position, limit) =>
      store.events.slice(position, position + limit).map((kept) => store.event(kept)),
    async readEntries(position, limit, only) {
      const entries = store.entries(store.events.slice(position), limit, only);
      const last = entries.length === limit ? entries.at(-1) : undefined;
      return { entries, upTo: last?.position ?? Math.max(position, store.events.length) };
    },
    async readEntriesBefore(position, limit, only) {
      const before = store.events.slice(0, Math.max(position - 1, 0)).reverse();
      const entries = store.entries(before, limit, only);
      const last = entries.length === limit ? entries.at(-1) : undefined;
      return { entries, upTo: last?.position ?? Math.min(position, 1) };
    },
    erased: async () => store.events.filter(({ body }) => body === null).length,
    readLeaves: async (position, limit) =>
      store.events.slice(position, position + limit).map(({ envelope }) => leaf(envelope)),
    readLeafData: async (position, limit) =>
      store.events.slice(position, position + limit).map(({ envelope }) => leafData(envelope)),
    envelopeOf: async (name) =>
      store.events.find(
        ({ envelope }) =>
          envelope.id === name || (envelope.stream === name && envelope.version === 1),
      )?.envelope,
    hashAt: async (position) => store.events[position - 1]?.hash,
    async *findDuplicates({ scope, hash }) {
      yield* [...store.holdings]
        .filter(([, one]) => one.scope === scope && one.hash === hash)
        .map(([stream, { position }]) => ({ stream, position }))
        .sort((one, other) => one.position - other.position);
    },
    idempotencyRecord: async (key) => store.answers.get(key),
    keysSpentBy: async (erasure) => store.keysSpentBy(erasure),
    wipe: async () => true,
    refusal: async () => undefined,
    close: async () => void store.handles.delete(grew),
  };
}
