import type { VaultClient } from 'memory-vault-client';
import { anchorTexts } from '../../domain/anchor.js';
import type {
  ArchiveLine,
  ConventionsLine,
  NoteLine,
  PhasesLine,
  SessionLine,
} from '../../domain/archive/archiveLine.js';
import type { ObservationType } from '../../domain/observation.js';
import { OBSERVATION_TYPES } from '../../domain/observationTypes.js';
import { nothingFound } from '../terminal/exit.js';
import { dotted, minuteOf, shortId, shown, shownLine } from '../terminal/format.js';
import { linesOf, type Wanted, wantedArchive } from './wantedArchive.js';

/**
 * What a vault knows of a project, as one Markdown document for people, in parts: what was agreed on, where it stands, its notes
 * by type and its sessions, newest first. Throws `Failed` (nothing) for a project without anything.
 */
export async function* projectReport(
  vault: VaultClient,
  wanted: Wanted & { readonly project: string },
): AsyncGenerator<string> {
  const archive = await wantedArchive(vault, wanted);
  const data = await reportData(wanted.project, archive.position, linesOf(archive));
  const { notes, sessions, conventions, phases } = data;
  if (notes.length + sessions.length + conventions.length + phases.length === 0)
    throw nothingFound(`there is nothing about a project ${shownLine(wanted.project)}`);
  yield* reportText(data);
}

/** The document, in parts. */
export function* reportText(data: ReportData): Generator<string> {
  const sections = reportSections(data);
  yield `# ${lineOf(data.project)}\n\n`;
  yield `As of event ${data.position.toLocaleString('en')} of the log.\n\n`;
  yield `## Contents\n\n${sections.map(contentsLine).join('')}`;
  for (const { heading, texts } of sections) {
    yield `\n## ${heading}\n`;
    for (const text of texts()) yield `\n${text}`;
  }
}

/** A link to the heading, by the name that GitHub, Obsidian and others give it. */
function contentsLine({ heading, count }: ReportSection): string {
  const target = heading.toLowerCase().replaceAll(' ', '-');
  return `- [${heading}](#${target})${count === undefined ? '' : ` (${count})`}\n`;
}

/**
 * What a report is made of: an archive of one project, which is then in memory as a whole, without earlier revisions; notes and
 * sessions newest first. `position` is that of the last event in the log that it shows.
 */
export async function reportData(
  project: string,
  position: number,
  lines: AsyncIterable<ArchiveLine>,
) {
  const notes: ReportedNote[] = [];
  const sessions: SessionLine[] = [];
  const conventions: ConventionsLine[] = [];
  const phases: PhasesLine[] = [];
  for await (const line of lines) {
    if (line.record === 'note') {
      const { revisions, ...note } = line;
      notes.push({ ...note, revised_at: revisions?.at(-1)?.at });
    }
    if (line.record === 'session') sessions.push(line);
    if (line.record === 'conventions') conventions.push(line);
    if (line.record === 'phases') phases.push(line);
  }
  const named = [...notes, ...sessions, ...conventions, ...phases].map((one) => one.project);
  // Things of one second keep an order: that of their ids.
  const newestFirst = (a: string, b: string) => (b < a ? -1 : 1);
  return {
    project: named.find((name) => name !== undefined) ?? project,
    position,
    notes: notes.sort((a, b) => newestFirst(`${a.created_at} ${a.id}`, `${b.created_at} ${b.id}`)),
    sessions: sessions.sort((a, b) =>
      newestFirst(`${a.started_at} ${a.id}`, `${b.started_at} ${b.id}`),
    ),
    conventions,
    phases,
    /** By the id of a session, the number of its notes. */
    notesIn: countsOf(notes.flatMap(({ session_id }) => session_id ?? [])),
    /** By the id of a note, the one that supersedes it. */
    superseding: new Map(
      notes.flatMap((note) => (note.supersedes ? [[note.supersedes, note]] : [])),
    ),
  };
}

type ReportData = Awaited<ReturnType<typeof reportData>>;

/** A note without its earlier revisions. */
interface ReportedNote extends Omit<NoteLine, 'revisions'> {
  /** When it was revised last; undefined where it never was. */
  readonly revised_at: string | undefined;
}

/** How often each text is among these. */
function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** A heading of a report, with the texts below it. */
interface ReportSection {
  readonly heading: string;
  /** Of things, for the table of contents; undefined where there is nothing to count. */
  readonly count?: number;
  readonly texts: () => Iterable<string>;
}

