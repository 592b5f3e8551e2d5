import { ObservationType } from '../domain/observation.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { formC } from '../domain/unicode.js';
import { type Fit, fitText, fitted, LONGEST } from './shortening.js';
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
  const { title, content } = note;
  const type = nearestType(note.type);
  return fitted(note.row, (within, tags) => ({
    record: 'note',
    id: note.id,
    type,
    tags: tags([type === note.type ? undefined : `src-type:${note.type}`, ...note.tags]),
    ...titled(title, content, within),
    project: within('project', note.project),
    team: within('team', note.team),
    country: within('country', note.country),
    author: within('author', note.author),
    session_id: note.session,
    created_at: formatTime(toSeconds(note.at)),
    supersedes: note.supersedes,
    ...(note.isPinned && { pinned: true }),
  }));
}

/** The first line of a text as a title loses nothing where it is cut: the content holds it anyway. */
function titled(title: string | undefined, content: string, within: Fit) {
  if (title === undefined) {
    const [firstLine = ''] = content.split('\n', 1);
    return {
      title: fitText(formC(firstLine.trim()), LONGEST.title),
      content: within('content', content, LONGEST.content),
    };
  }
  const line = title.replace(/\s+/g, ' ');
  const short = within('title', line, LONGEST.title);
  const whole = short === formC(line) ? content : `${title}\n\n${content}`;
  return { title: short, content: within('content', whole, LONGEST.content) };
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
  const { project, startedAt, summary } = session;
  const endedAt = session.endedAt ?? (summary === undefined ? undefined : startedAt);
  return fitted(session.row, (within) => ({
    record: 'session',
    id: session.id,
    project: within('project', project),
    team: within('team', session.team),
    country: within('country', session.country),
    agent: within('agent', session.agent),
    goal: within('goal', session.goal, LONGEST.summary),
    started_at: formatTime(toSeconds(startedAt)),
    // Clocks are set back: a session ends when it started or later.
    ended_at:
      endedAt === undefined ? undefined : formatTime(toSeconds(Math.max(startedAt, endedAt))),
    summary: within('summary', summary, LONGEST.summary),
    state: endedAt === undefined ? 'abandoned' : 'ended',
  }));
}

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
