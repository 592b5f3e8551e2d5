import { ulidTime } from '../../domain/ulidBytes.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { envelopesAfter } from '../verify/envelopesAfter.js';
import { leafOf } from '../verify/rehash.js';
import { rangeOf } from './firstWhere.js';
import { ENVELOPE, type EnvelopeRow, toEnvelope } from './readEvents.js';
import { storedId } from './storedNames.js';
import { positionsIn, streamParams } from './streamPositions.js';

/** The leaves of at most `limit` events after a position, in order. */
export function readLeaves(sql: Sql, position: number, limit: number): readonly Buffer[] {
  return envelopesAfter(sql)(position, limit).map((row) => Buffer.from(leafOf(row), 'binary'));
}

/** The envelope of the event at a position, without its commitment. */
export function envelopeAt(sql: Sql, position: number): Omit<Envelope, 'commitment'> | undefined {
  const row = sql.get<EnvelopeRow>(`SELECT ${ENVELOPE} FROM events WHERE position = ?`, [position]);
  return row && toEnvelope(row);
}

/** The envelope of the event whose id is `name`, or of the first event in the stream of that name. */
export function envelopeOf(sql: Sql, name: string): Envelope | undefined {
  const row = sql.get<EnvelopeRow & Pick<Envelope, 'commitment'>>(
    `SELECT ${ENVELOPE}, commitment FROM events
     WHERE position = :position OR position IN ${positionsIn('version = 1')}`,
    { position: positionOf(sql, name) ?? 0, ...streamParams(sql, name) },
  );
  return row && { ...toEnvelope(row), commitment: row.commitment };
}

/** How many earlier events are searched for an id that no event of its time has. That takes some 10 ms. */
const LOOK_BACK = 10_000;

/**
 * The position of the event with that id. Ids have no index: a ULID begins with the time of its event, which never
 * decreases. An id can be later than its event: right after the clock was set back, ids go on from the later time.
 */
export function positionOf(sql: Sql, id: string): number | undefined {
  const time = ulidTime(id);
  if (time === undefined) return undefined;
  const [first, end] = rangeOf(sql, time);
  const among = (start: number, behind: number) =>
    sql.get<{ position: number }>(
      'SELECT position FROM events WHERE position >= ? AND position < ? AND id = ?',
      [start, behind, storedId(id)],
    )?.position;
  return among(first, end) ?? among(first - LOOK_BACK, first);
}
