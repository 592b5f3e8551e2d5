import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readNotes } from '../../tools/notes/readNotes.js';
import { recombine } from './data/recombine.js';
import { narrator } from './narrator.js';
import { hooks } from './parts/hooks.js';
import { notes } from './parts/notes.js';
import type { Bench, Results } from './parts/part.js';
import { saves } from './parts/saves.js';
import type { Found } from './peers/findPeers.js';

/** In the order in which they run. */
export const PARTS = { hooks, saves, notes };
export type PartName = keyof typeof PARTS;

export interface Asked {
  readonly file: string;
  readonly programs: readonly Found[];
  readonly parts: readonly PartName[];
  readonly quick: boolean;
}

/** Runs parts of the benchmark. Their files are removed from the disk, also after a failure. */
export async function run(asked: Asked, signal: AbortSignal): Promise<Results> {
  const { file, programs, parts, quick } = asked;
  const scratch = await mkdtemp(join(tmpdir(), 'memory-vault-bench-'));
  const { say, stop } = narrator();
  const all = readNotes(file);
  const bench: Bench = {
    file,
    notes: all,
    noteAt: recombine(all),
    programs,
    quick,
    say,
    newDirectory: () => mkdtempSync(join(scratch, 'vault-')),
    signal,
  };
  try {
    const results: Results[] = [];
    for (const part of parts) results.push(await PARTS[part](bench));
    say('done');
    return {
      tables: Object.assign({}, ...results.map(({ tables }) => tables)),
      refused: results.flatMap(({ refused }) => refused),
    };
  } finally {
    stop();
    await rm(scratch, { recursive: true, force: true });
  }
}
