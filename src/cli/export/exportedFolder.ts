import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isRunning } from '../../connect/isRunning.js';
import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { noteFromMarkdown } from '../../domain/archive/noteMarkdown.js';
import { wallOf } from '../../domain/caller.js';
import { sha256Hex } from '../../domain/hash.js';
import { tryParse } from '../../domain/json.js';
import { projectKey } from '../../domain/names.js';
import { readOwnFile } from '../../files/regularFile.js';
import { writeFreshFile } from '../../files/writeFile.js';
import { misused } from '../terminal/exit.js';
import { shownLine } from '../terminal/format.js';
import type { Wanted } from './wantedArchive.js';

export type FolderReport = ReturnType<ReturnType<typeof exportedFolder>['finish']>;

/**
 * Opens a folder whose exported files are brought to what is written to it, and makes it if there is none. Throws `Failed`
 * (usage) for one that holds something else, or an export of another part of the vault.
 */
export function exportedFolder(folder: string, wanted: Wanted) {
  const before = prepare(folder, wanted);
  const part = partFile(folder);
  const made = new Map<string, string>();
  const left: string[] = [];
  let written = 0;
  let removed = 0;
  const isOwn = (path: string, digest: string) => before.get(path)?.has(digest) === true;
  return {
    /** Gives the file `folder/name.md` this content, unless somebody changed it since it was exported. */
    write(path: string, content: string): void {
      const digest = sha256Hex(content);
      made.set(path, digest);
      makeFolder(join(folder, dirname(path)));
      const there = digestOf(join(folder, path));
      if (there === digest) return;
      const isChanged = there !== undefined && !isOwn(path, there);
      if (isChanged && !isSameNote(join(folder, path), content)) {
        left.push(path);
        return;
      }
      // First, so that the next export knows the file for its own if this one is killed behind it.
      markFile(folder, path, digest);
      writeFreshFile(part, content);
      renameSync(part, join(folder, path));
      written += 1;
    },
    /** Removes the files of earlier exports that were not written again. `left` are those that somebody changed since. */
    finish() {
      for (const path of before.keys()) {
        if (made.has(path)) continue;
        const there = digestOf(join(folder, path));
        if (there === undefined) continue;
        if (isOwn(path, there)) {
          rmSync(join(folder, path));
          removeIfEmpty(join(folder, dirname(path)));
          removed += 1;
        } else left.push(path);
      }
      writeMarker(folder, wanted, made);
      rmSync(part, { force: true });
      const kept = left.filter((path) => made.has(path)).length;
      return { written, unchanged: made.size - written - kept, removed, left };
    },
  };
}

function prepare(folder: string, wanted: Wanted): ExportedFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOldParts(folder);
  const before = readMarker(folder, wanted);
  if (before) return before;
  if (readdirSync(folder).length > 0)
    throw misused(`${shownLine(folder)} is not empty, and no export made it: name a new folder`);
  writeMarker(folder, wanted);
  return new Map();
}

/** Makes a folder of the export. A link in its place would lead out of the export. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (lstatSync(folder).isDirectory()) return;
  throw new Diagnostic('file_not_regular', `${folder} is a link`, { file: folder });
}

/** The digest of what a file holds; undefined where there is none, and no digest for what is no file. */
function digestOf(file: string): string | undefined {
  try {
    return sha256Hex(readOwnFile(file));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'no file';
  }
}

/**
 * Whether a file gives the note that `content` gives: somebody changed it and imported it. An editor ends a file with a new
 * line, and may quote a title.
 */
function isSameNote(file: string, content: string): boolean {
  try {
    const [there, own] = [readOwnFile(file), content].map((text) => {
      const note = noteFromMarkdown(text);
      return JSON.stringify({ ...note, content: note.content.trim() });
    });
    return there === own;
  } catch {
    return false;
  }
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** The file that says which files of a folder were written by exports: a line for the export, and one for each file. */
const MARKER = '.memory-vault-export.ndjson';

/** A folder and a file in it: nothing that leads out of the export. */
const EXPORTED = /^(?!\.)[^/\\]+\/(?!\.)[^/\\]+\.md$/;

const Head = z.object({
  made_by: z.literal('memory-vault export'),
  project: z.string(),
  team: z.string(),
});
const File = z.object({ path: z.string().regex(EXPORTED), sha256: z.string() });

/** The files that were exported to a folder: their paths from it, and the digests that they got. */
type ExportedFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** What earlier exports wrote into a folder; undefined where none was made. Throws `Failed` (usage) for an export of another part of the vault. */
function readMarker(folder: string, wanted: Wanted): ExportedFiles | undefined {
  const marker = join(folder, MARKER);
  if (!existsSync(marker)) return undefined;
  const [head = '', ...lines] = readOwnFile(marker).split('\n');
  const made = Head.safeParse(tryParse(head));
  if (!made.success)
    throw misused(`${shownLine(marker)} is not a file of an export: name a new folder`);
  const own = headOf(wanted);
  if (made.data.project !== own.project || made.data.team !== own.team) {
    const what = [made.data.project, made.data.team].filter((name) => name !== '').join(', ');
    throw misused(
      `${shownLine(folder)} has an export of ${what === '' ? 'the whole vault' : shownLine(what)}: name a new folder`,
    );
  }
  const files = new Map<string, Set<string>>();
  for (const line of lines) {
    // The last line may be half, after a kill.
    const file = File.safeParse(tryParse(line));
    if (!file.success) continue;
    const { path, sha256 } = file.data;
    files.set(path, (files.get(path) ?? new Set()).add(sha256));
  }
  return files;
}

/** Notes that a file is about to be written. */
function markFile(folder: string, path: string, sha256: string): void {
  appendFileSync(join(folder, MARKER), lineOf({ path, sha256 }));
}

/** Writes the marker anew, with the files that the folder holds. */
function writeMarker(
  folder: string,
  wanted: Wanted,
  files: ReadonlyMap<string, string> = new Map(),
): void {
  const lines = Array.from(files, ([path, sha256]) => lineOf({ path, sha256 }));
  writeFreshFile(partFile(folder), [lineOf(headOf(wanted)), ...lines].join(''));
  renameSync(partFile(folder), join(folder, MARKER));
}

/** Names as they are compared. */
function headOf({ project, team }: Wanted): z.infer<typeof Head> {
  return {
    made_by: 'memory-vault export',
    project: project === undefined ? '' : projectKey(project),
    team: wallOf(team),
  };
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

const PART = /^\.memory-vault-export\.(\d+)\.part$/;

/** The name of a file while it is written into a folder. Two exports at once have two of them, and never mix their texts. */
const partFile = (folder: string) => join(folder, `.memory-vault-export.${process.pid}.part`);

/** Removes the files that exports which were killed left half written in a folder. */
function removeOldParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}
