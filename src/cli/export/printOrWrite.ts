import { createWriteStream, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { replaceFile } from '../../files/replaceFile.js';
import { misused } from '../terminal/failed.js';
import type { Output } from '../terminal/output.js';
import { shownLine } from '../terminal/shown.js';

/** Texts are written so many characters at a time: a write for each line would take longer than the lines do. */
const PART = 64 * 1024;

/**
 * Prints texts, for a file `-`, or writes them to a file, which has its name only once it is whole. Throws `Failed` (usage) for
 * a directory.
 */
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
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw misused(`${shownLine(file)} is a directory: name a file in it`);
  // A pipe or a device is written to. A file in its place would be for nobody, or keep the system from working.
  if (there && !there.isFile()) return pipeline(parts, createWriteStream(file));
  // Where the file is a link, what it leads to is replaced.
  const own = there ? realpathSync(file) : file;
  const part = join(dirname(own), `.${basename(own)}.part`);
  await replaceFile(own, part, () =>
    pipeline(parts, createWriteStream(part, { mode: 0o600, flush: true })),
  );
}

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
