import type { DirectoryFacts } from '../../../src/cli/doctor/directory.js';
import type { ServiceFacts } from '../../../src/cli/doctor/serviceFacts.js';
import type { Look } from '../../../src/connect/findService.js';
import { disabledStatus } from '../../../src/hive/hiveStatus.js';

/** 2026-11-23, noon. */
export const NOW = Date.parse('2026-11-23T12:00:00Z');
export const DAY = 86_400_000;

export const PLACE = 'http://127.0.0.1:7437';
export const FILE = {
  url: PLACE,
  pid: 4711,
  version: '1.0.0',
  started_at: '2026-11-23T11:00:00Z',
  secret: 'ab'.repeat(32),
};

const CHECKS = { log: 'ok', views: 'ok', hive: 'disabled', disk: 'ok', clock: 'ok', erasure: 'ok' };
export const READY = { status: 'ready', checks: CHECKS, conditions: [] } as const;

/** What is seen of a service that is well, with other parts where a test needs them. */
export function look(other: Partial<Look> = {}): Look {
  const vault = { kind: 'vault', isProven: true } as const;
  return {
    found: { url: PLACE, own: FILE },
    file: FILE,
    atFile: vault,
    place: PLACE,
    atPlace: vault,
    ...other,
  };
}

/** What is seen where no service runs. */
export const NONE: Look = {
  atFile: { kind: 'nothing' },
  place: PLACE,
  atPlace: { kind: 'nothing' },
};

export function service(other: Partial<ServiceFacts> = {}): ServiceFacts {
  const one = { name: 'observations', version: 1, position: 9, lag: 0, state: 'current' } as const;
  return {
    reached: { kind: 'here', look: look(), isProcessRunning: true },
    isPortGiven: false,
    version: '1.0.0',
    readiness: { told: { ...READY, conditions: [] } },
    projections: {
      told: { projections: [one], rebuild: { state: 'idle', done: 0, total: 0 } },
    },
    hive: { told: disabledStatus('VAULT_HIVE_URL is not set') },
    witnesses: { told: { enough: true, asks: 'no witness', checkpoint: null, witnesses: [] } },
    ...other,
  };
}

/** The same where no service answers. */
export function noService(seen: Look, isProcessRunning = false): ServiceFacts {
  const none = { why: 'not known: no service runs' };
  return service({
    reached: { kind: 'here', look: seen, isProcessRunning },
    version: undefined,
    readiness: none,
    projections: none,
    hive: none,
    witnesses: none,
  });
}

/** A directory that is well, on ext4. */
export function directory(other: Partial<DirectoryFacts> = {}): DirectoryFacts {
  return {
    dataDir: '/home/ada/vault',
    place: 'vault',
    unsafe: undefined,
    platform: 'linux',
    loose: { open: [], foreign: [] },
    disk: { freeBytes: 80e9, kind: 0xef53 },
    viewsBytes: 1000,
    log: undefined,
    clock: { state: 'right' },
    ...other,
  };
}
