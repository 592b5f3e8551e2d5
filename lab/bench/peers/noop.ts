import { fileURLToPath } from 'node:url';
import { memoryVault } from './memoryVault.js';
import type { Startable } from './peer.js';

const SERVER = fileURLToPath(new URL('noopServer.ts', import.meta.url));

/** The HTTP server of this service over commands that store nothing: what a save costs before it is kept. */
export const noop: Startable = {
  name: 'no-op',
  start: (place) => ({
    args: ['--import', import.meta.resolve('tsx'), SERVER],
    env: memoryVault.start(place).env,
  }),
  ready: memoryVault.ready,
  saves: memoryVault.saves,
};
