import { readFileSync } from 'node:fs';
import { type SecretFinder, secretFinder } from '../../src/domain/privacy/findSecrets.js';
import { digits } from '../../tools/table.js';

interface Note {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
}

/** What filtering a note costs, read from a file of them, in a few lines. */
export async function costPerNote(file: string): Promise<string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  // The file is ours: title, content and tags are there.
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
    `  rules chosen by what the text holds  ${perNote(chosen)}`,
    `  every rule asked                     ${perNote(all)}`,
  ].join('\n');
}

/** Microseconds of the best of four. */
async function best(find: SecretFinder, texts: readonly string[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run += 1) {
    const before = process.cpuUsage();
    for (const text of texts) find(text);
    least = Math.min(least, process.cpuUsage(before).user);
  }
  return least;
}
