import type { Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { nextSessionState, type SessionState } from '../domain/sessionMachine.js';
import { unreachable } from '../domain/unreachable.js';
import { type Fact, type Stream, secondsOf } from './recorded.js';

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
export const session: Stream<SessionRecord, SessionFact> = {
  name: 'session',
  initial: undefined,
  folds: 'all',
  evolve(fold, event) {
    if (event.type === 'session.started') {
      const saved_by = event.meta.actor;
      const started_at = secondsOf(event) * 1000;
      return { started: event.data, saved_by, started_at, state: 'active', ...OPEN };
    }
    if (!fold || event.type === 'session.forgotten') return undefined;
    const state = nextSessionState(fold.state, event.type);
    if (state === undefined) {
      throw new Error(`${event.stream}: ${event.type} in state ${fold.state}`);
    }
    switch (event.type) {
      case 'session.goal_set':
        return { ...fold, started: { ...fold.started, goal: event.data.goal } };
      case 'session.abandoned':
        return { ...fold, state };
      case 'session.ended':
        return { ...fold, state, summary: event.data.summary, ended_at: secondsOf(event) * 1000 };
      default:
        return unreachable(event);
    }
  },
};

const OPEN = { summary: undefined, ended_at: undefined };
