import type { VaultClient } from 'memory-vault-client';
import type { Output } from '../terminal/output.js';
import { shownLine } from '../terminal/shown.js';
import { exportedFolder, type FolderReport } from './exportedFolder.js';
import { withProgress } from './exportProgress.js';
import { freePaths } from './freePaths.js';
import { markdownOf } from './markdownOf.js';
import { pathOf } from './pathOf.js';
import { linesOf, type Wanted, wantedArchive } from './wantedArchive.js';

/** Writes a Markdown file for each thing into a folder, and removes those of things that are gone. */
export async function exportMarkdown(
  vault: VaultClient,
  wanted: Wanted,
  folder: string,
  output: Output,
): Promise<void> {
  const archive = await wantedArchive(vault, wanted);
  const exported = exportedFolder(folder, wanted);
  const free = freePaths();
  for await (const line of withProgress(linesOf(archive)))
    exported.write(pathOf(line, free), markdownOf(line));
  output.note(sentence(folder, exported.finish()));
}

function sentence(folder: string, { written, unchanged, removed, left }: FolderReport): string {
  const counts = `${written} written, ${unchanged} unchanged, ${removed} removed`;
  const said = `${shownLine(folder)}: ${counts}`;
  if (left.length === 0) return said;
  const some = left.slice(0, 5).map(shownLine).join(', ');
  return `${said}, ${left.length} left as they are, since they were changed by hand: ${some}`;
}
