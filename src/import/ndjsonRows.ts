import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PeerRow } from './eachRow.js';
import type { PeerCells } from './peerCells.js';

/** The objects of a file with one JSON object a line; empty lines count, and are left out. */
export async function* ndjsonRows(file: string): AsyncGenerator<PeerRow> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    const text = line.replace(/^\uFEFF/, '').trim();
    if (text !== '') yield rowOf(`line ${number}`, text);
  }
}

function rowOf(row: string, text: string): PeerRow {
  try {
    const cells: unknown = JSON.parse(text);
    if (typeof cells === 'object' && cells !== null && !Array.isArray(cells))
      // Any object has string keys and unknown values.
      return { row, cells: cells as PeerCells };
    return { row, damage: 'it is no JSON object' };
  } catch {
    return { row, damage: 'it is no JSON' };
  }
}
