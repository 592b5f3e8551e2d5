import { createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { replaceFile } from '../../files/replaceFile.js';
import type { Output } from '../terminal/output.js';

/** Lines are written so many characters at a time. */
const PART = 64 * 1024;

/** Prints texts, for a file `-`, or writes them to a file, which has its name only once it is whole. */
export async function printOrWrite(
  texts: AsyncIterable<string>,
  file: string,
  output: Output,
): Promise<void> {
  const parts = inParts(texts);
  if (file === '-') {
    for await (const part of parts) await output.write(part);
    return;
  }
  const part = join(dirname(file), `.${basename(file)}.part`);
  await replaceFile(file, part, () =>
    pipeline(parts, createWriteStream(part, { mode: 0o600, flush: true })),
  );
}

/** A write for each line would take longer than the lines do. */
async function* inParts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let part = '';
  for await (const text of texts) {
    part += text;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}
