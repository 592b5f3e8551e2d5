import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { PROJECT_FILES } from './projectFiles.js';

/** A throw-away home directory, in which one agent is set up and run. */
export interface Home {
  readonly path: string;
  /** The folder that the agent works in, a Git repository with `PROJECT_FILES`; its name is that of the project. */
  readonly project: string;
  /** Where the vault of this home is, because no setting says otherwise. */
  readonly data: string;
  /** Writes a file by its path in the home. */
  write(path: string, text: string): void;
  /** The text of a file by its path in the home. */
  read(path: string): string;
  /** Makes the files of the project as they were committed. */
  reset(): void;
  /** The mode and the digest of every file by its path in the home, without those of the vault. */
  files(): ReadonlyMap<string, string>;
}

export const PROJECT = 'shop';

export function makeHome(path: string): Home {
  const project = join(path, 'work', PROJECT);
  const data = join(path, '.local', 'share', 'memory-vault');
  const write = (name: string, text: string) => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [name, text] of Object.entries(PROJECT_FILES))
    write(join('work', PROJECT, name), text);
  git(project, 'init', '--quiet', '--initial-branch=main');
  git(project, 'add', '--all');
  git(project, ...NOBODY, 'commit', '--quiet', '--message=the shop');
  return {
    path,
    project,
    data,
    write,
    reset() {
      git(project, 'reset', '--quiet', '--hard');
      git(project, 'clean', '--quiet', '--force', '-d');
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    files() {
      const files = readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => !file.startsWith(data + sep));
      return new Map(files.sort().map((file) => [file.slice(path.length + 1), stateOf(file)]));
    },
  };
}

const NOBODY = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.org'];

/** Git that knows nothing of who runs this. */
function git(cwd: string, ...args: readonly string[]): void {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', args, { cwd, env, stdio: 'pipe' });
}

function stateOf(file: string): string {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  return `${(statSync(file).mode & 0o777).toString(8)} ${digest}`;
}

/** The files that are not the same before and after, that are new, or that are gone. */
export function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort();
}
