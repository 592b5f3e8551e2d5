import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { noteFromMarkdown } from '../../domain/archive/noteMarkdown.js';
import { sha256Hex } from '../../domain/sha256.js';
import { readOwnFile } from '../../files/regularFile.js';
import { writeFreshFile } from '../../files/writeFreshFile.js';
import { misused } from '../terminal/failed.js';
import { shownLine } from '../terminal/shown.js';
import { type ExportedFiles, markFile, readMarker, writeMarker } from './exportMarker.js';
import { partFile, removeOldParts } from './partFiles.js';
import type { Wanted } from './wantedArchive.js';

/** What came of an export to a folder. `left` are files that somebody changed since they were exported. */
export interface FolderReport {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly left: readonly string[];
}

/** A folder whose exported files are brought to what is written to it. */
export interface ExportedFolder {
  /** Gives the file `folder/name.md` this content, unless somebody changed it since it was exported. */
  write(path: string, content: string): void;
  /** Removes the files of earlier exports that were not written again. */
  finish(): FolderReport;
}

/**
 * Opens a folder for an export, and makes it if there is none. Throws `Failed` (usage) for one that holds something else,
 * or an export of another part of the vault.
 */
export function exportedFolder(folder: string, wanted: Wanted): ExportedFolder {
  const before = prepare(folder, wanted);
  const part = partFile(folder);
  const made = new Map<string, string>();
  const left: string[] = [];
  let written = 0;
  let removed = 0;
  const isOwn = (path: string, digest: string) => before.get(path)?.has(digest) === true;
  return {
    write(path, content) {
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
    throw misused(
      `${shownLine(folder)} is not empty and was not made by an export: name a folder that is to be made`,
    );
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
