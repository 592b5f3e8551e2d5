import type { VaultClient } from 'memory-vault-client';
import { stringify } from 'yaml';
import type { ArchiveLine, SessionLine } from '../../domain/archive/archiveLine.js';
import { noteToMarkdown } from '../../domain/archive/noteMarkdown.js';
import { unreachable } from '../../domain/unreachable.js';
import { shownLine } from '../terminal/format.js';
import type { Output } from '../terminal/output.js';
import { withProgress } from '../terminal/progress.js';
import { exportedFolder, type FolderReport } from './exportedFolder.js';
import { freePaths, pathOf } from './pathOf.js';
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
  return `${said}, ${left.length} not replaced, because somebody edited them: ${some}`;
}

/**
 * A thing as a Markdown file that people read: what it says now, below its other fields as front matter. Of what is no note,
 * `record` says what it is.
 */
export function markdownOf(line: ArchiveLine): string {
  switch (line.record) {
    case 'note':
      return noteToMarkdown(line);
    case 'session':
      return ofSession(line);
    case 'prompt':
    case 'conventions': {
      const { versions, ...fields } = line;
      const { content = '', at, ...newest } = versions.at(-1) ?? {};
      const aliases = line.record === 'prompt' ? [line.name] : undefined;
      const said = { version: versions.length, updated_at: at, ...newest, aliases };
      return withFields({ ...fields, ...said }, content);
    }
    case 'phases': {
      const { phases, ...fields } = line;
      const lines = phases.map(({ phase, at }) => `- ${at}: ${phase}\n`);
      return withFields({ ...fields, phase: phases.at(-1)?.phase }, lines.join(''));
    }
    case 'repository':
      return withFields(line, '');
    default:
      return unreachable(line);
  }
}

function ofSession({ goal, summary, ...fields }: SessionLine): string {
  const parts = [
    ...(goal === undefined ? [] : [`## Goal\n\n${goal}\n`]),
    ...(summary === undefined ? [] : [`## Summary\n\n${summary}\n`]),
  ];
  const title = shownLine(goal?.slice(0, 100) ?? '');
  const aliases = title === '' ? undefined : [title];
  return withFields({ ...fields, aliases }, parts.join('\n'));
}

/** Fields that are undefined are left out. */
function withFields(fields: object, text: string): string {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n${text}`;
}
