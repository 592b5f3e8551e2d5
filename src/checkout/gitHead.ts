import { statSync } from 'node:fs';
import { join } from 'node:path';
import { commonDirOf, gitDirOf } from '../connect/projectFiles.js';
import { readSmallFile } from '../connect/readSmallFile.js';
import { readRegularFile } from '../files/regularFile.js';

/** What is checked out. */
export interface Head {
  /** All hex digits. Undefined before the first commit, and where it is kept in a way that is not read here. */
  readonly commit?: string;
  /** Undefined where HEAD is detached. */
  readonly branch?: string;
}

/** More bytes of packed references would take a hook too long. */
const MOST_PACKED = 16 * 1024 * 1024;

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const REFERENCE = /^ref:\s*(refs\/.+)$/;

/**
 * The commit and branch of a checkout, by its root. Only files are read, and Git is not run. Neither is known where the
 * references are in reftable files. Undefined where the folder is no root of a repository.
 */
export function headOf(root: string): Head | undefined {
  const gitDir = gitDirOf(root);
  if (gitDir === undefined) return undefined;
  const head = textOf(gitDir, 'HEAD');
  const [, reference] = REFERENCE.exec(head ?? '') ?? [];
  if (reference === undefined) return { commit: commitIn(head) };
  // What HEAD says where reftable files say it better.
  if (reference === 'refs/heads/.invalid') return {};
  const [, branch] = /^refs\/heads\/(.+)$/.exec(reference) ?? [];
  return { commit: commitAt(reference, gitDir), branch };
}

/** Undefined for a reference that names another, which nearly nobody has. */
function commitAt(reference: string, gitDir: string): string | undefined {
  if (reference.split('/').includes('..')) return undefined;
  const commonDir = commonDirOf(gitDir);
  const loose = textOf(gitDir, reference) ?? textOf(commonDir, reference);
  return loose === undefined ? packedCommit(commonDir, reference) : commitIn(loose);
}

const textOf = (folder: string, name: string) => readSmallFile(join(folder, name))?.trimEnd();

const commitIn = (text: string | undefined) =>
  text !== undefined && COMMIT.test(text) ? text : undefined;

/** The commit of a reference in `packed-refs`, whose lines are a commit, a blank and a name. */
function packedCommit(commonDir: string, name: string): string | undefined {
  try {
    const path = join(commonDir, 'packed-refs');
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || size > MOST_PACKED) return undefined;
    const packed = readRegularFile(path);
    const end = packed.indexOf(` ${name}\n`);
    if (end < 0) return undefined;
    return commitIn(packed.toString('latin1', packed.lastIndexOf('\n', end) + 1, end));
  } catch {
    return undefined;
  }
}
