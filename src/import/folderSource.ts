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

/** A file of a folder, with its path in that folder. */
export interface TextFile extends ReadText {
  readonly path: string;
}

/** What reads the files of one kind of folder. */
interface FolderReader extends Choice {
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

/** A file that may be read, or why it is not. `path` has slashes between its parts, on every machine. */
type FoundFile =
  | { readonly path: string; readonly file: string }
  | { readonly path: string; readonly skipped: string };

/** Which files of a folder are read. */
interface Choice {
  /** Whether a file with this path is one of those. */
  wants(path: string): boolean;
  /** Hidden files and folders, and `node_modules`, that are read all the same, wherever they lie. */
  readonly hidden?: readonly string[];
}

/**
 * The chosen files of a folder and the folders in it, by their names. What is hidden and `node_modules` are passed over;
 * links are not followed, because what they lead to may lie anywhere.
 */
function* filesBelow(root: string, choice: Choice): Generator<FoundFile> {
  // The next one is the last: a folder's entries come before what follows the folder.
  let waiting = listed(root, '').reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('skipped' in next) {
      yield next;
      continue;
    }
    const { path, entry } = next;
    if (!isVisible(path, entry, choice)) continue;
    if (entry.isDirectory()) waiting = waiting.concat(listed(root, path).reverse());
    else yield* found(root, path, entry, choice);
  }
}

type Listed =
  | { readonly path: string; readonly entry: Dirent }
  | { readonly path: string; readonly skipped: string };

function listed(root: string, folder: string): Listed[] {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return entries
      .map((entry) => ({ path: folder === '' ? entry.name : `${folder}/${entry.name}`, entry }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    return [{ path: folder || '.', skipped: messageOf(error, 'it') }];
  }
}

function isVisible(path: string, entry: Dirent, { hidden = [] }: Choice): boolean {
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

function* found(root: string, path: string, entry: Dirent, choice: Choice): Generator<FoundFile> {
  const file = join(root, path);
  if (entry.isSymbolicLink()) {
    const target = statSync(file, { throwIfNoEntry: false });
    if (choice.wants(path) || target?.isDirectory())
      yield { path, skipped: 'it is a link, and links are not followed' };
  } else if (choice.wants(path)) {
    yield entry.isFile() ? { path, file } : { path, skipped: 'it is no regular file' };
  }
}

/** The text of a file, and when it was changed, in milliseconds since 1970. */
interface ReadText {
  readonly text: string;
  readonly modified: number;
}

const MOST_BYTES = 8 * 1024 * 1024;
// Windows has neither. A link may have taken the place of the file, and a pipe would wait for somebody who writes.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of a file, without a mark of the byte order, or the reason why it is not read. */
function readText(file: string): ReadText | { readonly skipped: string } {
  let handle: number | undefined;
  try {
    handle = openSync(file, READ);
    const stats = fstatSync(handle);
    if (!stats.isFile()) return { skipped: 'it is no regular file' };
    if (stats.size > MOST_BYTES) return { skipped: 'it has more than 8 MiB' };
    const bytes = readFileSync(handle);
    const text = decodeText(bytes);
    if (text === undefined) return { skipped: 'it is not in UTF-8' };
    if (text.includes('\0')) return { skipped: 'it is binary' };
    return { text, modified: Math.max(0, stats.mtimeMs) };
  } catch (error) {
    return { skipped: messageOf(error, 'it') };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
