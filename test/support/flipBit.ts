import { readFileSync, writeFileSync } from 'node:fs';

/** Flips a bit of a file, at a part of its length. */
export function flipBit(file: string, where: number): void {
  const bytes = readFileSync(file);
  const at = Math.floor(where * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
