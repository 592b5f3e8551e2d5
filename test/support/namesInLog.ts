import type { Meta } from '../../src/events/recorded.js';
import type { Database } from '../../src/sqlite/database.js';

// Reads names as the architecture says that log.db keeps them, independently of the code under test.

/** A name as a column of log.db holds it. */
export type InLog = string | Buffer;

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID of 16 bytes, or the text that is kept instead. */
export function idIn(value: InLog): string {
  if (typeof value === 'string') return value;
  let bits = BigInt(`0x${value.toString('hex')}`);
  let letters = '';
  for (let i = 0; i < 26; i++, bits >>= 5n) letters = LETTERS[Number(bits & 31n)] + letters;
  return letters;
}

/** The bytes of a ULID, or the text itself. */
export function idForLog(id: string): InLog {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)) return id;
  const bits = [...id].reduce((sum, letter) => sum * 32n + BigInt(LETTERS.indexOf(letter)), 0n);
  return Buffer.from(bits.toString(16).padStart(32, '0'), 'hex');
}

export const streamIn = (value: InLog): string =>
  typeof value === 'string' ? value : `observation/${idIn(value)}`;

/** The name of a stream as the column holds it. */
export const streamForLog = (stream: string): InLog =>
  stream.startsWith('observation/') && typeof idForLog(stream.slice(12)) !== 'string'
    ? idForLog(stream.slice(12))
    : stream;

/** The columns of `meta`. */
export interface MetaInLog {
  readonly actor: string;
  readonly request: InLog | null;
  readonly run: InLog | null;
}

/** A row of the table `events`. */
export interface RowInLog extends MetaInLog {
  readonly position: number;
  readonly id: InLog;
  readonly stream: InLog;
  readonly version: number;
  readonly type: string;
  readonly schema: number;
  readonly at: number;
  readonly commitment: Buffer;
  readonly hash: Buffer;
  readonly salt: Buffer;
  readonly body: string;
}

export function metaIn({ actor, request, run }: MetaInLog): Meta {
  if (actor.startsWith('{')) return JSON.parse(actor);
  const uuid = (bytes: Buffer) =>
    bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return {
    actor,
    ...(request !== null && { request_id: typeof request === 'string' ? request : uuid(request) }),
    ...(run !== null && { run: idIn(run) }),
  };
}

/** Gives SQL the functions `id_in`, `id_for_log`, `stream_in` and `stream_for_log`. */
export function giveNames(db: Database.Database): void {
  db.function('id_in', { deterministic: true }, (value) => idIn(value as InLog));
  db.function('id_for_log', { deterministic: true }, (id) => idForLog(String(id)));
  db.function('stream_in', { deterministic: true }, (value) => streamIn(value as InLog));
  db.function('stream_for_log', { deterministic: true }, (stream) => streamForLog(String(stream)));
}
