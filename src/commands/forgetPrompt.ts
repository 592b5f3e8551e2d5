import { Rejection } from '../domain/rejection.js';
import { prompt } from '../events/prompt.js';
import { streamKey } from '../events/recorded.js';
import { command } from './command.js';

/** Forgets a prompt with all its versions. Recording the event erases their texts from the log. */
export const forgetPrompt = command({
  name: 'forgetPrompt',
  redact: async (input: { name: string; team?: string | undefined }) => input,
  stream: prompt,
  streamKey: (input) => streamKey(input.name, input.team),
  decide(saved, { name }) {
    if (!saved) throw new Rejection('not_found', `there is no prompt ${name}`);
    return [{ type: 'prompt.forgotten', data: { id: saved.data.id } }];
  },
});
