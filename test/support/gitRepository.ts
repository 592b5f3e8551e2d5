import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from './temporaryDirectory.js';

/** The environment of a Git that knows nothing of this machine. Each commit is made at `date`. */
export const gitEnv = (date = '2026-01-01T12:00:00Z') => ({
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_AUTHOR_DATE: date,
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  GIT_COMMITTER_DATE: date,
});

/** Runs Git in a folder, and gives what it prints, trimmed. */
export function git(cwd: string, ...args: readonly string[]): string {
  return gitAt(undefined, cwd, ...args);
}

function gitAt(date: string | undefined, cwd: string, ...args: readonly string[]): string {
  const options = ['-c', 'protocol.file.allow=always', '-c', 'core.autocrlf=false'];
  const env = gitEnv(date);
  return execFileSync('git', [...options, ...args], { cwd, env, stdio: 'pipe' })
    .toString()
    .trim();
}

/** Writes a file and the folders that it lies in, and gives its path. */
export function write(root: string, path: string, text: string | Uint8Array): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Commits all that is in a checkout, at noon of a day, and gives the commit. */
export function commitAll(root: string, day = '2026-01-01', message = 'a change'): string {
  git(root, 'add', '--all');
  gitAt(`${day}T12:00:00Z`, root, 'commit', '-q', '--allow-empty', '-m', message);
  return git(root, 'rev-parse', 'HEAD');
}

/** A repository without a commit, on the branch `main`. */
export function emptyRepository(root = temporaryDirectory()): string {
  git(root, 'init', '-q', '-b', 'main');
  return root;
}
