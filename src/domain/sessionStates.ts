/** What can happen to a work session after its start. */
export type SessionEventType = 'session.abandoned' | 'session.ended' | 'session.goal_set';
export type SessionState = 'active' | 'abandoned' | 'ended';

interface StateNode {
  readonly on?: Readonly<Partial<Record<SessionEventType, SessionState>>>;
  readonly type?: 'final';
}

/** The states of a work session, and where an event leads from each: what `sessionMachine` is made of. */
export const SESSION_STATES: Readonly<Record<SessionState, StateNode>> = {
  active: {
    on: {
      'session.goal_set': 'active',
      'session.abandoned': 'abandoned',
      'session.ended': 'ended',
    },
  },
  abandoned: { on: { 'session.goal_set': 'abandoned', 'session.ended': 'ended' } },
  ended: { type: 'final' },
};

/**
 * The state after an event that was recorded; undefined where it cannot come in this state. Threads fold events, and each
 * would load xstate for 20 ms to ask the machine.
 */
export const stateAfter = (state: SessionState, type: SessionEventType) =>
  SESSION_STATES[state].on?.[type];
