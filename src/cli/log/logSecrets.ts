import type { Command } from 'commander';
import { ownerPlace } from '../../config/ownerSettings.js';
import { examplesText } from '../terminal/examplesText.js';
import { misused } from '../terminal/failed.js';

interface Options {
  readonly renew?: boolean;
  readonly newIdentity?: boolean;
}

export function logSecrets(log: Command): void {
  log
    .command('secrets')
    .description('let the nodes of a shared log have other secrets and rules than before')
    .option(
      '--renew',
      'forget which secrets and rules the nodes have: the next one to start sets them',
    )
    .option(
      '--new-identity',
      'for another VAULT_CHECKPOINT_KEY: forget the checkpoints as well, and print the newest one',
    )
    .addHelpText(
      'after',
      `
All nodes of a shared log have the same VAULT_ADMIN_KEY, VAULT_TOKEN_SECRET and VAULT_CHECKPOINT_KEY, and the same rules, such as
VAULT_AUTH. One that has others does not start. To change them: stop all nodes, run this, change the settings on all nodes, and remove token.secret in their data
directories, for another checkpoint key also checkpoint.key and checkpoint.latest. Then start one after the other.

It needs VAULT_LOG_OWNER.
`,
    )
    .addHelpText('after', examplesText(['log secrets --renew']))
    .action(secrets);
}

async function secrets({ renew = false, newIdentity = false }: Options): Promise<void> {
  if (!renew) throw misused('log secrets does nothing without --renew');
  const place = ownerPlace(process.env);
  const { asOwner } = await import('../../log/shared/postgres/ownerConnection.js');
  const { forgetFingerprints } = await import('../../log/shared/postgres/forgetFingerprints.js');
  const forgotten = await asOwner(place, (owner) =>
    forgetFingerprints(owner, { checkpoints: newIdentity }),
  );
  const names = forgotten.secrets.join(', ');
  console.log(
    names === ''
      ? 'no node has set any secrets or rules yet: the next one to start does'
      : `forgotten: ${names}. The next node to start sets them, and the others have to have the same`,
  );
  if (forgotten.checkpoint === undefined) return;
  console.log('the newest checkpoint of the key until now, to keep on another machine:\n');
  process.stdout.write(forgotten.checkpoint);
}
