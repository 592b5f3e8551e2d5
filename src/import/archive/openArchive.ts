import { createReadStream, statSync } from 'node:fs';
import { ArchiveLine } from '../../domain/archive/archiveLine.js';
import { splitLines } from '../../domain/lines/splitLines.js';
import { parse } from '../../domain/parse.js';
import { Rejection } from '../../domain/rejection.js';
import { rowOrReason } from '../rowOrReason.js';
import type { Source, SourceRow } from '../sourceRow.js';
import { UnreadableRow } from '../unreadableRow.js';
import { lookAt, wrongFile } from '../wrongFile.js';

/** Longer than any line that a vault takes. */
const LONGEST_LINE = 8 * 1024 * 1024;

/**
 * What `memory-vault export` wrote: a file with an archive line each, or a folder of Markdown. A file is read line by line,
 * so that its size does not matter. Throws a `Diagnostic` for any other file.
 */
export async function openArchive(path: string): Promise<Source> {
  if (statSync(path).isDirectory()) {
    return (await import('../markdownFolder/openMarkdownFolder.js')).openMarkdownFolder(path);
  }
  const look = lookAt(path);
  if (look !== 'JSON' && look !== 'empty') {
    const next = 'name the program that wrote it, such as memory-vault import engram PATH';
    throw wrongFile(path, 'an export of a vault', `it is no JSON, but ${look}`, next);
  }
  return { name: 'archive', rows: () => rowsIn(path), close() {} };
}

async function* rowsIn(path: string): AsyncGenerator<SourceRow> {
  for await (const { line, bytes } of splitLines(createReadStream(path), LONGEST_LINE)) {
    const row = `line ${line}`;
    yield rowOrReason(row, () => ({ row, line: lineIn(bytes) }));
  }
}

function lineIn(bytes: Buffer | undefined): ArchiveLine {
  if (!bytes) throw new UnreadableRow('is longer than 8 MiB');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parse(ArchiveLine, JSON.parse(text), 'invalid_payload');
  } catch (error) {
    if (error instanceof Rejection) throw new UnreadableRow(error.message);
    throw new UnreadableRow('is no JSON in UTF-8');
  }
}
