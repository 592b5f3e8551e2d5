import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** A throw-away home directory, in which one agent is set up and run. */
export interface Home {
  readonly path: string;
  /** The folder that the agent works in; its name is that of the project. */
  readonly project: string;
  /** Where the vault of this home is, because no setting says otherwise. */
  readonly data: string;
  /** Writes a file by its path in the home. */
  write(path: string, text: string): void;
  /** The text of a file by its path in the home. */
  read(path: string): string;
  /** The mode and the digest of every file by its path in the home, without those of the vault. */
  files(): ReadonlyMap<string, string>;
}

export const PROJECT = 'shop';

export function makeHome(path: string): Home {
  const project = join(path, 'work', PROJECT);
  const data = join(path, '.local', 'share', 'memory-vault');
  mkdirSync(project, { recursive: true });
  return {
    path,
    project,
    data,
    write(name, text) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
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
