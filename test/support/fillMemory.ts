import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// `gc` exists only in contexts that are created after the flag is set.
const collect = runInNewContext('gc') as () => void;

/** Memory that SQLite allocates to recover a write-ahead log, in bytes. */
const PIECE = 36 * 1024;

/** Fills memory with a text and frees it, as much work with the text would do. */
export function fillMemory(text: string): void {
  const piece = text.repeat(Math.ceil(PIECE / text.length)).slice(0, PIECE);
  for (let i = 0; i < 100; i++) Buffer.from(piece);
  collect();
}
