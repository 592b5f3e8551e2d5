import type { NoteLine, SessionLine } from '../domain/archive/archiveLine.js';
import { ObservationType } from '../domain/observation.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { formC } from '../domain/unicode.js';
import { LONGEST, peerTags, shortening } from './shortening.js';
import { type SourceRow, UnreadableRow } from './sourceRow.js';

/** A note of a peer, in the peer's words; its texts are trimmed, and none is empty. */
export interface PeerNote {
  readonly row: string;
  readonly id: string;
  readonly type: string;
  /** Without one, the first line of the content is the title. */
  readonly title: string | undefined;
  readonly content: string | undefined;
  readonly tags: readonly (string | undefined)[];
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly author?: string | undefined;
  readonly session?: string | undefined;
  readonly supersedes?: string | undefined;
  readonly isPinned?: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * The line of a note. A title that is too long stays whole as the first line of the content; a type that the vault does not
 * have becomes the tag `src-type:…`. Throws `UnreadableRow` for a note without content.
 */
export function noteRow(note: PeerNote): SourceRow {
  if (note.content === undefined) throw new UnreadableRow('it has no content');
  const fields = shortening();
  const type = nearestType(note.type);
  const { tags, shortened } = peerTags([
    ...(type === note.type ? [] : [`src-type:${note.type}`]),
    ...note.tags,
  ]);
  if (shortened) fields.note('tags');
  const { title, content } = titled(note.title, note.content, fields.shorten);
  const line: NoteLine = {
    record: 'note',
    id: note.id,
    type,
    title,
    content,
    tags,
    ...fields.name('project', note.project),
    ...fields.name('team', note.team),
    ...fields.name('country', note.country),
    ...fields.name('author', note.author),
    ...(note.session !== undefined && { session_id: note.session }),
    created_at: formatTime(toSeconds(note.at)),
    ...(note.supersedes !== undefined && { supersedes: note.supersedes }),
    ...(note.isPinned && { pinned: true as const }),
  };
  return { row: note.row, line, ...fields.said() };
}

/** The first line of a text as a title loses nothing where it is cut: the content holds it anyway. */
function titled(
  title: string | undefined,
  content: string,
  shorten: (field: string, text: string, most: number) => string,
): { title: string; content: string } {
  if (title === undefined) {
    const [firstLine = ''] = content.split('\n', 1);
    const short = shortening().shorten('title', firstLine.trim(), LONGEST.title);
    return { title: short, content: shorten('content', content, LONGEST.content) };
  }
  const short = shorten('title', title.replace(/\s+/g, ' '), LONGEST.title);
  const isCut = short !== formC(title.replace(/\s+/g, ' '));
  const whole = isCut ? `${title}\n\n${content}` : content;
  return { title: short, content: shorten('content', whole, LONGEST.content) };
}

/** A work session of a peer; its texts are trimmed, and none is empty. Times are in milliseconds since 1970. */
interface PeerSession {
  readonly row: string;
  readonly id: string;
  readonly project: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly agent?: string | undefined;
  readonly goal?: string | undefined;
  readonly summary?: string | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
}

/**
 * The line of a session. One that never ended is `abandoned`: nobody will go on with it here. A summary ends a session, at
 * the latest time that is known of it. Throws `UnreadableRow` for a session without a project.
 */
export function sessionRow(session: PeerSession): SourceRow {
  if (session.project === undefined) throw new UnreadableRow('it has no project');
  const { startedAt, summary, goal } = session;
  const endedAt = session.endedAt ?? (summary === undefined ? undefined : startedAt);
  const fields = shortening();
  const line: SessionLine = {
    record: 'session',
    id: session.id,
    project: fields.shorten('project', session.project, LONGEST.name),
    ...fields.name('team', session.team),
    ...fields.name('country', session.country),
    ...fields.name('agent', session.agent),
    ...(goal !== undefined && { goal: fields.shorten('goal', goal, LONGEST.summary) }),
    started_at: formatTime(toSeconds(startedAt)),
    // Clocks are set back: a session ends when it started or later.
    ...(endedAt !== undefined && {
      ended_at: formatTime(toSeconds(Math.max(startedAt, endedAt))),
    }),
    ...(summary !== undefined && { summary: fields.shorten('summary', summary, LONGEST.summary) }),
    state: endedAt === undefined ? 'abandoned' : 'ended',
  };
  return { row: session.row, line, ...fields.said() };
}

/** The types of peers that the vault has under another name, or has something near to. */
const NEAREST: Readonly<Record<string, ObservationType>> = {
  architecture: 'decision',
  design: 'decision',
  approach: 'decision',
  tool_choice: 'decision',
  incident: 'bugfix',
  bug: 'bugfix',
  fix: 'bugfix',
  error: 'bugfix',
  failure: 'bugfix',
  exception: 'bugfix',
  mistake: 'antipattern',
  anti_pattern: 'antipattern',
  code_smell: 'antipattern',
  gotcha: 'learning',
  insight: 'learning',
  lesson: 'learning',
  passive: 'learning',
  best_practice: 'pattern',
  design_pattern: 'pattern',
  workflow: 'pattern',
  convention: 'pattern',
  change: 'refactor',
  refactoring: 'refactor',
  research: 'discovery',
  finding: 'discovery',
  security_alert: 'discovery',
  todo: 'task',
  action_item: 'task',
  planning: 'task',
  backlog_item: 'task',
};

/** The type of a note that a peer calls `type`, in any case; what nothing is near to is `context`. */
function nearestType(type: string): ObservationType {
  const name = type.trim().toLowerCase().replaceAll('-', '_');
  const same = ObservationType.safeParse(name);
  if (same.success) return same.data;
  return Object.hasOwn(NEAREST, name) ? (NEAREST[name] ?? 'context') : 'context';
}
