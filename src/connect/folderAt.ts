import { realpathSync, statSync } from 'node:fs';
import { dirname, posix, resolve, win32 } from 'node:path';

/**
 * The folder that another program names, without symbolic links, so that it has one name: a path of this system, a `file:`
 * URI (RFC 8089), or a path of Windows as a Linux within it sees it (`C:\work` is `/mnt/c/work` there, `\\wsl$\Ubuntu\home`
 * is `/home`). A file stands for the folder that it is in. A folder that does not exist is named all the same. Undefined for
 * what names no folder.
 */
export function folderAt(given: string, platform = process.platform): string | undefined {
  const named = given.includes('\0') ? undefined : pathIn(given.trim());
  if (named === undefined || named === '') return undefined;
  const path = platform === 'win32' ? asWindows(named) : asPosix(named);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    const folder = found === undefined || found.isDirectory() ? path : dirname(path);
    return found === undefined ? resolve(folder) : realpathSync(folder);
  } catch {
    return isAbsolute(path, platform) ? path : undefined;
  }
}

const isAbsolute = (path: string, platform: string) =>
  (platform === 'win32' ? win32 : posix).isAbsolute(path);

/** The folder of this process. Undefined where it was removed, and the shell that started it does not say which it was. */
export function workingFolder({ PWD }: NodeJS.ProcessEnv): string | undefined {
  try {
    return process.cwd();
  } catch {
    return PWD || undefined;
  }
}

const URI = /^([a-z][a-z\d+.-]+):\/\/([^/]*)(\/.*)?$/i;

/** The path that a URI names, or the text as it is. Undefined for a URI of something that is no folder. */
function pathIn(text: string): string | undefined {
  const [, scheme, host = '', path = '/'] = URI.exec(text) ?? [];
  if (scheme === undefined) return text;
  // Editors name a folder on the other end of a connection so; this program runs there.
  if (!/^(?:file|vscode-remote)$/i.test(scheme)) return undefined;
  const isHere = host === '' || host === 'localhost' || scheme.toLowerCase() !== 'file';
  return decoded(isHere ? path : `//${host}${path}`);
}

/** A text without percent-encoding (RFC 3986), as it is where that is none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `/c:/work`, as editors write it, `c:\work` and `\\?\C:\work` are one. */
function asPosix(path: string): string {
  if (!/^\/?[a-z]:(?:[\\/]|$)|^\\\\|^\/\/[^/]/i.test(path)) return path;
  const slashed = path.replaceAll('\\', '/').replace(/^\/\/[?.]\/(?:UNC\/)?/i, '//');
  const [, drive, below = ''] = /^\/{0,2}([a-z]):(\/.*)?$/i.exec(slashed) ?? [];
  if (drive !== undefined) return `/mnt/${drive.toLowerCase()}${below}`;
  return slashed.replace(/^\/\/wsl(?:\$|\.localhost)\/[^/]+/i, '') || '/';
}

/** `/c:/work` of an editor, `/c/work` of Git Bash and `/mnt/c/work` of a Linux within it are `C:\work`. */
function asWindows(path: string): string {
  const [, drive, below = '/'] = /^\/(?:mnt\/)?([a-z]):?(\/.*)?$/i.exec(path) ?? [];
  return win32.normalize(drive === undefined ? path : `${drive}:${below}`);
}

/** True where every project would be one: `/`, a drive, and the folders of people on a drive of Windows. */
export function isAboveProjects(folder: string): boolean {
  const slashed = folder.replaceAll('\\', '/').replace(/\/+$/, '');
  return /^(?:|(?:\/mnt\/[a-z]|[a-z]:)(?:\/users(?:\/[^/]+)?)?)$/i.test(slashed);
}
