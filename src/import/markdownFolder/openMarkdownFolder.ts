import { noteFromMarkdown } from '../../domain/archive/noteMarkdown.js';
import { Rejection } from '../../domain/rejection.js';
import { folderSource, isMarkdown, type TextFile } from '../folder/folderSource.js';
import { rowOrReason } from '../rowOrReason.js';
import type { Source, SourceRow } from '../sourceRow.js';
import { UnreadableRow } from '../unreadableRow.js';

/**
 * A folder that `memory-vault export` wrote as Markdown: each file gives the note that was written. A file may have been
 * renamed, moved or edited since. Throws a `Diagnostic` when there is no such folder or file.
 */
export async function openMarkdownFolder(path: string): Promise<Source> {
  return folderSource(path, {
    name: 'markdown',
    wants: isMarkdown,
    // Any project may be called so.
    hidden: ['node_modules'],
    start() {
      const paths = new Map<string, string>();
      return (file) => [rowOrReason(file.path, () => rowOf(file, paths))];
    },
  });
}

/** `paths` are the files before this one by the ids of their notes. */
function rowOf({ path, text }: TextFile, paths: Map<string, string>): SourceRow {
  const line = readNote(text);
  const first = paths.get(line.id);
  // A copy would revise the note with its older or newer text, whichever comes last.
  if (first !== undefined) throw new UnreadableRow(`it has the same id as ${first}`);
  paths.set(line.id, path);
  return { row: path, line };
}

function readNote(text: string) {
  try {
    return noteFromMarkdown(text);
  } catch (error) {
    if (error instanceof Rejection)
      throw new UnreadableRow(`it is no exported note: ${error.message}`);
    throw error;
  }
}
