import { OBSERVATION_TYPES } from '../../../domain/observationTypes.js';
import { HEADINGS, noteSection } from './noteSection.js';
import type { ReportData } from './reportData.js';
import { counted, dayOf, lineOf, minuteOf, quoteOf } from './reportText.js';
import { sessionSection } from './sessionSection.js';

/** A heading of a report, with the texts below it. */
export interface ReportSection {
  readonly heading: string;
  /** Of things, for the table of contents; undefined where there is nothing to count. */
  readonly count?: number;
  readonly texts: () => Iterable<string>;
}

/** The sections that have something to say. */
export function reportSections(data: ReportData): readonly ReportSection[] {
  const { notes, sessions } = data;
  const ofTypes = OBSERVATION_TYPES.map((type): ReportSection => {
    const some = notes.filter((note) => note.type === type);
    return {
      heading: HEADINGS[type],
      count: some.length,
      texts: () => some.map((note) => noteSection(note, data)),
    };
  });
  const conventions = { heading: 'Conventions', count: data.conventions.length };
  const phase = { heading: 'Phase', count: data.phases.length };
  const all: readonly ReportSection[] = [
    { heading: 'Summary', texts: () => [summary(data)] },
    { ...conventions, texts: () => conventionsTexts(data) },
    { ...phase, texts: () => phaseTexts(data) },
    ...ofTypes,
    {
      heading: 'Sessions',
      count: sessions.length,
      texts: () => sessions.map((session) => sessionSection(session, data)),
    },
  ];
  return all.filter(({ count }) => count !== 0);
}

/** How many authors a summary names. */
const MOST_AUTHORS = 10;

function summary({ notes, sessions }: ReportData): string {
  const [newest, oldest] = [notes[0], notes.at(-1)];
  const span =
    newest && oldest ? `, from ${dayOf(oldest.created_at)} to ${dayOf(newest.created_at)}` : '';
  const authors = mostFrequent(notes.flatMap(({ author }) => author ?? []));
  const by = authors.map(([author, count]) => `${lineOf(author)} (${count})`).join(', ');
  return [
    `${counted(notes.length, 'note')}${span}; ${counted(sessions.length, 'session')}.\n`,
    ...(by === '' ? [] : [`Authors: ${by}\n`]),
  ].join('\n');
}

function mostFrequent(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MOST_AUTHORS);
}

/** The newest conventions for all, and those of each team. */
function conventionsTexts({ conventions }: ReportData): string[] {
  return conventions.map(({ team, versions }) => {
    const newest = versions.at(-1);
    const about = `${ownerOf(team)}, version ${versions.length} of ${dayOf(newest?.at ?? '')}:`;
    return `${about}\n\n${quoteOf(newest?.content ?? '')}`;
  });
}

function phaseTexts({ phases }: ReportData): string[] {
  return phases.map(({ team, phases: entered }) => {
    const lines = entered.map(({ phase, at }) => `- ${minuteOf(at)}: ${phase}\n`).toReversed();
    return `${ownerOf(team)}: **${entered.at(-1)?.phase}**\n\n${lines.join('')}`;
  });
}

const ownerOf = (team: string | undefined) =>
  team === undefined ? 'For all' : `For the team ${lineOf(team)}`;
