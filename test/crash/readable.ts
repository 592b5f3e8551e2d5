import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './requests.js';

/** The answers that something was forgotten whose text still stands in a file of a directory. */
export function stillReadable(answers: readonly Answer[], directory: string): readonly Answer[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const bytes = Buffer.concat(names.map((name) => readFileSync(join(directory, name))));
  return answers.filter((answer) => answer.is === 'forgotten' && bytes.includes(answer.title));
}
