import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './requests.js';

/** The acknowledged forgettings whose text is still in a file of the directory. */
export function stillReadable(answers: readonly Answer[], directory: string): readonly Answer[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const bytes = Buffer.concat(names.map((name) => readFileSync(join(directory, name))));
  return answers.filter((answer) => answer.is === 'forgotten' && bytes.includes(answer.title));
}
