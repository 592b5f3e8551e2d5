import { resolve } from 'node:path';
import { gitOutput } from '../../checkout/git.js';

/** What is stored in a repository, whatever its configuration says: that may name another folder as its files. */
export interface Repository {
  /** What Git prints, at most 4 MiB. Rejects as `read` throws. */
  ask(...args: readonly string[]): Promise<string>;
  /** What Git prints, piece by piece. Throws as `gitOutput`. */
  read(...args: readonly string[]): AsyncGenerator<Buffer>;
}

/**
 * Git for all questions to a repository until `limit`, when it stops. `folder` is what Git calls the absolute directory of the repository:
 * from there, it looks for no other.
 */
export function repositoryAt(folder: string, limit: AbortSignal): Repository {
  const before = [
    `--git-dir=${folder}`,
    // Else `core.worktree` decides.
    `--work-tree=${folder}`,
  ];
  const read = (...args: readonly string[]) => gitOutput(folder, limit, [...before, ...args]);
  return { read, ask: (...args) => textIn(read(...args)) };
}

/** For the question where it is. Some repositories name a file as configuration that never ends. */
const FIND_MS = 10_000;

/** The directory of the repository that a folder is in, such as its `.git`. Rejects as `gitOutput` throws. */
export async function directoryOf(path: string): Promise<string> {
  const said = await textIn(
    gitOutput(path, AbortSignal.timeout(FIND_MS), ['rev-parse', '--absolute-git-dir']),
  );
  // A path may have line breaks.
  return resolve(path, said.replace(/\r?\n$/, ''));
}

const MOST_TEXT = 4 * 1024 * 1024;

async function textIn(output: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of output) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_TEXT) throw new Error('it is larger than 4 MiB');
  }
  return Buffer.concat(pieces).toString('utf8');
}
