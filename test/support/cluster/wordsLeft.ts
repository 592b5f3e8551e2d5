import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeProcess } from './nodeProcess.js';

/** Words that a byte of a file of a node still has. */
export function wordsLeft(
  nodes: readonly Pick<NodeProcess, 'name' | 'directory'>[],
  words: readonly string[],
): string[] {
  return nodes.flatMap(({ name, directory }) =>
    filesIn(directory).flatMap((file) => {
      const bytes = contentOf(join(directory, file));
      return words
        .filter((word) => bytes?.includes(word))
        .map((word) => `${word} is in ${file} of ${name}`);
    }),
  );
}

const filesIn = (directory: string) => (existsSync(directory) ? readdirSync(directory) : []);

/** Undefined for a file that its node has removed meanwhile. */
function contentOf(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}
