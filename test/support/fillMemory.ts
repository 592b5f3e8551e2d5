import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// With the flag, a new context has it.
const collect = runInNewContext('gc') as () => void;

/** As much as SQLite takes to recover a write-ahead log, in bytes. */
const PIECE = 36 * 1024;

/** Leaves freed memory full of a text, as after much work with it. */
export function fillMemory(text: string): void {
  const piece = text.repeat(Math.ceil(PIECE / text.length)).slice(0, PIECE);
  for (let i = 0; i < 100; i++) Buffer.from(piece);
  collect();
}
