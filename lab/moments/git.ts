import { execFileSync } from 'node:child_process';

const MIB = 1024 * 1024;

/** What Git prints in a repository, with or without a work tree. Its settings are those of every machine. Throws where it fails. */
export function runGit(directory: string, args: readonly string[]): Buffer {
  const common = ['-C', directory, '--no-pager', '--literal-pathspecs'];
  const settings = ['core.quotePath=false', 'diff.algorithm=myers', 'blame.ignoreRevsFile='];
  return execFileSync(
    'git',
    [...common, ...settings.flatMap((setting) => ['-c', setting]), ...args],
    { maxBuffer: 512 * MIB, stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

/** Whether the subject of a commit says that it mends something. */
export const saysFix = (subject: string) => /\b(?:fix|revert|bug)/i.test(subject);
