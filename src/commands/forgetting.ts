import { Rejection } from '../domain/rejection.js';
import { erasure } from '../events/administration.js';
import { conventions, prompt, sdd } from '../events/documents.js';
import type { Stream } from '../events/family.js';
import { hiveProject, isPaused } from '../events/hive.js';
import type { Fact } from '../events/recorded.js';
import { invite } from '../events/team.js';
import { accessToken } from '../events/token.js';
import type { VaultFact } from '../events/vaultEvent.js';
import { command } from './command.js';

/** Names a stream by its key. `name` is what the caller knows it by, for the message. */
interface StreamRef {
  readonly key: string;
  readonly name?: string;
}

/** A command that forgets all that a stream holds. Recording its fact erases that from the log. */
function forgetStream<S, F extends VaultFact & Fact<string, unknown>>(
  name: string,
  stream: Stream<S | undefined, F>,
  fact: (state: S, key: string) => NoInfer<F>,
) {
  return command<StreamRef, StreamRef, S | undefined, F>({
    name,
    redact: async (input) => input,
    identity: ({ key }) => key,
    stream,
    streamKey: ({ key }) => key,
    decide(state, { key, name: known = key }) {
      if (state !== undefined) return [fact(state, key)];
      throw new Rejection('not_found', `there is nothing to forget of ${stream.name} ${known}`);
    },
  });
}

/** Forgets a prompt with all its versions. */
export const forgetPrompt = forgetStream('forgetPrompt', prompt, ({ data }) => ({
  type: 'prompt.forgotten',
  data: { id: data.id },
}));

/** Forgets the conventions of a project with all their versions. */
export const forgetConventions = forgetStream('forgetConventions', conventions, () => ({
  type: 'conventions.forgotten',
  data: {},
}));

/** Forgets the phases of a project. */
export const forgetPhases = forgetStream('forgetPhases', sdd, () => ({
  type: 'sdd.forgotten',
  data: {},
}));

/** Forgets the name of a project that was paused or resumed. It stays paused if it is. */
export const forgetPause = forgetStream('forgetPause', hiveProject, (last) => ({
  type: 'hive.project_forgotten',
  data: { paused: isPaused(last) },
}));

/** Forgets an invite with its login, which ends. */
export const forgetInvite = forgetStream('forgetInvite', invite, (_state, id) => ({
  type: 'invite.forgotten',
  data: { id },
}));

/** Forgets all tokens that had a name. The one that lives ends. */
export const forgetToken = forgetStream('forgetToken', accessToken, ({ id }) => ({
  type: 'token.forgotten',
  data: { id },
}));

/** Forgets one event of a stream that goes on. To be used where nothing is folded from that event any more. */
export const forgetEvent = command({
  name: 'forgetEvent',
  redact: async (input: { position: number }) => input,
  stream: erasure,
  streamKey: ({ position }) => String(position),
  decide: (done, { position }) => (done ? [] : [{ type: 'event.forgotten', data: { position } }]),
});
