import type { Command } from '@commander-js/extra-typings';
import { checkpointKey, signCheckpoint } from '../maintenance/checkpoints.js';
import { formatCosignerKey, formatVerifierKey } from '../proof/signingKey.js';
import { existingVault } from './existingVault.js';
import { command } from './terminal/program.js';

export function checkpointCommand(program: Command): void {
  command(program, 'checkpoint', {
    description:
      'print a signed checkpoint of the log, to keep on another machine; a service may be running',
    examples: ['checkpoint > checkpoint.txt'],
  })
    .option('--public-key', 'print the public key that checkpoints are verified with')
    .option(
      '--witness-key',
      'print the public key that this vault cosigns the checkpoints of others with',
    )
    .action(({ publicKey = false, witnessKey = false }) => {
      const { dataDir, sharedLog } = existingVault();
      if (sharedLog && !publicKey && !witnessKey)
        throw new Error(
          'a node signs checkpoints of a shared log only while it runs, so that no two contradict each other: ask it for one with ' +
            'GET /api/v1/audit/checkpoint',
        );
      if (witnessKey) console.log(formatCosignerKey(checkpointKey(dataDir)));
      else if (publicKey) console.log(formatVerifierKey(checkpointKey(dataDir)));
      else process.stdout.write(signCheckpoint(dataDir).note);
    });
}
