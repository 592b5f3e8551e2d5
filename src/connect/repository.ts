import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { decoded } from './folderAt.js';
import { upFrom } from './projectFile.js';
import { readSmallFile } from './readSmallFile.js';

/** A Git repository, as its files describe it. */
export interface Repository {
  /** The folder with `.git`: of a linked worktree, that worktree. */
  readonly root: string;
  /** The name of the folder of its main worktree, or of the repository where it has none. */
  readonly name: string;
  /** The URL of the remote `origin`, or of the first where there is no origin. */
  readonly remote?: string;
}

/** The repository that a folder is in. Only files are read, Git is not run; included configuration is not followed. */
export function repositoryOf(folder: string): Repository | undefined {
  for (const root of upFrom(folder)) {
    const gitDir = gitDirOf(root);
    if (gitDir === undefined) continue;
    // The folder that linked worktrees share.
    const commonDir = pathIn(join(gitDir, 'commondir'), '') ?? gitDir;
    const remote = remoteIn(readSmallFile(join(commonDir, 'config'), { isLossy: true }) ?? '');
    const name = commonDir === gitDir ? basename(root) : mainName(commonDir);
    return { root, name, ...(remote !== undefined && { remote }) };
  }
  return undefined;
}

/** True where a folder has a `.git`. */
export function hasRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

/** The folder of a repository's data: `.git`, or what a file of that name leads to (linked worktrees and submodules). */
function gitDirOf(root: string): string | undefined {
  const path = join(root, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  const gitDir = found?.isDirectory() ? path : pathIn(path, 'gitdir: ');
  return gitDir !== undefined && existsSync(join(gitDir, 'HEAD')) ? gitDir : undefined;
}

/** The path that a file holds behind `prefix`, seen from the folder of the file. */
function pathIn(file: string, prefix: string): string | undefined {
  const text = readSmallFile(file, { isLossy: true });
  if (!text?.startsWith(prefix)) return undefined;
  return resolve(dirname(file), text.slice(prefix.length).trimEnd());
}

/** The name of the main worktree: `shop` of `shop/.git`, `shop/.bare` and `shop.git`. */
function mainName(commonDir: string): string {
  const name = basename(commonDir);
  return name.startsWith('.') ? basename(dirname(commonDir)) : name.replace(/\.git$/, '');
}

/** Longer lines are no remote that anybody wrote, and would be slow to read. */
const LONGEST_LINE = 4_096;
const SECTION = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)$/;
const URL_LINE = /^\s*url\s*=\s*(.*)$/i;

function remoteIn(config: string): string | undefined {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue;
    const section = SECTION.exec(line);
    if (section) remote = section[1]?.toLowerCase() === 'remote' ? section[2] : undefined;
    const [, url] = URL_LINE.exec(section?.[3] ?? line) ?? [];
    if (remote !== undefined && url && !urls.has(remote)) urls.set(remote, plainValue(url));
  }
  return urls.get('origin') ?? urls.values().next().value;
}

/** A value of Git's configuration without its quotes, or without a comment behind it. */
function plainValue(value: string): string {
  const [, quoted] = /^"([^"]*)"/.exec(value) ?? [];
  return quoted ?? value.replace(/\s[#;].*$/, '').trim();
}

/**
 * The last part of the path of a remote, without `.git`. Undefined where the URL has no path, so that nothing of the account
 * or the host becomes a name.
 */
export function nameOfRemote(remote: string): string | undefined {
  const path = remote.includes('://')
    ? remote.replace(/^[^:]*:\/\/[^/]*/, '').replace(/[?#].*$/, '')
    : remote.replace(/^[^/\\]*:/, '');
  const [last] = path
    .replace(/[/\\]+$/, '')
    .replace(/[/\\]?\.git$/, '')
    .split(/[/\\]/)
    .slice(-1);
  if (last === undefined || ['', '.', '..'].includes(last)) return undefined;
  // The address of a repository with a blank in its name has %20 there.
  return remote.includes('://') ? decoded(last).split(/[/\\]/).at(-1) : last;
}
