import { EARLIEST, LATEST } from '../../domain/time.js';

/** A commit, as a history tells it. */
export interface Commit {
  /** All hex digits. */
  readonly hash: string;
  readonly author: string;
  readonly email: string;
  /** When it was written, in milliseconds since 1970; a rebase keeps that. 0 where it is not known. */
  readonly at: number;
  /** The whole message, or its first 64 KiB. What is not in UTF-8 became U+FFFD. */
  readonly message: string;
  /** What it changed, from the root of the repository: at most one more than `MOST_FILES`. */
  readonly files: readonly string[];
}

/** A commit that changes more was made by a program, or is a move: it says little about each of its files. */
export const MOST_FILES = 50;

/** Bytes of a message or a name that are kept: nobody explains more, and a commit may hold gigabytes. */
const MOST_BYTES = 64 * 1024;

/** `git log` that runs no program and reads no file that a repository names, of which some never end. */
export const PLAIN_LOG = [
  'log',
  '--encoding=UTF-8',
  '--no-relative',
  '--no-follow',
  '--no-mailmap',
  '--no-show-signature',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
  // Git has no other word for no file with an order.
  '-O/dev/null',
] as const;

/** The commits that `commitsIn` reads: an empty field begins one, which no name of a file can imitate. */
export const LOG = [
  ...PLAIN_LOG,
  '-z',
  '--name-only',
  '--format=%x00%H%x00%an%x00%ae%x00%at%x00%B',
  '--no-merges',
  '--no-renames',
  // Else `log.showRoot` may hide the files of the first commit.
  '--root',
] as const;

/** The fields of a commit before its files. */
const FIELDS = 5;

/** The commits in what Git prints for `LOG`, one after another, each with at most so many files. */
export async function* commitsIn(
  output: AsyncIterable<Buffer>,
  most = MOST_FILES + 1,
): AsyncGenerator<Commit> {
  let fields: string[] | undefined;
  for await (const field of fieldsIn(output)) {
    // Between the fields and the files, there is a line feed.
    if (field === '' && (fields === undefined || fields.length >= FIELDS)) {
      if (fields !== undefined) yield commitOf(fields);
      fields = [];
    } else if (fields !== undefined && fields.length < FIELDS + most)
      fields.push(fields.length === FIELDS ? field.replace(/^\n/, '') : field);
  }
  if (fields !== undefined) yield commitOf(fields);
}

function commitOf(fields: readonly string[]): Commit {
  const [hash = '', author = '', email = '', seconds = '', message = '', ...files] = fields;
  return { hash, author, email, at: timeIn(seconds) ?? 0, message, files };
}

/** What Git prints for `%at`, in milliseconds since 1970; undefined where that is no time of a note. Anybody may write any number there. */
export function timeIn(seconds: string): number | undefined {
  const at = Number.parseInt(seconds, 10) * 1000;
  return at >= EARLIEST && at <= LATEST ? at : undefined;
}

const UTF_8 = new TextDecoder('utf-8');

/** The fields of an output, each of which ends with NUL. Of a long one, only the start is kept. */
export async function* fieldsIn(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (bytes: Buffer) => {
    const kept = bytes.subarray(0, MOST_BYTES - size);
    if (kept.length > 0) parts.push(kept);
    size += kept.length;
  };
  for await (const bytes of output) {
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      keep(bytes.subarray(start, end));
      yield UTF_8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
      [parts, size, start] = [[], 0, end + 1];
    }
    keep(bytes.subarray(start));
  }
  if (size > 0) yield UTF_8.decode(Buffer.concat(parts));
}
