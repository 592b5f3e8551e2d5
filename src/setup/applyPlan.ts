import { isDeepStrictEqual } from 'node:util';
import { sentenceOf } from '../diagnostics/diagnostic.js';
import { removeFolders } from '../files/makeDirectory.js';
import { writeConfigFile } from './configFile.js';
import { type FileRecord, type Manifest, writeManifest } from './manifest.js';
import type { PlannedFile } from './plan.js';

/**
 * Writes what was planned, one file after the other, and notes it in the data directory. When a file cannot be written, the
 * ones before it stay, are noted, and are named in the error. Returns the notes.
 */
export function applyPlan(
  dataDir: string,
  planned: readonly PlannedFile[],
  before: Manifest,
  {
    agents,
    usersUmask,
  }: {
    readonly agents: Manifest['agents'];
    /** For files in a project, which others may have to read. Undefined: that of the process. */
    readonly usersUmask?: number;
  },
): Manifest {
  let noted = before;
  const write = (next: Manifest) => {
    if (!isDeepStrictEqual(next, noted)) noted = writeManifest(dataDir, next, noted);
  };
  const note = (path: string, record: FileRecord | undefined) => {
    const others = noted.files.filter((one) => one.path !== path);
    write({ ...noted, files: record ? [...others, record] : others });
  };
  const done: string[] = [];
  for (const one of planned) {
    const { file, after, record } = one;
    const next = after === undefined ? undefined : recordOf(one);
    try {
      // Noted before it is written: what is in a file without a note would pass for somebody else's.
      if (next) note(file.path, next);
      if (after !== file.text) {
        const umask = one.owner === 'instructions' ? usersUmask : undefined;
        const folders = writeConfigFile(file, after, umask);
        if (folders.length > 0) write({ ...noted, folders: [...noted.folders, ...folders] });
        done.push(file.path);
      }
      if (!next) note(file.path, undefined);
    } catch (error) {
      const said = new Error(whatHappened(error, done), { cause: error });
      try {
        note(file.path, record);
      } catch {
        // Why the file could not be written says more.
      }
      throw said;
    }
  }
  try {
    if (noted.files.length > 0) write({ ...noted, agents, folders: removeFolders(noted.folders) });
  } catch (error) {
    throw new Error(whatHappened(error, done), { cause: error });
  }
  return noted;
}

function recordOf({
  owner,
  kind,
  file,
  pieces,
  written,
  record,
}: PlannedFile): FileRecord | undefined {
  // An object that setup made, and that others have filled, is theirs.
  if (pieces.every(({ made }) => made)) return undefined;
  const created = file.text === undefined || record?.created === true;
  return { owner, path: file.path, kind, created, pieces, written };
}

function whatHappened(error: unknown, done: readonly string[]): string {
  const sofar =
    done.length === 0
      ? 'Nothing was changed'
      : `Changed before that: ${done.join(', ')}. Run the command again to go on, or with --remove to undo it`;
  return `${sentenceOf(error)}\n${sofar}`;
}
