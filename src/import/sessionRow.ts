import type { SessionLine } from '../domain/archive/archiveLine.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { LONGEST, shortening } from './shortening.js';
import type { SourceRow } from './sourceRow.js';
import { UnreadableRow } from './unreadableRow.js';

/** A work session of a peer; its texts are trimmed, and none is empty. Times are in milliseconds since 1970. */
export interface PeerSession {
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
    ...{ record: 'session', id: session.id },
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