/** The sections that have something to say. */
function reportSections(data: ReportData): readonly ReportSection[] {
  const { notes, sessions } = data;
  const listed = <T>(heading: string, things: readonly T[], text: (thing: T) => string) => ({
    heading,
    count: things.length,
    texts: () => things.map(text),
  });
  const all: readonly ReportSection[] = [
    { heading: 'Summary', texts: () => [summary(data)] },
    listed('Conventions', data.conventions, conventionsText),
    listed('Phase', data.phases, phasesText),
    ...OBSERVATION_TYPES.map((type) => {
      const some = notes.filter((note) => note.type === type);
      return listed(HEADINGS[type], some, (note) => noteSection(note, data));
    }),
    listed('Sessions', sessions, (session) => sessionSection(session, data)),
  ];
  return all.filter(({ count }) => count !== 0);
}

/** How many authors a summary names. */
const MOST_AUTHORS = 10;

function summary({ notes, sessions }: ReportData): string {
  const [newest, oldest] = [notes[0], notes.at(-1)];
  const span =
    newest && oldest ? `, from ${dayOf(oldest.created_at)} to ${dayOf(newest.created_at)}` : '';
  const authors = [...countsOf(notes.flatMap(({ author }) => author ?? []))]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_AUTHORS);
  const by = authors.map(([author, count]) => `${lineOf(author)} (${count})`).join(', ');
  return [
    `${counted(notes.length, 'note')}${span}; ${counted(sessions.length, 'session')}.\n`,
    ...(by === '' ? [] : [`Authors: ${by}\n`]),
  ].join('\n');
}

/** The newest conventions for all, or of a team. */
function conventionsText({ team, versions }: ConventionsLine): string {
  const newest = versions.at(-1);
  const about = `${ownerOf(team)}, version ${versions.length} of ${dayOf(newest?.at ?? '')}:`;
  return `${about}\n\n${quoteOf(newest?.content ?? '')}`;
}

function phasesText({ team, phases }: PhasesLine): string {
  const lines = phases.map(({ phase, at }) => `- ${minuteOf(at)}: ${phase}\n`).toReversed();
  return `${ownerOf(team)}: **${phases.at(-1)?.phase}**\n\n${lines.join('')}`;
}

const ownerOf = (team: string | undefined) =>
  team === undefined ? 'For all' : `For the team ${lineOf(team)}`;

/** The headings of the types, in the order of a report. */
const HEADINGS: Readonly<Record<ObservationType, string>> = {
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
function noteSection(note: ReportedNote, { superseding }: ReportData): string {
  const by = superseding.get(note.id);
  const title = lineOf(note.title);
  const { revised_at, author, team } = note;
  const about = [
    `\`${shortId(note.id)}\``,
    dayOf(note.created_at),
    revised_at && `revised ${dayOf(revised_at)}`,
    author && `by ${lineOf(author)}`,
    team && `team ${lineOf(team)}`,
    note.pinned ? 'pinned' : undefined,
    note.valid_until && `valid until ${dayOf(note.valid_until)}`,
    note.review_after && `review after ${dayOf(note.review_after)}`,
    ...anchorTexts(note.anchors).map(lineOf),
    ...note.tags.map((tag) => `\\#${lineOf(tag)}`),
  ];
  return [
    `### ${by ? `~~${title}~~` : title}\n`,
    `${dotted(about)}\n`,
    ...(by ? [`**Superseded by \`${shortId(by.id)}\`**, ${lineOf(by.title)}\n`] : []),
    quoteOf(note.content),
  ].join('\n');
}

/** A work session: when it was, its goal, and what came of it. */
function sessionSection(session: SessionLine, { notesIn }: ReportData): string {
  const { id, started_at, ended_at, agent, team, state, goal, summary } = session;
  const own = notesIn.get(id) ?? 0;
  const about = [
    `\`${shortId(id)}\``,
    ended_at === undefined ? state : `ended ${minuteOf(ended_at)}`,
    agent && `by ${lineOf(agent)}`,
    team && `team ${lineOf(team)}`,
    own === 0 ? undefined : counted(own, 'note'),
  ];
  return [
    `### ${minuteOf(started_at)}\n`,
    `${dotted(about)}\n`,
    ...(goal ? ['Goal:\n', quoteOf(goal)] : []),
    ...(summary ? ['Summary:\n', quoteOf(summary)] : []),
  ].join('\n');
}

/** A stored text as one line of Markdown, in which it means nothing else than it says. */
function lineOf(text: string): string {
  return shownLine(text).replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/**
 * A stored text as a quote. Its own headings, lists and code are shown as such, and what it leaves open, such as a block of code,
 * ends with the quote.
 */
function quoteOf(text: string): string {
  const lines = shown(text)
    .trim()
    .split(/\r\n|[\r\n]/);
  return lines.map((line) => (line === '' ? '>\n' : `> ${line}\n`)).join('');
}

/** A day, such as `2026-11-20`. */
const dayOf = (time: string): string => time.slice(0, 10);

/** Such as `1 note` and `2 notes`. */
const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
