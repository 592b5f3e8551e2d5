import { realpathSync } from 'node:fs';
import nodePath, { basename, dirname, join, resolve } from 'node:path';
import { type Anchor, namedAnchor } from '../domain/anchor.js';
import { findFile, pathBelow } from './checkoutFile.js';
import { FileText, LARGEST_FILE, type LineRange, rangeOf, sayRange } from './fileText.js';
import { headOf } from './gitHead.js';

/** Hex digits of a hash in a new anchor. */
const HASH_DIGITS = 16;

/** What cannot be anchored. The message is for the user, and says how to mend it. */
export class AnchorRefused extends Error {
  override readonly name = 'AnchorRefused';
}

/** An anchor at a file. */
export interface FileAnchor extends Anchor {
  readonly path: string;
  readonly hash: string;
}

/**
 * The anchor that a user means by `PATH`, `PATH:10` or `PATH:10-24`; the path is absolute, or seen from `cwd`. The path in the
 * anchor starts from `root` and keeps the links that were typed, and the file that they lead to must be below `root`.
 *
 * `hash` is the first 16 hex digits of the SHA-256 of the text of the lines, or of the whole file. That text is in UTF-8,
 * without a mark of the byte order (a file in UTF-16 with its mark counts as the same text). Between two lines stands one LF,
 * also where the file has CRLF. The last line stands without its line end.
 *
 * `commit` and `branch` are missing outside of Git. Throws `AnchorRefused`.
 */
export function anchorOf(root: string, given: string, cwd: string): FileAnchor {
  return textAndAnchor(root, given, cwd).anchor;
}

function textAndAnchor(root: string, given: string, cwd: string) {
  const { typed, range } = splitGiven(given);
  const { path, real, size } = fileAt(root, typed, cwd);
  if (size > LARGEST_FILE)
    refuse(`${typed} has more than 4 MiB. Name it in the text of the note instead.`);
  const text = FileText.in(real);
  if (text === undefined)
    refuse(
      `${typed} is not text in UTF-8 or UTF-16, or you may not read it. Name it in the text of the note instead.`,
    );
  if (range !== undefined && range.last > text.count) refuse(tooFew(typed, text.count, range));
  if (path !== path.trim())
    refuse(`${typed} has a blank at an end of its name. Name it in the text of the note instead.`);
  const lines = range && sayRange(range);
  const hash = text.digest(range).slice(0, HASH_DIGITS);
  const anchor: FileAnchor = { path, lines, hash, ...headOf(root) };
  return { anchor, text: text.textOf(range) };
}

/** Fewer letters and digits can be guessed. */
const LEAST_LETTERS = 12;

/** Characters in which a secret is looked for: nobody can guess more of a file. */
const MOST_LOOKED_AT = 262_144;

/**
 * As `anchorOf`, but without the hash of a text that one could guess by it: of a short one, and of one in which the privacy filter
 * finds a secret.
 */
export async function anchorToSend(root: string, given: string, cwd: string): Promise<Anchor> {
  const { anchor, text } = textAndAnchor(root, given, cwd);
  const isLong = text.length > MOST_LOOKED_AT;
  const letters = isLong ? LEAST_LETTERS : (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
  if (letters >= LEAST_LETTERS && (isLong || !(await holdsSecret(text)))) return anchor;
  const { hash: _, ...rest } = anchor;
  return rest;
}

async function holdsSecret(text: string): Promise<boolean> {
  // A verb that anchors nothing does without it.
  const { privacyFilter } = await import('../privacy/privacyFilter.js');
  return (await privacyFilter()(text)).finds.length > 0;
}

function refuse(message: string): never {
  throw new AnchorRefused(message);
}

function tooFew(typed: string, count: number, { first, last }: LineRange): string {
  if (count === 0) return `${typed} is empty. Leave the lines out.`;
  const has = count === 1 ? '1 line' : `${count} lines`;
  const asked = first === last ? `line ${last}` : `lines up to ${last}`;
  return `${typed} has ${has}, but you gave ${asked}. Give lines from 1 to ${count}.`;
}

/** The path and the lines of what was typed. */
function splitGiven(given: string): { typed: string; range: LineRange | undefined } {
  const { path: typed, lines } = namedAnchor(given);
  if (lines === undefined) return { typed, range: undefined };
  const range = rangeOf(lines);
  if (range === undefined)
    refuse(`${lines} is not a range of lines. Give one such as 10 or 10-24, counted from 1.`);
  return { typed, range };
}

function fileAt(root: string, typed: string, cwd: string) {
  const file = absolute(typed, cwd);
  const path = pathBelow(root, file) ?? realPathBelow(root, file);
  if (path === undefined)
    refuse(`${typed} is outside of ${root}. Start from the repository of the file.`);
  const found = findFile(root, path);
  switch (found.kind) {
    case 'none':
      return refuse(`There is no file ${typed}. Give its path as seen from ${cwd}, or in full.`);
    case 'folder':
      return refuse(`${typed || '.'} is a folder. Name a file in it.`);
    case 'outside':
      return refuse(`${typed} is a link to outside of ${root}. Name a file in there.`);
    case 'unreadable':
      return refuse(`${typed} cannot be read. Name a plain file that you may read.`);
    case 'file': {
      const spelled = asSpelled(path, pathBelow(realpathSync.native(root), found.real));
      return { path: spelled, real: found.real, size: found.size };
    }
  }
}

/** An absolute path of what was typed. `\` separates folders as `/` does, unless a file here has it in its name. */
function absolute(typed: string, cwd: string): string {
  const file = resolve(cwd, typed);
  if (nodePath.sep === '\\' || !typed.includes('\\')) return file;
  return findFile(dirname(file), file).kind === 'none'
    ? resolve(cwd, typed.replaceAll('\\', '/'))
    : file;
}

/** As `pathBelow`, where the same folders were named by other links, say `/tmp` for `/private/tmp`. */
export function realPathBelow(root: string, file: string): string | undefined {
  try {
    const folder = realpathSync.native(dirname(file));
    return pathBelow(realpathSync.native(root), join(folder, basename(file)));
  } catch {
    return undefined;
  }
}

/** Where a system finds `SRC/app.ts` as `src/app.ts`, the anchor says what the folder says: other systems tell them apart. */
const asSpelled = (path: string, real: string | undefined) =>
  real?.toLowerCase() === path.toLowerCase() ? real : path;
