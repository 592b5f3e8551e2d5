import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type ChaosProxy, chaosProxy } from './chaosProxy.js';
import { eventually } from './eventually.js';
import { HIVE_KEY } from './hub.js';
import { type Service, startService } from './service.js';
import { temporaryDirectory } from './temporaryDirectory.js';
import { ADMIN_KEY } from './testApp.js';

/** Two services in their own processes, with a network between them that can fail on demand. */
export interface HivePair {
  readonly proxy: ChaosProxy;
  /** The service that pushes, with short delays. */
  readonly a: Service;
  readonly dataDir: { readonly a: string; readonly b: string };
  /** Environment for the CLI of A. */
  readonly env: Record<string, string>;
  startHub(): Promise<Service>;
  stopHub(signal: NodeJS.Signals): Promise<void>;
  /** Resolves with the status of A when it is healthy and nothing is pending. */
  settled(): Promise<Status>;
  /** The observations in a vault, whose service runs. */
  held(which: 'a' | 'b'): Promise<Held[]>;
}

interface Status {
  readonly state: string;
  readonly pending: number;
  readonly pushed_total: number;
  readonly refused: number;
}

export interface Held {
  readonly id: string;
  readonly origin?: { readonly instance: string; readonly id: string };
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly tags: string[];
  readonly project?: string;
  readonly author?: string;
  readonly created_at: string;
}

const HURRY = fileURLToPath(new URL('hurry.mjs', import.meta.url));

export async function hivePair(): Promise<HivePair> {
  const proxy = await chaosProxy();
  const dataDir = { a: temporaryDirectory(), b: temporaryDirectory() };
  const env = {
    VAULT_HIVE_URL: proxy.url,
    VAULT_HIVE_KEY: HIVE_KEY,
    VAULT_HIVE_INTERVAL: '1s',
    NODE_OPTIONS: `--import ${HURRY}`,
  };
  const a = await startService(dataDir.a, env);
  let hub: Service | undefined;
  const status = async (): Promise<Status> =>
    (await fetch(`${a.url}/api/v1/hive/status`)).json() as Promise<Status>;
  return {
    proxy,
    a,
    dataDir,
    env,
    async startHub() {
      hub = await startService(dataDir.b, { VAULT_HIVE_INGEST_KEY: HIVE_KEY });
      proxy.target = hub.url;
      return hub;
    },
    async stopHub(signal) {
      proxy.target = undefined;
      await hub?.stop(signal);
    },
    async settled() {
      return await eventually('everything was pushed', async () => {
        const now = await status();
        expect(now).toMatchObject({ state: 'healthy', pending: 0 });
        return now;
      });
    },
    async held(which) {
      const service = which === 'a' ? a : hub;
      const headers = { 'x-admin-key': ADMIN_KEY };
      const answer = await fetch(`${service?.url}/admin/export`, { headers });
      const lines = (await answer.text()).split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line));
    },
  };
}

/** Calls a service as its owner. */
export async function call(
  { url }: Service,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'x-admin-key': ADMIN_KEY,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
