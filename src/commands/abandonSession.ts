import { nextSessionState } from '../domain/sessionMachine.js';
import { session } from '../events/session.js';
import { command } from './command.js';

/** Marks a work session that was idle for too long as abandoned. It can still be ended. */
export const abandonSession = command({
  name: 'abandonSession',
  redact: async (input: { id: string }) => input,
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, { id }) {
    if (!fold || !nextSessionState(fold.state, 'session.abandoned')) return [];
    return [{ type: 'session.abandoned', data: { id, project: fold.started.project } }];
  },
});
