import { stringify } from 'yaml';
import type { ArchiveLine, SessionLine } from '../../domain/archive/archiveLine.js';
import { noteToMarkdown } from '../../domain/archive/noteMarkdown.js';
import { unreachable } from '../../domain/unreachable.js';
import { shownLine } from '../terminal/shown.js';

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
    case 'prompt': {
      const { versions, ...fields } = line;
      const newest = versions.at(-1);
      const said = { version: versions.length, updated_at: newest?.at, tags: newest?.tags };
      return withFields({ ...fields, ...said, aliases: [line.name] }, newest?.content ?? '');
    }
    case 'conventions': {
      const { versions, ...fields } = line;
      const newest = versions.at(-1);
      const said = { version: versions.length, updated_at: newest?.at };
      return withFields({ ...fields, ...said }, newest?.content ?? '');
    }
    case 'phases': {
      const { phases, ...fields } = line;
      const lines = phases.map(({ phase, at }) => `- ${at}: ${phase}\n`);
      return withFields({ ...fields, phase: phases.at(-1)?.phase }, lines.join(''));
    }
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
  return withFields({ ...fields, ...(title !== '' && { aliases: [title] }) }, parts.join('\n'));
}

/** Fields that are undefined are left out. */
function withFields(fields: object, text: string): string {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n${text}`;
}
