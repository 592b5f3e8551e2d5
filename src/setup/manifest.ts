import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { aboutFile, isMissing } from '../diagnostics/diagnostic.js';
import { tryParse } from '../domain/json.js';
import { makeFolders, removeFolders } from '../files/makeDirectory.js';
import { readOwnFile } from '../files/regularFile.js';
import { writeFreshFile } from '../files/writeFile.js';
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
  kind: z.enum(['json', 'toml', 'text', 'whole']),
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
    `${path} is damaged: it says what setup wrote. Move it away, and run the command again: entries are then recognised by their command lines`,
  );
}

/**
 * Replaces the notes in one step (0600), and returns them. Without a file to note, they go, with the folders that setup made.
 * Throws a `FileProblem` when they are no longer as `before`, because somebody else runs a setup now.
 */
export function writeManifest(dataDir: string, manifest: Manifest, before: Manifest): Manifest {
  const path = manifestPath(dataDir);
  const now = readManifest(dataDir)?.files ?? [];
  if (!isDeepStrictEqual(plain(now), plain(before.files)))
    throw new FileProblem(path, 'somebody else has just changed it. Run the command again');
  const { folders, files } = manifest;
  if (files.length === 0) {
    rmSync(path, { force: true });
    return { ...manifest, folders: removeFolders(folders) };
  }
  try {
    const written = { ...manifest, folders: [...folders, ...makeFolders(dataDir)] };
    const fresh = `${path}.${process.pid}.new`;
    writeFreshFile(fresh, `${JSON.stringify(written, null, 2)}\n`, { flush: true });
    renameSync(fresh, path);
    return written;
  } catch (error) {
    throw aboutFile(error, path);
  }
}

/** A value as a file of JSON gives it back. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
