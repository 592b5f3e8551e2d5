import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { write } from './gitRepository.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** What no vault and nobody else may get of a remote. */
export const SECRET = 'hunter2hunter2';

/** The folder of a checkout called `api` whose remote names a repository, with a password. */
export function checkoutOf(repository: string, home = temporaryDirectory()): string {
  const root = join(home, ...repository.split('/').slice(-2));
  mkdirSync(join(root, 'src'), { recursive: true });
  write(root, '.git/HEAD', 'ref: refs/heads/main\n');
  const url = `https://ada:${SECRET}@${repository}.git`;
  write(root, '.git/config', `[remote "origin"]\n\turl = ${url}\n`);
  return root;
}
