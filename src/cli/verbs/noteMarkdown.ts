import type { Observation } from 'memory-vault-client';
import type { Output } from '../terminal/output.js';
import { shortId } from '../terminal/shortId.js';
import { shown, shownLine } from '../terminal/shown.js';
import { noteMarks } from './noteMarks.js';

/** A whole note as Markdown that a terminal may show: its title, a line about it, its content. */
export function noteMarkdown(note: Observation, { colours }: Pick<Output, 'colours'>): string {
  const { id, created_at, updated_at, type, title, content, project, author, tags } = note;
  const about = [
    shortId(id),
    type,
    created_at,
    ...(updated_at === undefined ? [] : [`revised ${updated_at}`]),
    ...(project === undefined ? [] : [`in ${project}`]),
    ...(author === undefined ? [] : [`by ${author}`]),
    ...noteMarks(note),
    ...(note.supersedes === undefined ? [] : [`supersedes ${shortId(note.supersedes)}`]),
    ...tags.map((tag) => `#${tag}`),
  ];
  const head = colours.bold(`# ${shownLine(title)}`);
  return `${head}\n\n${colours.dim(shownLine(about.join(' · ')))}\n\n${shown(content).trimEnd()}\n`;
}
