import canonical from 'fast-json-stable-stringify';
import { erases, forgets, isKnown, upcast, type VaultEventType } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { NewEvent, RequestFingerprint } from '../eventLog.js';
import { readKept } from '../sqlite/readEvents.js';
import { type StoredName, storedStream } from '../sqlite/storedNames.js';
import { INDEXED, positionsIn, streamParams } from '../sqlite/streamPositions.js';
import type { EventRow } from './eventRows.js';
import type { Report } from './problem.js';
import { commitmentOf, type EnvelopeRow } from './rehash.js';
import type { GuardCheck } from './verifyGuards.js';

/**
 * Reports what is wrong with the payload of an event, with what the event erased, and with the guards made from it.
 * Events have to be shown in order of position.
 */
export function verifyPayload(log: Sql, row: EventRow, guards: GuardCheck, report: Report): void {
  if (row.body === null) {
    if (row.state === 'erased') verifyErasure(log, row, report);
    else report('payload', row.position, 'its payload was not overwritten as a whole');
    // The event that redacted it may still hold its data, and then it still has a guard.
    const [redacted] = readKept(log, 'WHERE events.position = ?', [row.position]);
    if (redacted) guards.see(redacted, row.position);
  } else verifyBody(row, row.body, guards, report);
  verifyErased(log, row, report);
}

function verifyBody(row: EventRow, text: string, guards: GuardCheck, report: Report): void {
  const { position, salt, commitment, type, schema } = row;
  const matches = salt.length === 64 && commitmentOf(salt, text) === commitment;
  if (!matches) report('payload', position, 'its payload does not match its commitment');
  const body = readBody(text);
  if (!body && matches) report('body', position, 'its payload is not canonical JSON');
  if (body && isKnown(type, schema)) guards.see(eventOf(row, type, body), position);
}

/** The part of the event from which guards are derived, upcasted to the current schema. */
function eventOf(row: EventRow, type: VaultEventType, { data, ...rest }: Body): NewEvent {
  const { stream, version, schema } = row;
  const current = upcast(type, schema, data);
  const event = { id: '', stream, version, at: 0, meta: NOBODY, type, data: current, ...rest };
  // The cast skips validation, as when events are read: only the engine writes bodies, and the chain commits to them.
  return event as NewEvent;
}

/** A placeholder: no guard depends on the actor. */
const NOBODY = { actor: '' };

/** The content of a payload. */
interface Body {
  readonly data: unknown;
  readonly request?: RequestFingerprint;
  readonly spent?: readonly string[];
}

/** Parses the body of a payload; undefined unless it is canonical JSON. */
export function readBody(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isCanonical(body, text) && isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the library that writes bodies would format the value as this text. `JSON.stringify` is faster and does the same
 * when the names are in order.
 */
function isCanonical(value: unknown, text: string): boolean {
  return (isInOrder(value) && JSON.stringify(value) === text) || canonical(value) === text;
}

/** Whether the members of all objects come in the order of their names. Loops, since each event of a log is asked. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let before = '';
  for (const name in value) {
    if (name < before) return false;
    before = name;
    if (!isInOrder(value[name as keyof typeof value])) return false;
  }
  return true;
}

const isBody = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && 'data' in body;

type Event = Pick<EnvelopeRow, 'position' | 'stream' | 'version' | 'type'>;

// Both checks need nothing but envelopes, so they work whatever was erased.

/** Reports payloads that an event has erased and that are still there. */
function verifyErased(log: Sql, event: Event, report: Report): void {
  const { position, stream, version, type } = event;
  if (!erases(type)) return;
  const target = targetOf(stream);
  const own = { position, ...streamParams(log, stream), version };
  const params = { ...own, target, redaction: `redaction/${target}` };
  const sql = forgets(type) ? STREAM_BEFORE : ALONE_BEFORE;
  for (const kept of log.all<{ position: number }>(sql, params)) {
    const detail = `its payload is present, although event ${position} erased it`;
    report('erasure', kept.position, detail);
  }
}

/** Everything before it in its stream, and what redacted that until then. */
const STREAM_BEFORE = `
  WITH before AS (SELECT position FROM events WHERE position IN ${positionsIn('version < :version')})
  SELECT position FROM kept_payloads WHERE position IN before
  UNION ALL
  SELECT position FROM kept_payloads WHERE position IN (
    SELECT position FROM ${INDEXED} AND position < :position
      AND stream IN (SELECT 'redaction/' || position FROM before))`;

/** The one event that it redacted or erased, and the redactions of that before it. */
const ALONE_BEFORE = `
  SELECT position FROM kept_payloads WHERE position = :target OR position IN (
    SELECT position FROM ${INDEXED} AND stream = :redaction AND position < :position)`;

/** The position in the name of a stream `redaction/<position>` or `erasure/<position>`; 0 where there is none. */
const targetOf = (stream: string) => Number(stream.slice(stream.indexOf('/') + 1)) || 0;

/** Reports an erased payload that no event erased. */
function verifyErasure(log: Sql, event: Event, report: Report): void {
  const { position, stream, version, type } = event;
  const isErased =
    erasedIn(log, storedStream(stream), version) ||
    erasedAlone(log, position) ||
    (type === 'event.redacted' && redactionErased(log, event));
  if (!isErased) report('erasure', position, 'its payload is erased, and no event erased it');
}

/** True when a stream was forgotten after some version. */
function erasedIn(log: Sql, stream: StoredName, version: number, after = 0): boolean {
  const later = log.all<{ type: string }>(
    `SELECT DISTINCT type FROM ${INDEXED} AND stream = ? AND version > ? AND position > ?`,
    [stream, version, after],
  );
  return later.some(({ type }) => forgets(type));
}

/** True when an event, by its position, was redacted or erased by an event after some position. */
function erasedAlone(log: Sql, position: number, after = 0): boolean {
  const by = log.get(`SELECT 1 FROM ${INDEXED} AND stream IN (?, ?) AND position > ?`, [
    `redaction/${position}`,
    `erasure/${position}`,
    after,
  ]);
  return by !== undefined;
}

/** A redaction goes with what it redacted, when that is forgotten or redacted again after it. */
function redactionErased(log: Sql, { position, stream }: Event): boolean {
  const target = log.get<{ stream: StoredName; version: number }>(
    'SELECT stream, version FROM events WHERE position = ?',
    [targetOf(stream)],
  );
  if (target === undefined) return false;
  return (
    erasedIn(log, target.stream, target.version, position) ||
    erasedAlone(log, targetOf(stream), position)
  );
}
