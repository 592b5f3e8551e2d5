import { existsSync, readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Version of this release, as package.json has it. */
export const VERSION = String(manifest.version);

const built = new URL('../commit.txt', import.meta.url);

/** The commit that was built, shortened; undefined where the sources had no git, or were not built. */
export const COMMIT = existsSync(built) ? readFileSync(built, 'utf8').trim() : undefined;

/** The version with the commit as build metadata (https://semver.org, 10), such as `0.1.0+4ab27425`. */
export const BUILD = withCommit(VERSION, COMMIT);

/** What `BUILD` is for a service that says both. */
export function withCommit(version: string, commit: string | undefined): string {
  return commit === undefined ? version : `${version}+${commit}`;
}
