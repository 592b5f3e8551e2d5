import { Diagnostic } from '../diagnostics/diagnostic.js';
import { erasureOf, isKnown, upcast, type VaultEvent } from '../events/vaultEvent.js';
import { commitment, leaf, link } from '../log/chain.js';
import type { Appended, Head, NewEvent } from '../log/eventLog.js';
import { LogRefused } from '../log/logFailures.js';
import { insertAnswer, saltOf } from '../log/sqlite/answers.js';
import { insertEvent, insertRow, type ListedKinds } from '../log/sqlite/append.js';
import { type Copied, copiedOf, writeCopied } from '../log/sqlite/copied.js';
import { eraseAlone, eraseBefore, markRedacted } from '../log/sqlite/erase.js';
import {
  countDeduplicated,
  giveWay,
  guardRedacted,
  takesPlace,
  totalsOf,
} from '../log/sqlite/guardTable.js';
import { endOf, headOf } from '../log/sqlite/headOf.js';
import { type LogFileOptions, openLogFile } from '../log/sqlite/logFile.js';
import type { Sql } from '../sqlite/sqlite.js';
import { LogForked } from './fork.js';
import { type Delta, type LogCopy, readUpTo, type StoredEvent } from './sharedLog.js';

/**
 * Opens (or makes) the copy of a shared log in a SQLite file. It is not synced at each commit: what a crash takes from it
 * is read again.
 */
export function openSqliteCopy(
  file: string,
  instance: string,
  options: LogFileOptions = {},
): LogCopy {
  let copied: Copied = { instance, answers: 0 };
  const { sql, reads, refusal, write, grew } = openLogFile(file, 'NORMAL', options, (opened) => {
    copied = claimCopy(opened, instance);
  });

  function takeInAll(kinds: ListedKinds, delta: Delta) {
    const { end, events } = delta;
    const before = endOf(sql);
    const taken = takeInEvents(sql, kinds, events, before);
    const last = takeInAnswers(sql, delta, taken.head.position, copied.answers);
    if (last > copied.answers) writeCopied(sql, { instance, answers: last });
    countDeduplicated(sql, end.deduplicated - totalsOf(sql).deduplicated);
    return { ...taken, answers: last, grown: taken.head.position - before.position };
  }

  return {
    ...reads,
    instance,
    end() {
      const { position, hash } = endOf(sql);
      return { position, hash, answers: copied.answers };
    },
    lastAt: () => endOf(sql).at,
    takeIn(delta) {
      const { events, head, answers, grown } = write((kinds) => takeInAll(kinds, delta));
      copied = { instance, answers };
      const appended = { events, head };
      const isRedacting = events.some(({ type }) => type === 'event.redacted');
      if (grown > 0) grew(appended, grown > events.length || isRedacting);
      return appended;
    },
    saltOf: (stream, version) => saltOf(sql, stream, version),
    refusal: async () => refusal(),
  };
}

/** Makes an empty log the copy of a shared one. Throws for the copy of another one, and for a log of its own that has events. */
function claimCopy(sql: Sql, instance: string): Copied {
  const copied = copiedOf(sql);
  if (copied?.instance === instance) return copied;
  if (copied)
    throw new LogForked(
      `${sql.db.name} is the copy of ${copied.instance}, the shared log is ${instance}`,
    );
  if (headOf(sql).position > 0)
    throw new Diagnostic(
      'log_is_own',
      `${sql.db.name} has its own events, which the shared log of VAULT_LOG lacks`,
      { file: sql.db.name, setting: 'VAULT_LOG' },
    );
  const fresh = { instance, answers: 0 };
  writeCopied(sql, fresh);
  return fresh;
}

/**
 * Writes events of the shared log that follow on `end`, inside the caller's transaction, and gives those that are not erased.
 * See `LogCopy.takeIn`.
 */
function takeInEvents(
  sql: Sql,
  kinds: ListedKinds,
  stored: readonly StoredEvent[],
  end: Head,
): Appended {
  const events: VaultEvent[] = [];
  let head = end;
  for (const one of stored) {
    const { position } = one.envelope;
    if (position <= head.position) continue;
    refuseUnchained(one, head);
    refuseUnknown(one);
    kinds.list(one.envelope);
    const event = eventOf(one);
    if (event && one.payload) {
      insertEvent(sql, { ...one, ...one.payload, event });
      if (event.type === 'event.redacted') guardRedacted(sql, event.data);
      const { request: _, spent: __, ...recorded } = event;
      // The cast skips validation, as when events are read: only engines write bodies, and the chain commits to them.
      events.push({ ...recorded, position } as VaultEvent);
    } else insertErased(sql, one);
    head = { position, hash: one.hash };
  }
  return { events, head };
}

function refuseUnchained({ envelope, hash, payload }: StoredEvent, before: Head): void {
  const { position } = envelope;
  if (position !== before.position + 1)
    throw new LogForked(`event ${position} came after event ${before.position}`);
  if (!link(before.hash, leaf(envelope)).equals(hash))
    throw new LogForked(`event ${position} does not follow on event ${before.position}`);
  if (payload && !commitment(payload.salt, payload.body).equals(envelope.commitment))
    throw new LogForked(`the payload of event ${position} is not the one that was recorded`);
}

function refuseUnknown({ envelope: { type, schema, position } }: StoredEvent): void {
  if (isKnown(type, schema)) return;
  const message =
    `event ${position} of the shared log is ${type} of schema ${schema}, which this release does not know: ` +
    'another node runs a newer memory-vault';
  throw new LogRefused(
    'another node runs a newer release: this one stores nothing until it is upgraded',
    new Diagnostic('shared_log_newer', message),
  );
}

/** The event that the payload says, in the current schema; undefined when it is erased. */
function eventOf({ envelope, payload }: StoredEvent): NewEvent | undefined {
  const { id, stream, version, type, schema, at, meta } = envelope;
  if (!payload || !isKnown(type, schema)) return undefined;
  const { data, request, spent } = JSON.parse(payload.body);
  const event = { id, stream, version, at, meta, type, request, spent };
  // As in `takeInEvents`.
  return { ...event, data: upcast(type, schema, data) } as NewEvent;
}

/** An event of which only the envelope is left. What it erased in turn is in there as well. */
function insertErased(sql: Sql, { envelope, hash }: StoredEvent): void {
  // As a payload whose body was empty: nobody knows its length any more.
  insertRow(sql, { envelope, hash, salt: Buffer.alloc(32), body: '' });
  if (takesPlace(envelope.type)) giveWay(sql, envelope);
  const erasure = erasureOf(envelope);
  if (!erasure) return;
  if ('stream' in erasure) eraseBefore(sql, envelope);
  else {
    eraseAlone(sql, erasure.position);
    if (envelope.type === 'event.redacted') markRedacted(sql, erasure.position, envelope.position);
  }
}

/**
 * Writes the answers of a delta that come after the number `last`, inside the caller's transaction, and gives the number of
 * the last one. Those that were given behind `position`, where the copy now ends, come again with the events up to there. A
 * delta that was read before the copy got that far gives none: an event that it did not know may have erased them.
 */
function takeInAnswers(sql: Sql, delta: Delta, position: number, last: number): number {
  if (readUpTo(delta) < position) return last;
  let taken = last;
  for (const answer of delta.answers) {
    if (answer.number <= taken) continue;
    if (answer.after > position) break;
    insertAnswer(sql, answer);
    taken = answer.number;
  }
  return taken;
}
