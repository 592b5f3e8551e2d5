import { readFileSync } from 'node:fs';
import { type SecretFinder, secretFinder } from '../../../src/privacy/findSecrets.js';
import { digits } from '../../../tools/table.js';

interface Note {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
}

/** Measures the cost of filtering a note, with the notes of a file. Returns a few lines of text. */
export async function costPerNote(file: string): Promise<string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  // The cast is safe: the file is ours, with title, content and tags.
  const texts = lines.flatMap((line) => {
    const { title, content, tags } = JSON.parse(line) as Note;
    return [title, content, ...tags];
  });
  const chosen = await best(secretFinder(), texts);
  const all = await best(
    secretFinder([], (rules) => () => rules),
    texts,
  );
  const perNote = (microseconds: number) => `${digits(microseconds / lines.length)} µs`;
  return [
    `${lines.length} notes, title, content and tags, CPU time of a note:`,
    `  rules chosen by the text             ${perNote(chosen)}`,
    `  all rules                            ${perNote(all)}`,
  ].join('\n');
}

/** Microseconds of CPU time, the best of four runs. */
async function best(find: SecretFinder, texts: readonly string[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run += 1) {
    const before = process.cpuUsage();
    for (const text of texts) find(text);
    least = Math.min(least, process.cpuUsage(before).user);
  }
  return least;
}
