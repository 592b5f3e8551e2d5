import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { aboutFile, codeOf, isMissing } from '../diagnostics/diagnostic.js';
import { tryParse } from '../domain/json.js';
import { makeFolders, removeFolders } from '../files/makeDirectory.js';
import { readOwnFile } from '../files/regularFile.js';
import { AGENT_NAMES } from './agent.js';
import { FileProblem } from './configFile.js';

const Piece = z.object({
  pointer: z.array(z.string()).readonly(),
  element: z.boolean(),
  made: z.boolean(),
  needed: z.boolean().optional(),
  hash: z.string(),
});

const FileRecord = z.object({
  /** Whose file it is. */
  owner: z.enum([...AGENT_NAMES, 'instructions']),
  path: z.string(),
  kind: z.enum(['json', 'toml', 'yaml', 'text', 'whole']),
  /** True when setup made the file. */
  created: z.boolean(),
  pieces: z.array(Piece).readonly(),
  written: z
    .object({
      hash: z.string(),
      insertions: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
    })
    .optional(),
});

const Manifest = z.object({
  format: z.literal(1),
  /** The folders that setup made, each after those that it lies in. */
  folders: z.array(z.string()),
  /** How each agent was set up last. */
  agents: z.partialRecord(
    z.enum(AGENT_NAMES),
    z.object({ hooks: z.boolean(), passive: z.boolean(), allow: z.boolean().optional() }),
  ),
  files: z.array(FileRecord),
});

/** What setup wrote into one file. It holds hashes and places, and no text of the file. */
export type FileRecord = z.infer<typeof FileRecord>;

/** The notes of setup: what it wrote, so that it can be found and taken back. */
export type Manifest = z.infer<typeof Manifest>;

export const NOTHING_NOTED: Manifest = { format: 1, folders: [], agents: {}, files: [] };

/** The file with the notes in a data directory. */
const manifestPath = (dataDir: string) => join(dataDir, 'setup.json');

/**
 * The notes of earlier setups; undefined when none ran for this data directory, or they are lost. Throws when they cannot be
 * read.
 */
export function readManifest(dataDir: string): Manifest | undefined {
  const path = manifestPath(dataDir);
  let text: string;
  try {
    text = readOwnFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const read = Manifest.safeParse(tryParse(text));
  if (read.success) return read.data;
  throw new Error(
    `${path}, the list of what setup wrote, is damaged. Move it away, and run the command again: setup then finds its entries by their command lines`,
  );
}

/**
 * Replaces the notes in one step (0600), and returns them. Without a file to note, they go, with the folders that setup made.
 * Throws a `FileProblem` when they are no longer as `before`, because somebody else runs a setup now.
 */
export function writeManifest(dataDir: string, manifest: Manifest, before: Manifest): Manifest {
  const path = manifestPath(dataDir);
  const fresh = `${path}.new`;
  let made: readonly string[] = [];
  let isOurs = false;
  try {
    made = makeFolders(dataDir);
    const written = { ...manifest, folders: [...manifest.folders, ...made] };
    isOurs = makeAlone(fresh, `${JSON.stringify(written, null, 2)}\n`);
    const now = readManifest(dataDir)?.files ?? [];
    if (!isOurs || !isDeepStrictEqual(plain(now), plain(before.files)))
      throw new FileProblem(path, 'another program changed it meanwhile. Run the command again');
    if (written.files.length > 0) {
      renameSync(fresh, path);
      return written;
    }
    rmSync(path, { force: true });
    rmSync(fresh);
    return { ...written, folders: removeFolders(written.folders) };
  } catch (error) {
    if (isOurs) rmSync(fresh, { force: true });
    removeFolders(made);
    throw aboutFile(error, path);
  }
}

/** Writing the notes takes far less: whoever began it longer ago was ended in the middle. */
const LONGEST_MS = 10_000;
/** Who only finds that the notes have changed is done in less. */
const WAIT_MS = 500;

/**
 * Makes the file (0600) that becomes the notes. Only one process at a time can, until it has its new name or is gone: nobody
 * else replaces the notes between a look at them and the renaming. False where another one has it for too long.
 */
function makeAlone(fresh: string, content: string): boolean {
  const since = statSync(fresh, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since > LONGEST_MS) rmSync(fresh, { force: true });
  for (const until = performance.now() + WAIT_MS; ; ) {
    try {
      writeFileSync(fresh, content, { mode: 0o600, flag: 'wx', flush: true });
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (performance.now() > until) return false;
      // Setup has nothing else to do meanwhile.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** A value as a file of JSON gives it back. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
