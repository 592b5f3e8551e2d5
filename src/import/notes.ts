import { readFrontMatter, splitFrontMatter } from '../domain/frontMatter.js';
import { projectKey } from '../domain/names.js';
import { fieldTags, LONGEST_TAG, peerTags } from './fitting.js';
import { folderSource, isMarkdown, type TextFile } from './folderSource.js';
import { markdownLines } from './markdownLines.js';
import { noteRow } from './peerLines.js';
import { type PeerCells, textIn } from './peerRows.js';
import { alsoShortened, rowOrReason, type Source, type SourceRow, sourceId } from './sourceRow.js';

/** Where agents keep rules in hidden files and folders. */
const HIDDEN = [
  '.cursor/rules',
  '.cursorrules',
  '.windsurf/rules',
  '.windsurfrules',
  '.clinerules',
  '.github/copilot-instructions.md',
  '.claude/CLAUDE.md',
  '.claude/rules',
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
    wants: isNotes,
    start: () => (file) => noteRows(file, project),
  });
}

/** One such file, whose path is its name, as a source. */
export function notesIn(file: TextFile, project: string | undefined): Source {
  return {
    name: 'notes',
    async *rows() {
      yield* noteRows(file, project);
    },
    close() {},
  };
}

/** Whether a file is one of those by its name. */
export const isNotes = (path: string) => isMarkdown(path) || isRule(path);

/** Rules of editors, which are Markdown under another name. */
function isRule(path: string): boolean {
  return /\.mdc$|(^|\/)\.(cursor|windsurf|cline)rules$/i.test(path);
}

/** What becomes something else than a tag `key:value`. */
const KNOWN = ['title', 'name', 'description'];

/**
 * The notes of a file: one for each section. Their ids are made of the project, the path and the heading, and not of a time:
 * a section that has changed, or a folder that was moved, still gives the same notes.
 */
function* noteRows(file: TextFile, project: string | undefined): Generator<SourceRow> {
  // The same file has other line ends on Windows, and must not be other notes there.
  const text = file.text.replaceAll('\r\n', '\n');
  const { yaml = '', body } = splitFrontMatter(text);
  const front = readFrontMatter(yaml);
  const others = fieldTags(front ?? {}, KNOWN);
  // Once for all sections: there may be many of both.
  const { tags, shortened } = peerTags([pathTag(file.path), ...others.tags]);
  for (const section of sectionsOf(front ? body : text)) {
    const name = nameOf(file.path, section);
    const row = rowOrReason(name, () =>
      noteRow({
        row: name,
        id: sourceId('notes', keyOf(file.path, project, section), 0),
        type: 'context',
        title: section.heading || titleOf(file.path, section, front ?? {}),
        content: contentOf(section, front ?? {}),
        tags,
        project,
        at: file.modified,
      }),
    );
    yield others.isPartial || shortened ? alsoShortened(row, 'front matter') : row;
  }
}

/** `CLAUDE.md # Tests`, and `CLAUDE.md # Tests (2)` for the second one. */
function nameOf(path: string, { heading, nth }: Section): string {
  const again = nth > 1 ? ` (${nth})` : '';
  return heading === '' && nth === 1 ? path : `${path} # ${heading}${again}`;
}

function keyOf(path: string, project: string | undefined, { heading, nth }: Section): string {
  return [projectKey(project ?? ''), path, heading, nth].join('\0');
}

/** The title of a file, as it says itself, or its name. */
function titleOf(path: string, section: Section, front: PeerCells): string {
  const own = textIn(front, 'title') ?? textIn(front, 'name');
  if (own !== undefined) return own;
  return headingsOf(section.text)[0]?.title || path.slice(path.lastIndexOf('/') + 1);
}

/** The first section begins with what the file says it is about. */
function contentOf({ heading, text }: Section, front: PeerCells): string | undefined {
  const said = heading === '' ? textIn(front, 'description') : undefined;
  const content = [said ?? '', text.trim()].filter((part) => part !== '').join('\n\n');
  return content === '' ? undefined : content;
}

/** A part of a text: what follows a heading, up to the next one that divides the text. */
interface Section {
  /** Without its marks; empty for what comes before the first heading, and for a text that is not divided. */
  readonly heading: string;
  /** The how-manieth section of the text has this heading, from 1. */
  readonly nth: number;
  /** Without the heading. */
  readonly text: string;
}

/** In code units. A smaller text is one note: its sections would say too little by themselves. */
const SMALL = 2_000;
const MOST_SECTIONS = 10_000;

/**
 * The sections of a Markdown text (ends: LF) by its topmost headings: those of the highest level that has several, so that
 * the title of a document does not count. A small text, and one without such headings, is one section. Headings in code are
 * code. A heading that is underlined divides nothing. The last of 10,000 sections has all that follows.
 */
export function sectionsOf(text: string): Section[] {
  const headings = text.length > SMALL ? headingsOf(text) : [];
  const level = LEVELS.find((one) => headings.filter((each) => each.level === one).length > 1);
  const dividing = headings
    .filter((each) => level !== undefined && each.level <= level)
    .slice(0, MOST_SECTIONS);
  const counts = new Map<string, number>();
  const section = (heading: string, from: number, to: number | undefined): Section => {
    const nth = (counts.get(heading) ?? 0) + 1;
    counts.set(heading, nth);
    return { heading, nth, text: text.slice(from, to) };
  };
  const before = section('', 0, dividing[0]?.start);
  const after = dividing.map(({ title, next }, i) => section(title, next, dividing[i + 1]?.start));
  return dividing.length > 0 && before.text.trim() === '' ? after : [before, ...after];
}

const LEVELS = [1, 2, 3, 4, 5, 6];

interface Heading {
  readonly level: number;
  readonly title: string;
  /** Where its line begins, and the next. */
  readonly start: number;
  readonly next: number;
}

/** The headings of a text that are no code. */
export function headingsOf(text: string): Heading[] {
  const headings: Heading[] = [];
  for (const { line, start, next, isCode } of markdownLines(text)) {
    const [, marks, title = ''] = (isCode ? undefined : HEADING.exec(line)) ?? [];
    if (marks !== undefined)
      headings.push({ level: marks.length, title: withoutMarks(title), start, next });
  }
  return headings;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;

/** `Tests` of `Tests ##`. */
function withoutMarks(title: string): string {
  return title
    .trim()
    .replace(/(?:^|[ \t])#+$/, '')
    .trimEnd();
}

/** `path:docs/x.md`. Of a path that is too long for a tag, the end says more than the start. */
function pathTag(path: string): string {
  const points = [...path];
  const room = LONGEST_TAG - 'path:'.length;
  if (points.length <= room) return `path:${path}`;
  return `path:…${points.slice(1 - room).join('')}`;
}
