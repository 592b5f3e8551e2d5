import canonical from 'fast-json-stable-stringify';
import { type Erasure, erasureOf } from '../../events/vaultEvent.js';
import type {
  CopyEnd,
  Delta,
  SharedBatch,
  SharedEnd,
  StoredAnswer,
  StoredEvent,
} from '../sharedLog.js';
import type { Statement } from './connection.js';

/** Bytes of bodies behind which a page ends: to take in some 8 MB would hold the event loop for 0.15 s. */
const PAGE_BYTES = 2 * 1024 * 1024;

type EndRow = SharedEnd & {
  /** For how many seconds the transaction goes on: with the lock as its first statement, how long that took. */
  readonly seconds: number;
};

/** A statement of its own behind the lock: the one that locks sees the clock from before it waited. */
const END: Statement<EndRow> = {
  name: 'end',
  text: `SELECT position, hash, at, answers, deduplicated, instance,
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
    extract(epoch FROM clock_timestamp() - now())::float8 AS seconds
    FROM vault.head`,
};

interface EventRow extends Omit<StoredEvent['envelope'], 'meta'> {
  readonly meta: string;
  readonly hash: Buffer;
  readonly salt: Buffer | null;
  readonly body: string | null;
}

/** Positions have no gaps, so a range of them is a limit. Both tables get it, for the partitions that are not needed. */
const eventsBehind = (position: number, limit: number): Statement<EventRow> => ({
  name: 'events',
  text: `SELECT position, id, stream, version, type, schema, at, meta, commitment, hash, salt, body
    FROM (SELECT events.*, salt, body, sum(coalesce(octet_length(body), 0)) OVER (ORDER BY events.position)
        - coalesce(octet_length(body), 0) AS bytes_before
      FROM vault.events LEFT JOIN vault.payloads ON payloads.position = events.position
        AND payloads.position > $1 AND payloads.position <= $2
      WHERE events.position > $1 AND events.position <= $2) AS page
    WHERE bytes_before < $3 ORDER BY position`,
  values: [position, position + limit, PAGE_BYTES],
});

const answersBehind = (number: number, limit: number): Statement<StoredAnswer> => ({
  name: 'answers',
  text: `SELECT number, after, key, fingerprint, stream, version FROM vault.answers
    WHERE number > $1 ORDER BY number LIMIT $2`,
  values: [number, limit],
});

/** The hash of one event. */
export const hashOf = (position: number): Statement<{ hash: Buffer }> => ({
  name: 'hash',
  text: 'SELECT hash FROM vault.events WHERE position = $1',
  values: [position],
});

/** The statements that read a delta. Each sees what was committed before it: their order is what `Delta` promises. */
export function deltaStatements(mine: CopyEnd, limit: number) {
  return [END, eventsBehind(mine.position, limit), answersBehind(mine.answers, limit)] as const;
}

/** The answers to `deltaStatements`, and for how many seconds the transaction went on before. */
export function toDelta(
  ends: Rows<EndRow>,
  events: Rows<EventRow>,
  { rows: answers }: Rows<StoredAnswer>,
): { readonly delta: Delta; readonly seconds: number } {
  const [row] = ends.rows;
  if (!row) throw new Error('the shared log has no head');
  const { seconds, ...end } = row;
  return { delta: { end, events: events.rows.map(toEvent), answers }, seconds };
}

interface Rows<Row> {
  readonly rows: readonly Row[];
}

function toEvent({ hash, salt, body, meta, ...rest }: EventRow): StoredEvent {
  const payload = salt && body !== null ? { salt, body } : undefined;
  return { envelope: { ...rest, meta: JSON.parse(meta) }, hash, payload };
}

/** The call of `vault.append` (migrations/postgres) with a batch: arrays, one for each column. */
export function appendStatement({ before, events, answers, end }: SharedBatch): Statement<{
  readonly appended: boolean;
}> {
  const envelopes = events.map(({ envelope }) => envelope);
  const erasures = envelopes.map((envelope) => ({
    by: envelope.position,
    of: erasureOf(envelope),
  }));
  const forgotten = erasures.flatMap(({ by, of }) => (of && isOfStream(of) ? [{ ...of, by }] : []));
  const erased = erasures.flatMap(({ by, of }) => (of && !isOfStream(of) ? [{ ...of, by }] : []));
  const values = [
    before.position,
    before.hash,
    before.answers,
    ...columns(envelopes, 'id', 'stream', 'version', 'type', 'schema', 'at'),
    envelopes.map(({ meta }) => canonical(meta)),
    ...columns(envelopes, 'commitment'),
    ...columns(events, 'hash'),
    events.map(({ payload }) => payload?.salt),
    events.map(({ payload }) => payload?.body),
    ...columns(forgotten, 'stream', 'before', 'by'),
    ...columns(erased, 'position', 'by'),
    ...columns(answers, 'after', 'key', 'fingerprint', 'stream', 'version'),
    end.position,
    end.hash,
    end.at,
    end.answers,
    end.deduplicated,
  ];
  const parameters = values.map((_, i) => `$${i + 1}`).join(', ');
  return { name: 'append', text: `SELECT vault.append(${parameters}) AS appended`, values };
}

const isOfStream = (erasure: Erasure): erasure is Extract<Erasure, { stream: string }> =>
  'stream' in erasure;

/** Some columns of rows, each as an array. */
export function columns<Row>(rows: readonly Row[], ...names: (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
