import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environment } from '../../../tools/server/serverProcess.js';
import type { Cluster } from './cluster.js';
import { ADMIN_KEY } from './nodeProcess.js';
import { newWord } from './notes.js';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** A text that the filter of the nodes lets pass. */
export const newSecret = () => `sesame-${newWord()}`;
const PATTERN = 'sesame-word[a-z]{18}';

/** Redacts what a pattern finds that the nodes do not have: on a node of its own, beside those that serve. */
export async function scrub(cluster: Cluster): Promise<void> {
  const patterns = join(cluster.directory, 'patterns');
  writeFileSync(patterns, `${PATTERN}\n`);
  const directory = join(cluster.directory, 'scrubber');
  const env = {
    ...environment({ directory, adminKey: ADMIN_KEY, settings: cluster.settings() }),
    VAULT_NODE: 'scrubber',
    VAULT_PRIVATE_PATTERNS: patterns,
  };
  await promisify(execFile)(process.execPath, [CLI, 'scrub'], { env }).catch((error) => {
    // Redacted, and the nodes that were killed or cut off meanwhile wipe their files later.
    if (!String(error.stdout).includes('pending: a file of another node')) throw error;
  });
}
