import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Note } from '../../../tools/notes/readNotes.js';
import { progressBar } from '../../../tools/progressBar.js';
import { inTemporaryVault } from '../../../tools/server/inTemporaryVault.js';
import { digits } from '../../../tools/table.js';
import { diskTable, diskUse } from './diskUse.js';
import { fillVault } from './fillVault.js';
import { indexCost } from './indexCost.js';
import { BIG, type MadeNote, noteMaker } from './noteMaker.js';
import { savesDuringSearches } from './savesDuringSearches.js';
import { searchQueries } from './searchQueries.js';
import { searchTimes } from './searchTimes.js';

/** Number of notes from which searches are made, spread over the vault. */
const SAMPLE = 1000;

/** Measures search in a new vault of `size` notes. Reports each figure as soon as it is measured. */
export async function benchSize(
  notes: readonly Note[],
  size: number,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const noteAt = noteMaker(notes, size);
  const sample = sampleOf(noteAt, size);
  const searches = searchQueries(sample);
  const characters = sample.reduce((sum, note) => sum + note.title.length + note.content.length, 0);
  await inTemporaryVault(async ({ options: { directory }, start }) => {
    const progress = progressBar(size);
    const seconds = await fillVault({ directory, size, noteAt, progress, signal });
    say(
      `${size} observations of ${digits(characters / sample.length)} characters, a tenth of them in ` +
        `“${BIG}”, the others in ${Math.max(1, Math.floor(size / 1000))} small ones; filled in ` +
        `${digits(seconds)} s (${digits(size / seconds)}/s).\n`,
    );
    const views = join(directory, 'views.db');
    say(`${diskTable(diskUse(views), size)}`);
    say(`log.db: ${digits(statSync(join(directory, 'log.db')).size / size)} bytes/observation\n`);
    const server = await start();
    const { url } = server;
    say(`Searches, one at a time:\n\n${await searchTimes(url, searches, signal)}\n`);
    const contest = { url, searches, noteAt, size, signal };
    say(`Saves and searches at the same time:\n\n${await savesDuringSearches(contest)}\n`);
    await server.stop();
    say(`Applying a save to the read models:\n\n${indexCost(views, noteAt, signal)}\n`);
  }, signal);
}

/** One note from each stretch of the vault, each time at another offset, because sessions and projects repeat. */
function sampleOf(noteAt: (i: number) => MadeNote, size: number): readonly MadeNote[] {
  const count = Math.min(size, SAMPLE);
  const stretch = size / count;
  return Array.from({ length: count }, (_, i) =>
    noteAt(Math.floor((i + ((i * 0.618) % 1)) * stretch)),
  );
}
