import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endServicesIn, temporaryDirectory } from './temporaryDirectory.js';

test.runIf(process.platform === 'linux')(
  'what was started on demand in a temporary directory is ended with it, also before it has answered',
  async () => {
    const directory = temporaryDirectory();
    const VAULT_DATA_DIR = join(directory, 'deep', 'vault');
    mkdirSync(VAULT_DATA_DIR, { recursive: true });
    // A client makes it before it starts a service.
    writeFileSync(join(VAULT_DATA_DIR, 'on-demand.log'), '');
    const slow = ['-e', 'setInterval(() => {}, 1000)'];
    const child = spawn(process.execPath, slow, { env: { VAULT_DATA_DIR }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await once(child, 'spawn');
    endServicesIn(directory);
    expect(await ended).toEqual([null, 'SIGKILL']);
  },
);
