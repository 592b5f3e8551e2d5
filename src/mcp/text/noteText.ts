import type { Observation } from 'memory-vault-client';
import { visible, visibleLine } from '../../domain/visible.js';

/** A note as a model reads it: a line about it, its title, its content. */
export function noteText(note: Observation): string {
  return `${noteHead(note)}\n${visible(note.content)}`;
}

/** What comes before the content. */
export function noteHead(note: Observation): string {
  const { id, created_at, updated_at, type, title, tags, project, author } = note;
  const { superseded_by, supersedes, pinned } = note;
  const about = [
    id,
    created_at.slice(0, 10),
    ...(updated_at === undefined ? [] : [`revised ${updated_at.slice(0, 10)}`]),
    type,
    ...(project === undefined ? [] : [`in ${project}`]),
    ...(author === undefined ? [] : [`by ${author}`]),
    ...(pinned ? ['pinned'] : []),
    ...(superseded_by === undefined ? [] : [`superseded by ${superseded_by}`]),
    ...(supersedes === undefined ? [] : [`supersedes ${supersedes}`]),
    ...tags.map((tag) => `#${tag}`),
  ];
  return `${visibleLine(about.join(' '))}\n${visibleLine(title)}`;
}
