import { createReadStream } from 'node:fs';
import { decodeText } from '../domain/decodeText.js';
import { splitLines } from '../domain/lines/splitLines.js';
import type { PeerRow } from './eachRow.js';
import { jsonObject } from './jsonObject.js';
import { LONGEST_ITEM } from './longestItem.js';

/** The objects of a file with one JSON object a line; empty lines count, and are left out. */
export async function* ndjsonRows(file: string): AsyncGenerator<PeerRow> {
  for await (const { line, bytes } of splitLines(createReadStream(file), LONGEST_ITEM)) {
    const row = `line ${line}`;
    if (!bytes) yield { row, damage: 'it is longer than 32 MiB' };
    else {
      const cells = jsonObject(decodeText(bytes) ?? '');
      yield cells ? { row, cells } : { row, damage: 'it is no JSON object' };
    }
  }
}
