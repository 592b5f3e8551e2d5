import { createMachine, transition } from 'xstate';

/** What can happen to a work session after its start. */
export type SessionEventType = 'session.abandoned' | 'session.ended' | 'session.goal_set';
export type SessionState = 'active' | 'abandoned' | 'ended';

/** The states of a work session. The diagram in `docs/architecture.md` is generated from it. */
export const sessionMachine = createMachine({
  types: {} as { events: { type: SessionEventType } },
  id: 'session',
  initial: 'active',
  states: {
    active: {
      on: {
        'session.goal_set': 'active',
        'session.abandoned': 'abandoned',
        'session.ended': 'ended',
      },
    },
    abandoned: { on: { 'session.goal_set': 'abandoned', 'session.ended': 'ended' } },
    ended: { type: 'final' },
  },
});

/** The state after an event; undefined when the event is not allowed in this state. */
export function nextSessionState(
  state: SessionState,
  type: SessionEventType,
): SessionState | undefined {
  const before = sessionMachine.resolveState({ value: state, context: {} });
  if (!before.can({ type })) return undefined;
  const [after] = transition(sessionMachine, before, { type });
  // The machine's only values are the three names above: it has no nested or parallel states.
  return after.value as SessionState;
}
