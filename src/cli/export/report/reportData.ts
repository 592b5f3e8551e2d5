import type {
  ArchiveLine,
  ConventionsLine,
  NoteLine,
  PhasesLine,
  SessionLine,
} from '../../../domain/archive/archiveLine.js';

/** A note without its earlier revisions. */
export interface ReportedNote extends Omit<NoteLine, 'revisions'> {
  /** When it was revised last; undefined where it never was. */
  readonly revised_at: string | undefined;
}

/** What a report is made of; notes and sessions newest first. */
export interface ReportData {
  readonly project: string;
  /** Of the last event in the log that the report shows. */
  readonly position: number;
  readonly notes: readonly ReportedNote[];
  readonly sessions: readonly SessionLine[];
  readonly conventions: readonly ConventionsLine[];
  readonly phases: readonly PhasesLine[];
  /** By the id of a session, the number of its notes. */
  readonly notesIn: ReadonlyMap<string, number>;
  /** By the id of a note, the one that supersedes it. */
  readonly superseding: ReadonlyMap<string, ReportedNote>;
}

/** Reads an archive of one project, which is then in memory as a whole, without earlier revisions. */
export async function reportData(
  project: string,
  position: number,
  lines: AsyncIterable<ArchiveLine>,
): Promise<ReportData> {
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
  return {
    project: named.find((name) => name !== undefined) ?? project,
    position,
    notes: notes.sort((a, b) => newestFirst(a.created_at, b.created_at, a.id, b.id)),
    sessions: sessions.sort((a, b) => newestFirst(a.started_at, b.started_at, a.id, b.id)),
    conventions,
    phases,
    notesIn: countedBySession(notes),
    superseding: new Map(
      notes.flatMap((note) => (note.supersedes === undefined ? [] : [[note.supersedes, note]])),
    ),
  };
}

function countedBySession(notes: readonly ReportedNote[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { session_id } of notes)
    if (session_id !== undefined) counts.set(session_id, (counts.get(session_id) ?? 0) + 1);
  return counts;
}

/** Things of one second keep an order: that of their ids. */
function newestFirst(a: string, b: string, idOfA: string, idOfB: string): number {
  const [later, earlier] = [`${b} ${idOfB}`, `${a} ${idOfA}`];
  return later < earlier ? -1 : 1;
}
