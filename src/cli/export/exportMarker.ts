import { appendFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectKey } from '../../domain/projectKey.js';
import { wallOf } from '../../domain/visibility.js';
import { readOwnFile } from '../../files/regularFile.js';
import { writeFreshFile } from '../../files/writeFreshFile.js';
import { misused } from '../terminal/failed.js';
import { shownLine } from '../terminal/shown.js';
import { partFile } from './partFiles.js';
import type { Wanted } from './wantedArchive.js';

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
export type ExportedFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** What earlier exports wrote into a folder; undefined where none was made. Throws `Failed` (usage) for an export of another part of the vault. */
export function readMarker(folder: string, wanted: Wanted): ExportedFiles | undefined {
  const marker = join(folder, MARKER);
  if (!existsSync(marker)) return undefined;
  const [head = '', ...lines] = readOwnFile(marker).split('\n');
  const made = Head.safeParse(parsed(head));
  if (!made.success)
    throw misused(`${shownLine(marker)} is not what an export wrote: name a new folder`);
  const own = headOf(wanted);
  if (made.data.project !== own.project || made.data.team !== own.team) {
    const what = [made.data.project, made.data.team].filter((name) => name !== '').join(', ');
    throw misused(
      `${shownLine(folder)} holds an export of ${what === '' ? 'the whole vault' : shownLine(what)}: name a new folder`,
    );
  }
  const files = new Map<string, Set<string>>();
  for (const line of lines) {
    // The last line may be half, after a kill.
    const file = File.safeParse(parsed(line));
    if (!file.success) continue;
    const { path, sha256 } = file.data;
    files.set(path, (files.get(path) ?? new Set()).add(sha256));
  }
  return files;
}

/** Notes that a file is about to be written. */
export function markFile(folder: string, path: string, sha256: string): void {
  appendFileSync(join(folder, MARKER), lineOf({ path, sha256 }));
}

/** Writes the marker anew, with the files that the folder holds. */
export function writeMarker(
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

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
