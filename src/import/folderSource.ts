import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Diagnostic, isMissing, messageOf } from '../diagnostics/diagnostic.js';
import { decodeText, formC } from '../domain/unicode.js';
import type { Source, SourceRow } from './sourceRow.js';

/** A file of a folder, with its path in that folder. It was changed at a time in milliseconds since 1970. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly modified: number;
}

/** What reads the files of one kind of folder. */
interface FolderReader {
  readonly name: string;
  /** Whether a file with this path is one of those. `path` has slashes between its parts, on every machine. */
  wants(path: string): boolean;
  /** Hidden files and folders, and `node_modules`, that are read all the same, wherever they lie. */
  readonly hidden?: readonly string[];
  /** Starts to read all files once: what it returns gives the rows of each, one file after another. */
  start(): (file: TextFile) => Iterable<SourceRow>;
}

/** A file that may be read, or why it is not. */
type FoundFile =
  | { readonly path: string; readonly file: string }
  | { readonly path: string; readonly skipped: string };

/**
 * A folder with its files, or one file, as a source. Throws a `Diagnostic` when nothing has this path, or when it is neither.
 */
export function folderSource(path: string, reader: FolderReader): Source {
  const refused = (problem: string) =>
    new Diagnostic('cannot_open', `${path} ${problem}`, {
      file: path,
      next: 'name a folder, or a file in Markdown',
    });
  let file: string;
  try {
    // A link that somebody names is followed; those that lie in a folder are not.
    file = realpathSync(path);
  } catch (error) {
    throw isMissing(error) ? refused('does not exist') : error;
  }
  const stats = statSync(file);
  if (!stats.isDirectory() && !stats.isFile()) throw refused('is neither a folder nor a file');
  const one = [{ path: basename(path), file }];
  return {
    name: reader.name,
    async *rows() {
      const rowsOf = reader.start();
      for (const found of stats.isFile() ? one : filesBelow(file, '', reader)) {
        // macOS takes letters apart in the names of files, and other machines do not.
        const name = formC(found.path.toWellFormed());
        const text = 'skipped' in found ? found : readText(found.file);
        if ('skipped' in text) yield { row: name, skipped: text.skipped };
        else yield* rowsOf({ ...text, path: name });
      }
    },
    close() {},
  };
}

/** Whether a path ends like the name of a Markdown file. */
export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}

/**
 * The chosen files below a folder in `root`, by their names. What is hidden and `node_modules` are passed over; links are not
 * followed, because what they lead to may lie anywhere.
 */
function* filesBelow(root: string, folder: string, reader: FolderReader): Generator<FoundFile> {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    yield { path: folder || '.', skipped: messageOf(error, 'it') };
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const file = join(root, path);
    if (!isVisible(path, entry, reader)) continue;
    if (entry.isDirectory()) yield* filesBelow(root, path, reader);
    else if (entry.isSymbolicLink()) {
      const target = statSync(file, { throwIfNoEntry: false });
      if (reader.wants(path) || target?.isDirectory())
        yield { path, skipped: 'it is a link, and links are not followed' };
    } else if (reader.wants(path))
      yield entry.isFile() ? { path, file } : { path, skipped: 'it is not a regular file' };
  }
}

function isVisible(path: string, entry: Dirent, { hidden = [] }: FolderReader): boolean {
  if (entry.name === 'node_modules') return hidden.includes(entry.name);
  const parts = path.split('/');
  const first = parts.findIndex((part) => part.startsWith('.'));
  if (first === -1) return true;
  const below = parts.slice(first).join('/');
  return hidden.some((asked) => {
    if (below === asked || below.startsWith(`${asked}/`)) return true;
    // On the way there.
    return entry.isDirectory() && asked.startsWith(`${below}/`);
  });
}

const MOST_BYTES = 8 * 1024 * 1024;
// Windows has neither. A link may have taken the place of the file, and a pipe would wait for somebody who writes.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of a file, without a mark of the byte order, or the reason why it is not read. */
function readText(file: string): Omit<TextFile, 'path'> | { readonly skipped: string } {
  let handle: number | undefined;
  try {
    handle = openSync(file, READ);
    const stats = fstatSync(handle);
    if (!stats.isFile()) return { skipped: 'it is not a regular file' };
    if (stats.size > MOST_BYTES) return { skipped: 'it has more than 8 MiB' };
    const text = decodeText(readFileSync(handle));
    if (text === undefined) return { skipped: 'it is not in UTF-8' };
    if (text.includes('\0')) return { skipped: 'it is binary' };
    return { text, modified: Math.max(0, stats.mtimeMs) };
  } catch (error) {
    return { skipped: messageOf(error, 'it') };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
