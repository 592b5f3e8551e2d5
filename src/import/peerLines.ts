import type { Anchor } from '../domain/anchor.js';
import { ObservationType } from '../domain/observation.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { formC } from '../domain/unicode.js';
import { fitText, fittedRow, LONGEST } from './fitting.js';
import { type SourceRow, UnreadableRow } from './sourceRow.js';

/** A note of a peer, in the peer's words; its texts are trimmed, and none is empty. Times are in milliseconds since 1970. */
export interface PeerNote {
  readonly row: string;
  readonly id: string;
  readonly type: string;
  /** Without one, the first line of the content is the title. */
  readonly title?: string | undefined;
  readonly content: string | undefined;
  readonly tags: readonly (string | undefined)[];
  /** What it is about, as `Anchors` takes it. */
  readonly anchors?: readonly Anchor[] | undefined;
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly author?: string | undefined;
  readonly session?: string | undefined;
  readonly supersedes?: string | undefined;
  readonly isPinned?: boolean;
  /** `proposed` for what waits until somebody accepts it. */
  readonly state?: 'proposed' | undefined;
  readonly at: number;
  /** What it said from a moment on, from the first text to `content`, where it said several. */
  readonly history?: readonly { readonly content: string; readonly at: number }[] | undefined;
}

/**
 * The line of a note. A title that is too long stays whole as the first line of the content; a type that the vault does not
 * have becomes the tag `src-type:…`. Throws `UnreadableRow` for a note without content.
 */
export function noteRow(note: PeerNote): SourceRow {
  if (note.content === undefined) throw new UnreadableRow('it has no content');
  const type = nearestType(note.type);
  const ofType = type === note.type ? [] : [`src-type:${note.type}`];
  const tags = [...ofType, ...note.tags.filter((tag) => tag !== undefined)];
  const anchors = note.anchors?.length ? [...note.anchors] : undefined;
  const saying = (content: string) => ({ type, tags, anchors, ...titled(note.title, content) });
  return fittedRow(note.row, {
    record: 'note',
    id: note.id,
    ...saying(note.content),
    project: note.project,
    team: note.team,
    country: note.country,
    author: note.author,
    session_id: note.session,
    created_at: timeText(note.at),
    revisions: note.history?.map(({ content, at }) => ({ ...saying(content), at: timeText(at) })),
    supersedes: note.supersedes,
    ...(note.isPinned && { pinned: true }),
    ...(note.state !== undefined && { state: note.state }),
  });
}

/** The first line of a text as a title loses nothing where it is cut: the content holds it anyway. */
function titled(title: string | undefined, content: string) {
  if (title === undefined) {
    const [firstLine = ''] = content.split('\n', 1);
    return { title: fitText(formC(firstLine.trim()), LONGEST.title), content };
  }
  const line = formC(title.replace(/\s+/g, ' '));
  const isWhole = fitText(line, LONGEST.title) === line;
  return { title: line, content: isWhole ? content : `${title}\n\n${content}` };
}

/** A work session of a peer; its texts are trimmed, and none is empty. Times are in milliseconds since 1970. */
interface PeerSession {
  readonly row: string;
  readonly id: string;
  readonly project: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly agent?: string | undefined;
  /** What the agent calls it (`clientRef`). */
  readonly clientRef?: string | undefined;
  readonly goal?: string | undefined;
  readonly summary?: string | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
}

/**
 * The line of a session. One that never ended is `abandoned`: nobody will go on with it here. A summary ends a session, at
 * the latest time that is known of it. Throws `UnreadableRow` for a session without a project.
 */
export function sessionRow(peer: PeerSession): SourceRow {
  const { row, startedAt, endedAt, project, clientRef: client_ref, ...session } = peer;
  if (project === undefined) throw new UnreadableRow('it has no project');
  const end = endedAt ?? (session.summary === undefined ? undefined : startedAt);
  return fittedRow(row, {
    record: 'session',
    ...session,
    ...(client_ref !== undefined && { client_ref }),
    project,
    started_at: timeText(startedAt),
    // Clocks are set back: a session ends when it started or later.
    ended_at: end === undefined ? undefined : timeText(Math.max(startedAt, end)),
    state: end === undefined ? 'abandoned' : 'ended',
  });
}

/** A time (milliseconds since 1970) as a line says it. */
export const timeText = (ms: number) => formatTime(toSeconds(ms));

/** The types of peers that the vault has under another name, or has something near to. */
const NEAREST: readonly (readonly [type: ObservationType, names: string])[] = [
  ['decision', 'architecture design approach tool_choice'],
  ['bugfix', 'incident bug fix error failure exception'],
  ['antipattern', 'mistake anti_pattern code_smell'],
  ['learning', 'gotcha insight lesson passive'],
  ['pattern', 'best_practice design_pattern workflow convention'],
  ['refactor', 'change refactoring'],
  ['discovery', 'research finding security_alert'],
  ['task', 'todo action_item planning backlog_item'],
];

/** The type of a note that a peer calls `type`, in any case; what nothing is near to is `context`. */
function nearestType(type: string): ObservationType {
  const name = type.trim().toLowerCase().replaceAll('-', '_');
  const same = ObservationType.safeParse(name);
  if (same.success) return same.data;
  return NEAREST.find(([, names]) => names.split(' ').includes(name))?.[0] ?? 'context';
}
