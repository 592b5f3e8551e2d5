import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isMissing } from '../diagnostics/diagnostic.js';
import { tryParse } from '../domain/json.js';
import { makeFolders, removeFolders } from '../files/makeDirectory.js';
import { readOwnFile } from '../files/regularFile.js';
import { writeFreshFile } from '../files/writeFile.js';
import { AGENT_NAMES } from './agent.js';

const Piece = z.object({
  pointer: z.array(z.string()).readonly(),
  element: z.boolean(),
  made: z.boolean(),
  needed: z.boolean().optional(),
  hash: z.string(),
  around: z.object({ lead: z.string(), tail: z.string() }).optional(),
});

const FileRecord = z.object({
  /** Whose file it is. */
  owner: z.enum([...AGENT_NAMES, 'instructions']),
  path: z.string(),
  kind: z.enum(['json', 'toml', 'text', 'whole']),
  /** True when setup made the file. */
  created: z.boolean(),
  pieces: z.array(Piece).readonly(),
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

/** What setup wrote into one file. It holds hashes and places, and no text of the file but commas and white space. */
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

/** Replaces the notes in one step (0600), and returns them. Without a file to note, they go, with the folders that setup made. */
export function writeManifest(dataDir: string, manifest: Manifest): Manifest {
  const { folders, files } = manifest;
  const path = manifestPath(dataDir);
  if (files.length === 0) {
    rmSync(path, { force: true });
    return { ...manifest, folders: removeFolders(folders) };
  }
  const made = [...folders, ...makeFolders(dataDir)];
  const written = { ...manifest, folders: made };
  writeFreshFile(`${path}.new`, `${JSON.stringify(written, null, 2)}\n`, { flush: true });
  renameSync(`${path}.new`, path);
  return written;
}
