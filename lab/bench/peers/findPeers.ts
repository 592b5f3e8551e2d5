import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { engram } from './engram.js';
import { korva } from './korva.js';
import { memoryVault } from './memoryVault.js';
import type { Peer, Program } from './peer.js';

/** A peer whose program is there. */
export interface Found {
  readonly peer: Peer;
  /** Absolute: the program runs in a directory of its own. */
  readonly path: string;
  /** What it was built from: a commit, where the program says so. */
  readonly built: string;
}

/** All that are compared, ours first. */
export const PEERS: readonly Peer[] = [memoryVault, korva, engram];

/**
 * Finds the programs of the peers: `found` begins with this service, `missing` has a line for each peer that is not
 * there. Throws when the environment names a path that is no program.
 */
export function findPeers(env: NodeJS.ProcessEnv): {
  readonly found: readonly Found[];
  readonly missing: readonly string[];
} {
  const found: Found[] = [];
  const missing: string[] = [];
  for (const peer of PEERS) {
    const path = peer.program ? pathOf(peer.program, env) : process.execPath;
    if (path === undefined) missing.push(missingLine(peer));
    else {
      const built = peer.program ? commitIn(readFileSync(path, 'latin1')) : 'this repository';
      found.push({ peer, path, built });
    }
  }
  return { found, missing };
}

function pathOf({ variable, name }: Program, env: NodeJS.ProcessEnv): string | undefined {
  const given = env[variable];
  if (!given) {
    const directories = (env.PATH ?? '').split(delimiter).filter((one) => one !== '');
    return directories.map((directory) => resolve(directory, name)).find(isProgram);
  }
  if (isProgram(given)) return resolve(given);
  throw new Error(`${variable} names ${given}, which is no program`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function missingLine({ name, program }: Peer): string {
  if (program === undefined) return name;
  return (
    `${name} was not there: build ${program.name} from ${program.source} and name its path in ${program.variable}, ` +
    'or put it on the PATH.'
  );
}

/** The commit that Go writes into a program that it builds in a clone of its repository. */
export function commitIn(program: string): string {
  const [, commit] = /vcs\.revision=([0-9a-f]{40})/.exec(program) ?? [];
  if (commit === undefined) return 'unknown commit';
  const isChanged = program.includes('vcs.modified=true');
  return `commit ${commit.slice(0, 12)}${isChanged ? ', changed' : ''}`;
}
