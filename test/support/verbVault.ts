import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VaultClient } from 'memory-vault-client';
import { afterAll, beforeAll } from 'vitest';
import { PATIENT } from './otherWaits.js';
import { runHere } from './runHere.js';
import { runCli } from './service.js';
import { openServiceHere, type ServiceHere } from './serviceHere.js';
import { type TerminalOptions, terminal } from './terminal.js';
import { ADMIN_KEY } from './testApp.js';
import { vaultClient } from './vaultClient.js';

/** A vault for the verbs of a whole test file. */
export interface VerbVault {
  /** Empty at the start of the file. Only inside a test. */
  client(): VaultClient;
  readonly dataDir: string;
  /** Of the service. Only inside a test. */
  url(): string;
  /** What leads a verb to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a verb with pipes. */
  piped(args: readonly string[], input?: string): ReturnType<typeof runCli>;
  /** Runs a verb to its end, with streams that say that they are a terminal. */
  shown(args: readonly string[], options?: TerminalOptions): Promise<Shown>;
  /** Runs a verb in a pseudo-terminal, with keys that can be pressed. */
  opened(args: readonly string[], options?: TerminalOptions): ReturnType<typeof terminal>;
}

export interface Shown {
  readonly code: number;
  readonly output: string;
  /** Those that are not empty. */
  readonly lines: readonly string[];
}

/** Call it once at the top of a test file. The vault is a service in this process, found by its `service.json`. */
export function verbVault(settings: Record<string, string> = {}): VerbVault {
  const dataDir = mkdtempSync(join(tmpdir(), 'memory-vault-verbs-'));
  const env = {
    HOME: dataDir,
    VAULT_DATA_DIR: dataDir,
    VAULT_ADMIN_KEY: ADMIN_KEY,
    VAULT_PORT: '0',
  };
  let service: ServiceHere | undefined;
  beforeAll(async () => {
    service = await openServiceHere(dataDir, settings);
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const url = () => service?.url ?? '';
  const within = ({ env: more, ...options }: TerminalOptions = {}) => ({
    cwd: dataDir,
    ...options,
    env: { ...env, ...more },
  });
  return {
    client: () => vaultClient(url()),
    dataDir,
    url,
    env,
    piped: (args, input) => runCli(args, dataDir, env, input),
    async shown(args, options) {
      const { env, cwd, columns = 80 } = within(options);
      const terminal = { PATH: process.env.PATH, TERM: 'xterm-256color', ...env };
      const { code, output } = await runHere(args, { env: terminal, cwd, columns });
      return { code, output, lines: output.split('\n').filter((line) => line !== '') };
    },
    opened: (args, options = {}) =>
      terminal(args, within({ ...options, env: { ...PATIENT, ...options.env } })),
  };
}
