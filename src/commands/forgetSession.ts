import { projectStreamKeys } from '../events/recorded.js';
import { session } from '../events/session.js';
import { assertMayChangeSession, noSession, type RestrictedAuthor } from './assertMayChange.js';
import { command } from './command.js';

/** Forgets a work session. Recording the event erases its texts from the log. Its notes stay, with its id. */
export const forgetSession = command({
  name: 'forgetSession',
  redact: async (input: { id: string; author?: RestrictedAuthor | undefined }) => input,
  stream: session,
  streamKey: (input) => input.id,
  decide(fold, { id, author }) {
    if (!fold) throw noSession(id);
    assertMayChangeSession(fold, author);
    const [project_key, earlier_key] = projectStreamKeys(fold.started.project);
    return [{ type: 'session.forgotten', data: { id, project_key, earlier_key } }];
  },
});
