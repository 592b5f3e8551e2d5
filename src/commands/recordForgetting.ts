import { forgetting, type VaultForgotten } from '../events/forgetting.js';
import { command } from './command.js';

interface Input extends Omit<VaultForgotten, 'id'> {
  /** Stands for whose everything is forgotten. Only a retry is recognised by it. */
  readonly token: string;
  readonly dry_run?: true;
}

/** Records that everything of a project or about a person is being forgotten: the receipt. */
export const recordForgetting = command({
  name: 'recordForgetting',
  redact: async (input: Input) => input,
  // Without what was found: a retry finds less, or nothing, but the request is the same.
  identity: ({ of, token, dry_run }) => ({ of, token, dry_run }),
  stream: forgetting,
  streamKey: (_input, now) => now.id,
  decide: (_last, { token: _token, dry_run: _dryRun, ...found }, { id }) => [
    { type: 'vault.forgotten', data: { id, ...found } },
  ],
});
