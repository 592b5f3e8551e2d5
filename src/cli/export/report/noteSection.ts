import type { ObservationType } from '../../../domain/observation.js';
import { shortId } from '../../terminal/shortId.js';
import type { ReportData, ReportedNote } from './reportData.js';
import { dayOf, lineOf, quoteOf } from './reportText.js';

/** The headings of the types, in the order of a report. */
export const HEADINGS: Readonly<Record<ObservationType, string>> = {
  decision: 'Decisions',
  pattern: 'Patterns',
  antipattern: 'Antipatterns',
  bugfix: 'Bug fixes',
  learning: 'Learnings',
  discovery: 'Discoveries',
  feature: 'Features',
  refactor: 'Refactorings',
  task: 'Tasks',
  context: 'Context',
};

/** A note under a heading of its own. */
export function noteSection(note: ReportedNote, { superseding }: ReportData): string {
  const by = superseding.get(note.id);
  const title = lineOf(note.title);
  return [
    `### ${by ? `~~${title}~~` : title}\n`,
    `${aboutNote(note)}\n`,
    ...(by ? [`**Superseded by \`${shortId(by.id)}\`**, ${lineOf(by.title)}\n`] : []),
    quoteOf(note.content),
  ].join('\n');
}

function aboutNote({
  id,
  created_at,
  revised_at,
  author,
  team,
  tags,
  pinned,
}: ReportedNote): string {
  return [
    `\`${shortId(id)}\``,
    dayOf(created_at),
    ...(revised_at === undefined ? [] : [`revised ${dayOf(revised_at)}`]),
    ...(author === undefined ? [] : [`by ${lineOf(author)}`]),
    ...(team === undefined ? [] : [`team ${lineOf(team)}`]),
    ...(pinned ? ['pinned'] : []),
    ...tags.map((tag) => `\\#${lineOf(tag)}`),
  ].join(' · ');
}
