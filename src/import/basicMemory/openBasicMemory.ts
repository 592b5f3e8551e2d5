import { folderSource, isMarkdown } from '../folder/folderSource.js';
import { rowOrReason } from '../rowOrReason.js';
import type { Source } from '../sourceRow.js';
import { basicMemoryRow } from './basicMemoryRow.js';

/**
 * A folder of basic-memory, such as `~/basic-memory`: one note of each Markdown file. Its links stay as text. Throws a
 * `Diagnostic` when there is no such folder or file.
 */
export async function openBasicMemory(
  path: string,
  { project }: { readonly project?: string } = {},
): Promise<Source> {
  return folderSource(path, {
    name: 'basic-memory',
    wants: isMarkdown,
    start() {
      const links = new Set<string>();
      return (file) => [rowOrReason(file.path, () => basicMemoryRow(file, project, links))];
    },
  });
}
