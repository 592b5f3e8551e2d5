import { sha256Hex } from '../domain/hash.js';
import { type SessionEventType, type SessionState, stateAfter } from '../domain/sessionStates.js';
import type { Redacted, RedactionCount } from '../privacy/privacyFilter.js';
import { family, nothing, SAME } from './family.js';
import { type DedupKey, type Fact, projectStreamKey, secondsOf } from './recorded.js';

/** A work session was opened. */
interface SessionStarted {
  readonly id: string;
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
  readonly country?: Redacted | undefined;
  readonly agent?: Redacted | undefined;
  readonly goal?: Redacted | undefined;
  /** What the caller calls it. A later start with the same one finds the session. */
  readonly client_ref?: Redacted | undefined;
  /** When it was started, in seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
  readonly redactions: readonly RedactionCount[];
}

/** A work session that had no goal got one. */
interface SessionGoalSet {
  readonly id: string;
  readonly goal: Redacted;
  readonly redactions: readonly RedactionCount[];
}

/** A work session was idle for too long. */
interface SessionAbandoned {
  readonly id: string;
  readonly project: Redacted;
}

/** A work session was closed. */
interface SessionEnded {
  readonly id: string;
  readonly project: Redacted;
  readonly summary: Redacted;
  readonly was_abandoned: boolean;
  /** When it ended, in seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
  readonly redactions: readonly RedactionCount[];
}

/** A work session was forgotten. Recording this erases the earlier events of its stream. Its notes stay. */
export interface SessionForgotten {
  readonly id: string;
  /** `projectStreamKeys` of its project: notes in it that name no project stay home while that one is paused in the hive. */
  readonly project_key: string;
  readonly earlier_key?: string | undefined;
}

export type SessionFact =
  | Fact<'session.started', SessionStarted>
  | Fact<'session.goal_set', SessionGoalSet>
  | Fact<'session.abandoned', SessionAbandoned>
  | Fact<'session.ended', SessionEnded>
  | Fact<'session.forgotten', SessionForgotten>;

/** `undefined` before the session is started, and once it is forgotten. */
export type SessionRecord =
  | {
      readonly started: SessionStarted;
      /** The actor that started it (`Meta.actor`). */
      readonly saved_by: string;
      /** Times in milliseconds since 1970. */
      readonly started_at: number;
      readonly state: SessionState;
      readonly summary: Redacted | undefined;
      readonly ended_at: number | undefined;
    }
  | undefined;

/** `session/<ULID>` */
export const session = family<SessionRecord, SessionFact>('session', {
  initial: undefined,
  folds: 'all',
  forgetAs: 'sessions',
  events: {
    'session.started': {
      namesTeam: true,
      texts: {
        project: 'name',
        team: 'name',
        country: 'name',
        agent: 'name',
        goal: 'text',
        client_ref: 'name',
      },
      holds: refKey,
      fold: (_fold, event) => ({
        started: event.data,
        saved_by: event.meta.actor,
        started_at: secondsOf(event) * 1000,
        state: 'active',
        summary: undefined,
        ended_at: undefined,
      }),
    },
    'session.goal_set': {
      texts: { goal: 'text' },
      fold(fold, event) {
        const set = moved(fold, event);
        return set && { ...set, started: { ...set.started, goal: event.data.goal } };
      },
    },
    'session.abandoned': { texts: { project: 'name' }, fold: moved },
    'session.ended': {
      texts: { project: 'name', summary: 'text' },
      fold(fold, event) {
        const ended = moved(fold, event);
        const ended_at = secondsOf(event) * 1000;
        return ended && { ...ended, summary: event.data.summary, ended_at };
      },
    },
    'session.forgotten': { upcasts: [SAME], erases: 'stream', holds: () => null, fold: nothing },
  },
});

/** A session in the state after an event; undefined when its start was erased. Throws for an event that cannot come there. */
function moved(
  fold: SessionRecord,
  { stream, type }: { readonly stream: string; readonly type: SessionEventType },
): SessionRecord {
  if (!fold) return undefined;
  const state = stateAfter(fold.state, type);
  if (state === undefined) throw new Error(`${stream}: ${type} in state ${fold.state}`);
  return { ...fold, state };
}

/**
 * By what a session is found again: its `client_ref` among those of its project. Undefined without one, and where the
 * privacy filter left a mark in it: what is left of a text may be the same as what is left of another.
 */
export function refKey({
  project,
  client_ref,
}: {
  readonly project: string;
  readonly client_ref?: string | undefined;
}): DedupKey | undefined {
  if (client_ref === undefined || FILTERED.test(client_ref)) return undefined;
  return { scope: projectStreamKey(project), hash: sha256Hex(client_ref) };
}

const FILTERED = /\[(?:REDACTED|PRIVATE)\]/;
