import { folderSource, isMarkdown } from '../folder/folderSource.js';
import type { Source } from '../sourceRow.js';
import { noteRows } from './noteRows.js';

/** Where agents keep rules in hidden files and folders. */
const HIDDEN = [
  ...['.cursor/rules', '.cursorrules', '.windsurf/rules', '.windsurfrules', '.clinerules'],
  ...['.github/copilot-instructions.md', '.claude/CLAUDE.md', '.claude/rules'],
];

/**
 * What people and agents wrote for agents: `CLAUDE.md`, `AGENTS.md`, `GEMINI.md`, the rules of editors, a memory folder, or
 * any folder of Markdown. Each section becomes a note of `project`. Throws a `Diagnostic` when there is no such folder or
 * file.
 */
export async function openNotes(
  path: string,
  { project }: { readonly project?: string } = {},
): Promise<Source> {
  return folderSource(path, {
    name: 'notes',
    hidden: HIDDEN,
    wants: (file) => isMarkdown(file) || isRule(file),
    start: () => (file) => noteRows(file, project),
  });
}

/** Rules of editors, which are Markdown under another name. */
function isRule(path: string): boolean {
  return /\.mdc$|(^|\/)\.(cursor|windsurf|cline)rules$/i.test(path);
}
