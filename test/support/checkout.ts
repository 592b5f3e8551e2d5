import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from './temporaryDirectory.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT_SOURCES = 'clients/typescript/src';
const COPIED = [
  'package.json',
  'package-lock.json',
  'scripts',
  'tsconfig.json',
  'tsconfig.build.json',
  ...['package.json', 'tsconfig.json'].map((name) => `clients/typescript/${name}`),
];

/** What the guide at /docs/guide is made of. */
const GUIDE = ['docs', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];

/** Linked as a whole: a copy of a directory is new, and `npm start` would build again. */
const LINKED = [
  'src',
  'web',
  'migrations',
  'sqlite-for-node20',
  CLIENT_SOURCES,
  'scripts/guide',
  ...GUIDE,
];

/** New copies, which nothing is newer than. A link would have `npm start` build into this directory. */
const BUILT = ['dist', 'clients/typescript/dist'];

/**
 * A directory that `npm start` takes for this one, installed and built. Each package is a link of its own, so that an
 * installation that goes wrong there reaches none of them.
 */
export function builtCheckout(): string {
  const directory = copied(COPIED);
  rmSync(join(directory, 'scripts/guide'), { recursive: true });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(directory, name));
  for (const name of BUILT) cpSync(join(ROOT, name), join(directory, name), { recursive: true });
  mkdirSync(join(directory, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', name), join(directory, 'node_modules', name));
  return directory;
}

/** A directory in which `npm start` has something to install or to build, with `programs` by their paths as its tools. */
export function bareCheckout(programs: Readonly<Record<string, string>>): string {
  const directory = copied([...COPIED, ...GUIDE, CLIENT_SOURCES, 'src/cli.ts', 'web/index.html']);
  for (const [path, text] of Object.entries(programs)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), text, { mode: 0o755 });
  }
  return directory;
}

/** The mark that npm leaves after an installation. */
export const INSTALLED = {
  'node_modules/.package-lock.json': readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
};

function copied(names: readonly string[]): string {
  const directory = temporaryDirectory();
  for (const name of names)
    cpSync(join(ROOT, name), join(directory, name), { recursive: true, preserveTimestamps: true });
  return directory;
}
