import { realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { isMissing } from '../../diagnostics/fault.js';
import { formC } from '../../domain/formC.js';
import type { Source, SourceRow } from '../sourceRow.js';
import { type Choice, type FoundFile, filesBelow } from './filesBelow.js';
import { type ReadText, readText } from './readText.js';

/** A file of a folder, with its path in that folder. */
export interface TextFile extends ReadText {
  readonly path: string;
}

/** What reads the files of one kind of folder. */
export interface FolderReader extends Choice {
  readonly name: string;
  /** Starts to read all files once: what it returns gives the rows of each, one file after another. */
  start(): (file: TextFile) => Iterable<SourceRow>;
}

/**
 * A folder with its files, or one file, as a source. Throws a `Diagnostic` when nothing has this path, or when it is neither.
 */
export function folderSource(path: string, reader: FolderReader): Source {
  const files = filesAt(path, reader);
  return {
    name: reader.name,
    async *rows() {
      const rowsOf = reader.start();
      for (const file of files()) yield* read(file, rowsOf);
    },
    close() {},
  };
}

function filesAt(path: string, choice: Choice): () => Iterable<FoundFile> {
  const refused = (problem: string) =>
    new Diagnostic('cannot_open', `${path} ${problem}`, {
      ...{ file: path, next: 'name a folder, or a file in Markdown' },
    });
  let file: string;
  try {
    // A link that somebody names is followed; those that lie in a folder are not.
    file = realpathSync(path);
  } catch (error) {
    throw isMissing(error) ? refused('does not exist') : error;
  }
  const stats = statSync(file);
  if (stats.isDirectory()) return () => filesBelow(file, choice);
  if (stats.isFile()) return () => [{ path: basename(path), file }];
  throw refused('is neither a folder nor a file');
}

function* read(
  found: FoundFile,
  rowsOf: (file: TextFile) => Iterable<SourceRow>,
): Generator<SourceRow> {
  // macOS takes letters apart in the names of files, and other machines do not.
  const path = formC(found.path.toWellFormed());
  const text = 'skipped' in found ? found : readText(found.file);
  if ('skipped' in text) yield { row: path, skipped: text.skipped };
  else yield* rowsOf({ ...text, path });
}

/** Whether a path ends like the name of a Markdown file. */
export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}
