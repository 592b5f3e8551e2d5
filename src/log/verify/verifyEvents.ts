import { canonicalUlid } from '../../domain/ids.js';
import { isKnown, upcast } from '../../events/upcast.js';
import type { VaultEventType } from '../../events/vaultEvent.js';
import type { Pending } from '../eventLog.js';
import { readKept } from '../readEvents.js';
import type { Sql } from '../sqlite.js';
import type { Report } from './problem.js';
import { BEFORE_ALL, commitmentOf, ENVELOPE, type EnvelopeRow, leafOf, linkOf } from './rehash.js';
import { type Body, readBody } from './verifyBody.js';
import { verifyErased, verifyMissing } from './verifyErasures.js';
import type { GuardCheck } from './verifyGuards.js';

/** Where the log was found to end, whatever its head says. */
export interface WalkedLog {
  readonly events: number;
  readonly position: number;
  /** In hex. */
  readonly hash: string;
  readonly payloads: number;
  /** `type schema` of every event. */
  readonly kinds: ReadonlySet<string>;
}

export interface WalkOptions {
  readonly report: Report;
  readonly guards: GuardCheck;
  /** Given the leaf of each event in order. */
  readonly onLeaf?: ((leaf: Buffer) => void) | undefined;
  /** Told the position now and then. */
  readonly onPage?: ((position: number) => void) | undefined;
}

type Row = EnvelopeRow & { readonly salt: string; readonly body: string | null };

const PAGE = `SELECT ${ENVELOPE}, lower(hex(salt)) AS salt, body
  FROM events LEFT JOIN payloads USING (position)
  WHERE events.position > ? ORDER BY events.position LIMIT 1000`;

/** Reads every event from disk, in order, and reports what is wrong with any of them. */
export function verifyEvents(log: Sql, { report, guards, onLeaf, onPage }: WalkOptions): WalkedLog {
  const kinds = new Set<string>();
  let [events, payloads, position, at, hash] = [0, 0, 0, 0, BEFORE_ALL];
  for (;;) {
    const page = log.all<Row>(PAGE, [position]);
    if (page.length === 0) break;
    for (const row of page) {
      const leaf = leafOf(row);
      if (row.position === position + 1) {
        if (linkOf(hash, leaf) !== row.hash) {
          report('hash', row.position, 'the event does not hash to what is chained');
        }
      } else report('gap', row.position, `there is no event between it and ${position}`);
      if (row.at < at) report('time', row.position, `its time ${row.at} is before ${at}`);
      verifyNames(row, report);
      kinds.add(`${row.type} ${row.schema}`);
      onLeaf?.(Buffer.from(leaf, 'hex'));
      verifyPayload(log, row, guards, report);
      verifyErased(log, row, report);
      ({ position, at, hash } = row);
      events += 1;
      if (row.body !== null) payloads += 1;
    }
    onPage?.(position);
  }
  return { events, position, hash, payloads, kinds };
}

const STREAM = /^[a-z]+\/[0-9A-Za-z]+$/;

function verifyNames({ position, id, stream, type, schema }: Row, report: Report): void {
  if (canonicalUlid(id) !== id) report('id', position, `its id ${id} is no ULID`);
  if (!STREAM.test(stream)) report('id', position, `${stream} is no name of a stream`);
  if (!isKnown(type, schema)) {
    report('kind', position, `this release does not know ${type} events of schema ${schema}`);
  }
}

function verifyPayload(log: Sql, row: Row, guards: GuardCheck, report: Report): void {
  const { position, body, salt, commitment } = row;
  if (body === null) {
    verifyMissing(log, row, report);
    // What it said may still be told by the event that redacted it, and guarded.
    const [redacted] = readKept(log, 'WHERE events.position = ?', [position]);
    if (redacted) guards.see(redacted, position);
    return;
  }
  const same = salt.length === 64 && commitmentOf(salt, body) === commitment;
  if (!same) report('payload', position, 'its payload is not what it has committed to');
  const read = readBody(body);
  if (!read && same) report('body', position, 'its payload is not canonical JSON as it is written');
  if (read && isKnown(row.type, row.schema)) guards.see(eventOf(row, row.type, read), position);
}

/** The event as it was appended, in the current shape of its type. */
function eventOf(row: Row, type: VaultEventType, { data, request }: Body): Pending {
  const { id, stream, version, at, schema } = row;
  const lifted = upcast(type, schema, data);
  const event = { id, stream, version, at, meta: NOBODY, type, data: lifted, request };
  // As the log's own reader does: only the engine writes bodies, and the chain commits to them.
  return event as Pending;
}

/** No guard depends on who asked. */
const NOBODY = { actor: '' };
