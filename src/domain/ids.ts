import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { z } from 'zod';
import { sha256 } from './hash.js';
import { CROCKFORD, canonicalUlidOrEnd, ULID } from './ulid.js';

/** Makes a ULID for a time in milliseconds; later ones sort after earlier ones. */
export type Ids = (at: number) => string;

/** Parses a ULID (https://github.com/ulid/spec) in any case to upper case. */
export const Ulid = z
  .string()
  .toUpperCase()
  .regex(ULID, 'must be a ULID: 26 characters of Crockford base32')
  .meta({
    id: 'Ulid',
    description: 'ULID, 26 characters of Crockford base32.',
    pattern: '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$',
    example: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
  });

/** A ULID in any case, or its last 8 or more characters. `fullId` finds the rest. */
export const UlidOrEnd = z
  .string()
  .transform((text, ctx) => {
    const idOrEnd = canonicalUlidOrEnd(text);
    if (idOrEnd === undefined)
      ctx.addIssue('must be a ULID, or the last 8 or more characters of one');
    return idOrEnd ?? '';
  })
  .meta({ override: { type: 'string', pattern: '^[0-7]?[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{8,25}$' } });

/** Makes monotonic ULIDs. Draws random bytes in bulk: one draw per character would cost 83 µs per id. */
export function ulids(): Ids {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  const next = monotonicFactory(() => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return (pool[used++] ?? 0) / 256;
  });
  return (at) => next(at);
}

/**
 * The local id of a note that another vault calls `id`: the time of that ULID, then 80 bits of a digest of
 * instance and id. The same input always gives the same id, so a note that arrives twice is stored once, and
 * no sender can choose the id of a note from here or from another vault.
 */
export function receivedId(instance: string, id: string): string {
  return digestedId(id.slice(0, 10), `received/1 ${instance} ${id}`);
}

/** A ULID of a time, as the first 10 characters of one, and of 80 bits of a digest of `text`. */
export function digestedId(time: string, text: string): string {
  const letters = Array.from(sha256(text).subarray(0, 16), (byte) => CROCKFORD[byte % 32]);
  return time + letters.join('');
}
