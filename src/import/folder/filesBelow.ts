import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../diagnostics/messageOf.js';

/** A file that may be read, or why it is not. `path` has slashes between its parts, on every machine. */
export type FoundFile =
  | { readonly path: string; readonly file: string }
  | { readonly path: string; readonly skipped: string };

/** Which files of a folder are read. */
export interface Choice {
  /** Whether a file with this path is one of those. */
  wants(path: string): boolean;
  /** Hidden files and folders, and `node_modules`, that are read all the same, wherever they lie. */
  readonly hidden?: readonly string[];
}

/**
 * The chosen files of a folder and the folders in it, by their names. What is hidden and `node_modules` are passed over;
 * links are not followed, because what they lead to may lie anywhere.
 */
export function* filesBelow(root: string, choice: Choice): Generator<FoundFile> {
  // The next one is the last: a folder's entries come before what follows the folder.
  let waiting = listed(root, '').reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('skipped' in next) {
      yield next;
      continue;
    }
    const { path, entry } = next;
    if (!isVisible(path, entry, choice)) continue;
    if (entry.isDirectory()) waiting = waiting.concat(listed(root, path).reverse());
    else yield* found(root, path, entry, choice);
  }
}

type Listed =
  | { readonly path: string; readonly entry: Dirent }
  | { readonly path: string; readonly skipped: string };

function listed(root: string, folder: string): Listed[] {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return entries
      .map((entry) => ({ path: folder === '' ? entry.name : `${folder}/${entry.name}`, entry }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    return [{ path: folder || '.', skipped: messageOf(error, 'it') }];
  }
}

function isVisible(path: string, entry: Dirent, { hidden = [] }: Choice): boolean {
  if (entry.name === 'node_modules') return hidden.includes(entry.name);
  const parts = path.split('/');
  const first = parts.findIndex((part) => part.startsWith('.'));
  if (first === -1) return true;
  const below = parts.slice(first).join('/');
  return hidden.some((asked) => {
    if (below === asked || below.startsWith(`${asked}/`)) return true;
    // On the way there.
    return entry.isDirectory() && asked.startsWith(`${below}/`);
  });
}

function* found(root: string, path: string, entry: Dirent, choice: Choice): Generator<FoundFile> {
  const file = join(root, path);
  if (entry.isSymbolicLink()) {
    const target = statSync(file, { throwIfNoEntry: false });
    if (choice.wants(path) || target?.isDirectory())
      yield { path, skipped: 'it is a link, and links are not followed' };
  } else if (choice.wants(path)) {
    yield entry.isFile() ? { path, file } : { path, skipped: 'it is no regular file' };
  }
}
