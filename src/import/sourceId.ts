import { encodeTime } from 'ulid';
import { digestedId } from '../domain/ids.js';

/** What a ULID can say: 48 bits of milliseconds. */
const LATEST = 2 ** 48 - 1;

/**
 * The id of something that a source calls `key`: a ULID with the time `at` (milliseconds since 1970), then 80 bits of a
 * digest. The same row of a source always gives the same id, so importing it again finds what is there. A time that no
 * ULID can hold counts as the closest that one can.
 */
export function sourceId(source: string, key: string, at: number): string {
  const time = Number.isFinite(at) ? Math.min(Math.max(0, Math.trunc(at)), LATEST) : 0;
  return digestedId(encodeTime(time, 10), `import/1\0${source}\0${key}`);
}
