import { createMachine, transition } from 'xstate';
import { SESSION_STATES, type SessionEventType, type SessionState } from './sessionStates.js';

/** The lifecycle of a work session. The diagram in `docs/architecture/log.md` is generated from it. */
export const sessionMachine = createMachine({
  types: {} as { events: { type: SessionEventType } },
  id: 'session',
  initial: 'active',
  states: SESSION_STATES,
});

/** The state after an event; undefined when the event is not allowed in this state. */
export function nextSessionState(
  state: SessionState,
  type: SessionEventType,
): SessionState | undefined {
  const before = sessionMachine.resolveState({ value: state, context: {} });
  if (!before.can({ type })) return undefined;
  const [after] = transition(sessionMachine, before, { type });
  // The machine has no values but the keys of `SESSION_STATES`: it has no nested or parallel states.
  return after.value as SessionState;
}
