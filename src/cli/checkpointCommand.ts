import type { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.js';
import { checkpointKey, signCheckpoint } from '../maintenance/checkpoints.js';
import { formatCosignerKey, formatVerifierKey } from '../proof/signingKey.js';
import { cosignedBy } from '../proof/witnessPolicy.js';
import { existingVault } from './existingVault.js';
import { POLICY, POLICY_IS, policyOf } from './policyOption.js';
import { misused } from './terminal/exit.js';
import { command } from './terminal/program.js';
import { reachVault } from './terminal/reachVault.js';

export function checkpointCommand(program: Command): void {
  command(program, 'checkpoint', {
    description:
      'print a signed checkpoint of the log; keep it on another machine; a service may be running',
    examples: ['checkpoint > checkpoint.txt', 'checkpoint --cosigned > checkpoint.txt'],
  })
    .option('--public-key', 'print the public key that verifies the checkpoints')
    .option(
      '--witness-key',
      'print the public key with which this vault cosigns checkpoints of other vaults',
    )
    .option(
      '--cosigned',
      'print the newest cosigned checkpoint of the running service; fails if fewer witnesses cosigned it than the policy asks for',
    )
    .option(POLICY, `with --cosigned: ${POLICY_IS} (default: VAULT_WITNESSES)`)
    .action(async ({ publicKey = false, witnessKey = false, cosigned, policy }) => {
      if (cosigned) return printCosigned(policy);
      if (policy !== undefined) throw misused('--policy needs --cosigned');
      const { dataDir, sharedLog } = existingVault();
      if (sharedLog && !publicKey && !witnessKey)
        throw new Error(
          'a node signs checkpoints of a shared log only while it runs, so that no two contradict each other: ask it for one with ' +
            'GET /api/v1/audit/checkpoint, or with --cosigned',
        );
      if (witnessKey) console.log(formatCosignerKey(checkpointKey(dataDir)));
      else if (publicKey) console.log(formatVerifierKey(checkpointKey(dataDir)));
      else process.stdout.write(signCheckpoint(dataDir).note);
    });
}

/** What is no checkpoint goes to standard error, so that a file holds the checkpoint alone. */
async function printCosigned(file: string | undefined): Promise<void> {
  const policy = policyOf(file, readConfig(process.env).witnesses);
  const { vault } = await reachVault(process.env, { start: false });
  const { checkpoint } = (await vault.GET('/api/v1/audit/witnesses')).data;
  if (checkpoint === null)
    throw new Error(
      'no checkpoint of the service is cosigned yet: wait a minute, or name witnesses in its VAULT_WITNESSES',
    );
  const { isEnough, words } = cosignedBy(checkpoint, policy);
  process.stdout.write(checkpoint);
  console.error(`the checkpoint: ${words}`);
  if (!isEnough) process.exitCode = 1;
}
