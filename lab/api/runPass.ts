import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { environment, freePort, startProcess } from '../../tools/server/serverProcess.js';

export interface PassOptions {
  /** `open`: no credential, on a vault that needs none. `owner`: with the owner's key, on one that needs a credential. */
  readonly pass: 'open' | 'owner';
  /** Path of the program. */
  readonly schemathesis: string;
  /** Where the vault and the report are kept. */
  readonly directory: string;
  readonly examples: number;
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface PassReport {
  readonly pass: PassOptions['pass'];
  readonly operations: number;
  readonly cases: number;
  readonly findings: number;
  readonly seed: number;
  readonly seconds: number;
  /** Why it ended, as schemathesis says it. */
  readonly ended: string;
  /** Whether it ran to its end and found nothing. */
  readonly isClean: boolean;
}

const ADMIN_KEY = 'the-key-of-a-vault-under-check';
const HIVE_KEY = 'the-hive-key-of-a-vault-under-check';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const HOOKS = fileURLToPath(new URL('hooks.py', import.meta.url));

/** By its scheme in the document: with `--header`, schemathesis would blame the service for a key that it could not leave out. */
const AS_OWNER = `
[auth.openapi]
adminKey = { api_key = "${ADMIN_KEY}" }
hiveKey = { api_key = "${HIVE_KEY}" }
`;

/** What this reads of the report of schemathesis. */
const Report = z.object({
  seed: z.number(),
  running_time: z.number(),
  stop_reason: z.string(),
  exit_code: z.number(),
  operations: z.object({ tested: z.number() }),
  test_cases: z.object({ generated: z.number(), unique_failures: z.number(), errored: z.number() }),
});

/** Starts a service on a new vault and has schemathesis try it. Its own output, with every finding, goes to stdout. */
export async function runPass(options: PassOptions): Promise<PassReport> {
  const { pass, schemathesis, directory, signal } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...environment({ directory: join(directory, pass), adminKey: ADMIN_KEY }),
    VAULT_PORT: String(port),
    VAULT_AUTH: pass === 'open' ? 'open' : 'session',
    // Wrong credentials are a part of it.
    VAULT_CREDENTIAL_LIMIT: '0',
    // Otherwise what other vaults send would be 404.
    VAULT_HIVE_INGEST_KEY: HIVE_KEY,
  };
  const service = await startProcess([CLI], { env, signal, ready: `${url}/readyz` });
  try {
    const report = join(directory, `${pass}.json`);
    const config = join(directory, `${pass}.toml`);
    writeFileSync(config, readFileSync(CONFIG, 'utf8') + (pass === 'owner' ? AS_OWNER : ''));
    const args = argumentsFor(options, url, config, report);
    const code = await run(schemathesis, args, directory, signal);
    return read(pass, report, code);
  } finally {
    await service.stop();
  }
}

function argumentsFor(
  { examples, seed }: PassOptions,
  url: string,
  config: string,
  report: string,
): readonly string[] {
  return [
    '--config-file',
    config,
    'run',
    `${url}/openapi.json`,
    '--max-examples',
    String(examples),
    '--seed',
    String(seed),
    '--no-color',
    '--report',
    'json',
    '--report-json-path',
    report,
  ];
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<number> {
  const env = { ...process.env, SCHEMATHESIS_HOOKS: HOOKS };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], signal });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

function read(pass: PassOptions['pass'], file: string, code: number): PassReport {
  const { seed, running_time, stop_reason, operations, test_cases } = Report.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const findings = test_cases.unique_failures + test_cases.errored;
  return {
    pass,
    operations: operations.tested,
    cases: test_cases.generated,
    findings,
    seed,
    seconds: running_time,
    ended: stop_reason,
    isClean: code === 0 && findings === 0,
  };
}
