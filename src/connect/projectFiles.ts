import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { membersOf, tryParse } from '../domain/json.js';
import { isAddressable, projectKey } from '../domain/names.js';
import { lastPart, repositoryOfRemote } from '../domain/repository.js';
import { readStart, START_RULE, type StartSettings } from '../domain/startSettings.js';
import { decoded } from './folderAt.js';
import { readSmallFile } from './readSmallFile.js';

/** What a `.memory-vault.json` says of the folder that it lies in and of those below. */
export interface ProjectFile {
  readonly path: string;
  readonly project?: string;
  /** False where the first prompt of a session is not to be kept as its goal, or where the file may say so unreadably. */
  readonly goal?: false;
  /** The same of the notes that are given at an action: to find them, the vault gets words of it. `hold` where a call is held back. */
  readonly moments?: false | 'hold';
  /** What agents are told at the start of a session, false for nothing; undefined where the file does not say it. */
  readonly start?: StartSettings | false;
  /** A sentence for the user, where the file names no project that can be read. */
  readonly warning?: string;
  /** The same where it says something of the start that nobody can follow. */
  readonly startWarning?: string;
}

const NAME = '.memory-vault.json';
const SHAPE = 'it should be a small file with {"project": "…"}';
/** The folders that are looked at on the way up. */
const MAX_DEPTH = 64;
/** Code units of a project's name, as the service takes it. */
const LONGEST_NAME = 200;
export const NAME_RULE = `must be a text of 1 to ${LONGEST_NAME} characters, and not "." or ".."`;

/** The nearest `.memory-vault.json`, in a folder or above it. */
export function nearestProjectFile(folder: string): ProjectFile | undefined {
  for (const above of upFrom(folder)) {
    const path = join(above, NAME);
    const text = readSmallFile(path);
    if (text !== undefined) return readProjectFile(path, text);
    if (existsSync(path)) return { path, ...NONE, warning: `${path} cannot be read: ${SHAPE}` };
  }
  return undefined;
}

/** A folder and those above it, at most 64. */
function* upFrom(folder: string): Generator<string> {
  let at = folder;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    yield at;
    if (dirname(at) === at) return;
    at = dirname(at);
  }
}

const NONE = { goal: false, moments: false } as const;

function readProjectFile(path: string, text: string): ProjectFile {
  const read = tryParse(text);
  if (read === undefined) return { path, ...NONE, warning: `${path} is not JSON: ${SHAPE}` };
  const { project, goal, moments, start } = membersOf(read);
  // Who wrote "no" wants none, either.
  const isOff = (value: unknown) =>
    value === undefined || value === true ? undefined : (false as const);
  const told = start === false ? (false as const) : readStart(start);
  const isWrong = told === undefined && start !== undefined && start !== true;
  const said = {
    path,
    goal: isOff(goal),
    moments: moments === 'hold' ? ('hold' as const) : isOff(moments),
    start: told,
    ...(isWrong && { startWarning: `${path} has a wrong "start": it ${START_RULE}` }),
  };
  if (project === undefined || isName(project)) return { ...said, project: project?.trim() };
  return { ...said, warning: `${path} names no project: "project" ${NAME_RULE}` };
}

/** True for a text that can be the name of a project. */
export function isName(name: unknown): name is string {
  if (typeof name !== 'string' || !name.isWellFormed() || name.includes('\0')) return false;
  const { length } = name.trim();
  return length > 0 && length <= LONGEST_NAME && isAddressable(name.trim());
}

/** A Git repository, as its files describe it. */
interface Repository {
  /** The folder with `.git`: of a linked worktree, that worktree. */
  readonly root: string;
  /** The name of the folder of its main worktree, or of the repository where it has none. */
  readonly name: string;
  /** The URL of the remote `origin`, or of the first where there is no origin; that of `upstream` where it has the same name. */
  readonly remote?: string;
}

/** The repository that a folder is in. Only files are read, Git is not run; included configuration is not followed. */
export function repositoryOf(folder: string): Repository | undefined {
  for (const root of upFrom(folder)) {
    const gitDir = gitDirOf(root);
    if (gitDir === undefined) continue;
    const commonDir = commonDirOf(gitDir);
    const remote = remoteIn(readSmallFile(join(commonDir, 'config'), { isLossy: true }) ?? '');
    const name = commonDir === gitDir ? basename(root) : mainName(commonDir);
    return { root, name, remote };
  }
  return undefined;
}

/** True where a folder has a `.git`. */
export function hasRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

/** The folder of a repository's data: `.git`, or what a file of that name leads to (linked worktrees and submodules). */
export function gitDirOf(root: string): string | undefined {
  const path = join(root, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  const gitDir = found?.isDirectory() ? path : pathIn(path, 'gitdir: ');
  return gitDir !== undefined && existsSync(join(gitDir, 'HEAD')) ? gitDir : undefined;
}

/** The folder of data that linked worktrees share; of any other repository, the folder of its data itself. */
export function commonDirOf(gitDir: string): string {
  return pathIn(join(gitDir, 'commondir'), '') ?? gitDir;
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
  const origin = urls.get('origin') ?? urls.values().next().value;
  const upstream = urls.get('upstream') ?? '';
  // Who works in a fork works on what it was forked of. A fork of another name is a project of its own.
  const original = lastPart(repositoryOfRemote(upstream) ?? '');
  const isFork = projectKey(original) === projectKey(nameOfRemote(origin ?? '') ?? '');
  return isFork && original !== '' ? upstream : origin;
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
