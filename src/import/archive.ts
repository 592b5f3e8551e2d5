import { createReadStream, statSync } from 'node:fs';
import { ArchiveLine } from '../domain/archive/archiveLine.js';
import { noteFromMarkdown } from '../domain/archive/noteMarkdown.js';
import { splitLines } from '../domain/lines.js';
import { parse } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { folderSource, isMarkdown, type TextFile } from './folderSource.js';
import { lookAt, wrongFile } from './sourceFile.js';
import { rowOrReason, type Source, type SourceRow, UnreadableRow } from './sourceRow.js';

/** Longer than any line that a vault takes. */
const LONGEST_LINE = 8 * 1024 * 1024;

/**
 * What `memory-vault export` wrote: a file with an archive line each, or a folder of Markdown. A file is read line by line,
 * so that its size does not matter. Throws a `Diagnostic` for any other file.
 */
export async function openArchive(path: string): Promise<Source> {
  if (statSync(path).isDirectory()) return markdownFolder(path);
  const look = lookAt(path);
  if (look !== 'JSON' && look !== 'empty') {
    const next =
      'name its source, such as memory-vault import engram PATH, or memory-vault import csv PATH';
    throw wrongFile(path, 'an export of a vault', `it is not JSON, but ${look}`, next);
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

/**
 * A folder that `memory-vault export` wrote as Markdown: each file gives the note that was written. A file may have been
 * renamed, moved or edited since. Throws a `Diagnostic` when there is no such folder or file.
 */
function markdownFolder(path: string): Source {
  return folderSource(path, {
    name: 'markdown',
    wants: isMarkdown,
    // Any project may be called so.
    hidden: ['node_modules'],
    start() {
      const paths = new Map<string, string>();
      return (file) => [rowOrReason(file.path, () => rowOf(file, paths))];
    },
  });
}

/** `paths` are the files before this one by the ids of their notes. */
function rowOf({ path, text }: TextFile, paths: Map<string, string>): SourceRow {
  const line = readNote(text);
  const first = paths.get(line.id);
  // A copy would revise the note with its older or newer text, whichever comes last.
  if (first !== undefined) throw new UnreadableRow(`it has the same id as ${first}`);
  paths.set(line.id, path);
  return { row: path, line };
}

function readNote(text: string) {
  try {
    return noteFromMarkdown(text);
  } catch (error) {
    if (error instanceof Rejection)
      throw new UnreadableRow(`it is not an exported note: ${error.message}`);
    throw error;
  }
}
