import type { FoundTranscripts } from '../../backfill/findTranscripts.js';
import { shortPath } from '../../backfill/tidyPaths.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { fitText } from '../../import/fitting.js';
import { counted, shownLine } from '../terminal/format.js';
import type { Column } from '../terminal/output.js';
import type { LineRow } from './importPass.js';

/** What lies on this machine and can be read: a row of the first table. */
export interface FoundRow {
  readonly source: string;
  readonly where: string;
  /** Undefined where nobody has counted it yet. */
  readonly sessions?: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly bytes?: number;
  readonly problem?: string;
}

/** The row of what an agent has kept; `~` is the home directory. */
export function foundRow(found: FoundTranscripts, home: string): FoundRow {
  const { agent: source, transcripts, problem } = found;
  const where = shortPath(found.where, home);
  if (problem !== undefined) return { source, where, problem };
  const bytes = transcripts.reduce((sum, one) => sum + one.bytes, 0);
  const times = transcripts.map(({ modified }) => modified).filter((ms) => ms > 0);
  const [from, to] = [times.reduce(earlier, times[0] ?? 0), times.reduce(later, 0)].map(dayOf);
  return { source, where, sessions: transcripts.length, from, to, bytes };
}

const earlier = (one: number, other: number) => Math.min(one, other);
const later = (one: number, other: number) => Math.max(one, other);
const dayOf = (ms: number) => (ms > 0 ? formatTime(toSeconds(ms)).slice(0, 10) : undefined);

export const FOUND_COLUMNS: readonly Column<FoundRow>[] = [
  { head: 'source', cell: ({ source }) => source },
  { head: 'where', cell: ({ where }) => where, isWide: true },
  { head: 'sessions', cell: ({ sessions, problem }) => problem ?? sessions },
  { head: 'from', cell: ({ from }) => from, from: 60 },
  { head: 'to', cell: ({ to }) => to, from: 60 },
  { head: 'size', cell: ({ bytes }) => (bytes === undefined ? undefined : sizeOf(bytes)) },
];

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Such as `2.1 GB`. */
function sizeOf(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(1, bytes)) / 3), UNITS.length - 1);
  const size = bytes / 1000 ** unit;
  return `${unit > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}

/** Examples of each kind. */
const EXAMPLES = 3;
const LONGEST_LINE = 120;

interface Example {
  readonly title: string;
  readonly line: string;
}

/** What a pass has stored, or would store. */
export interface Stored {
  readonly sessions: number;
  readonly notes: number;
}

/** Counts what a pass would store, by kind and project, and keeps some of it to be shown. */
export function rehearsal() {
  const projects = new Map<string, Map<string, number>>();
  const examples = new Map<string, Example[]>();
  return {
    /** A line that the vault would store. */
    add({ line }: LineRow): void {
      const kind = line.record === 'note' ? line.type : line.record;
      const project = ('project' in line && line.project) || '(none)';
      const counts = projects.get(project) ?? new Map<string, number>();
      projects.set(project, counts.set(kind, (counts.get(kind) ?? 0) + 1));
      const some = examples.get(kind) ?? [];
      if (some.length < EXAMPLES) examples.set(kind, [...some, exampleOf(line)]);
    },
    stored(): Stored {
      const kinds = [...projects.values()].flatMap((counts) => [...counts]);
      const sum = (counts: typeof kinds) => counts.reduce((all, [, count]) => all + count, 0);
      return {
        sessions: sum(kinds.filter(([kind]) => kind === 'session')),
        notes: sum(kinds.filter(([kind]) => kind !== 'session')),
      };
    },
    members: () => ({
      projects: Object.fromEntries(
        [...projects].sort().map(([name, counts]) => [name, Object.fromEntries(counts)]),
      ),
      examples: Object.fromEntries(examples),
    }),
    lines: (): readonly string[] => [
      ...[...projects].sort().map(([name, counts]) => `${shownLine(name)}: ${countsText(counts)}`),
      ...[...examples].flatMap(([kind, some]) => ['', `${kind}, such as:`, ...some.flatMap(shown)]),
      '',
    ],
  };
}

function exampleOf(line: LineRow['line']): Example {
  if (line.record === 'session') return { title: line.goal ?? '', line: '' };
  if (line.record !== 'note') return { title: '', line: '' };
  const { title, content } = line;
  const [first = ''] = content.split('\n').filter((one) => one.trim() !== '' && one !== title);
  return { title, line: first };
}

const cut = (text: string) => fitText(text, LONGEST_LINE);

const shown = ({ title, line }: Example): readonly string[] =>
  [`  ${cut(shownLine(title)) || '(no goal)'}`, `    ${cut(shownLine(line))}`].filter(
    (text) => text.trim() !== '',
  );

/** Such as `12 sessions, 3 bugfixes`. */
const countsText = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .map(([kind, count]) =>
      kind === 'bugfix' && count > 1 ? `${count} bugfixes` : counted(count, kind),
    )
    .join(', ');
