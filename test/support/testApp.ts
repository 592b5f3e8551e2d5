import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { App, AppOptions } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { ulids } from '../../src/domain/ids.js';
import { patient } from './postgres/patient.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** The time at which every test starts: 2026-11-20T09:30:00Z. */
export const NOW = Date.UTC(2026, 10, 20, 9, 30);

export const ADMIN_KEY = 'the-key-of-the-test-vault';

/** A clock that stands still until a test moves it. */
export interface TestClock {
  (): number;
  advance(ms: number): void;
}

export function testClock(start = NOW): TestClock {
  let now = start;
  return Object.assign(() => now, {
    advance: (ms: number) => {
      now += ms;
    },
  });
}

/** A configuration from environment variables, without rate limit unless a test sets one. */
export function testConfig(env: Record<string, string> = {}): Config {
  const dataDir = env.VAULT_DATA_DIR ?? temporaryDirectory();
  const config = readConfig({
    VAULT_DATA_DIR: dataDir,
    // Beside it, nothing would remove what a test makes.
    VAULT_BACKUP_DIR: join(dataDir, 'backups'),
    VAULT_ADMIN_KEY: ADMIN_KEY,
    VAULT_RATE_LIMIT: '0',
    VAULT_CREDENTIAL_LIMIT: '0',
    VAULT_LOG_LEVEL: 'silent',
    ...env,
  });
  return patient(config);
}

/** A real app on real files, with a clock that stands still; closed after the test. */
export async function testApp(
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<App> {
  const app = await openApp(testConfig(env), { clock: testClock(), ids: ulids(), ...options });
  onTestFinished(() => app.close());
  return app;
}
