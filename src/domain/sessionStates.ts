/** What can happen to a work session after its start. */
export type SessionEventType = 'session.abandoned' | 'session.ended' | 'session.goal_set';
export type SessionState = 'active' | 'abandoned' | 'ended';

/** The states of a work session, and where an event leads from each. `docs/architecture.md` shows them, drawn from here. */
export const SESSION_STATES: Readonly<
  Record<SessionState, Readonly<Partial<Record<SessionEventType, SessionState>>>>
> = {
  active: {
    'session.goal_set': 'active',
    'session.abandoned': 'abandoned',
    'session.ended': 'ended',
  },
  abandoned: { 'session.goal_set': 'abandoned', 'session.ended': 'ended' },
  ended: {},
};

/** The state after an event; undefined where it cannot come in this state. */
export const stateAfter = (state: SessionState, type: SessionEventType) =>
  SESSION_STATES[state][type];
