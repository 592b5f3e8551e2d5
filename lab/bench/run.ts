import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readNotes } from '../../tools/notes/readNotes.js';
import { dataSet } from './data/dataSet.js';
import { recombine } from './data/recombine.js';
import type { Figure } from './figure.js';
import { narrator } from './narrator.js';
import { keepDirectory, type Options } from './options.js';
import { FILLED_PARTS, filled } from './parts/filled.js';
import { importing } from './parts/importing.js';
import type { Bench } from './parts/part.js';
import { saves } from './parts/saves.js';

/** Runs the wanted parts. Their files are removed from the disk, also after a failure. */
export async function run(file: string, options: Options, signal: AbortSignal): Promise<Figure[]> {
  const notes = readNotes(file);
  const parts = new Set<string>(options.parts);
  const scratch = await mkdtemp(join(tmpdir(), 'memory-vault-bench-'));
  const { say, stop } = narrator();
  const bench: Bench = {
    notes,
    noteAt: recombine(notes),
    quick: options.quick,
    say,
    newDirectory: () => mkdtempSync(join(scratch, 'vault-')),
    signal,
  };
  const figures: Figure[] = [];
  try {
    if (parts.has('saves')) figures.push(...(await saves(bench)));
    if (parts.has('import')) figures.push(...(await importing(bench)));
    const wantsSets = parts.has('disk') || FILLED_PARTS.some((part) => parts.has(part));
    for (const size of wantsSets ? options.sizes : []) {
      say(`filling a vault with ${size} notes`);
      const keep = keepDirectory(options.keep);
      const set = await dataSet({ size, file, scratch, keep, signal });
      say(`${set.events} events in ${Math.round((set.bytes.log + set.bytes.views) / 1e6)} MB`);
      figures.push(...(await filled({ ...bench, set }, parts)));
      await rm(set.directory, { recursive: true, force: true });
    }
    say('done');
    return figures;
  } finally {
    stop();
    await rm(scratch, { recursive: true, force: true });
  }
}
