import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { monotonicFactory } from 'ulid';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { readConfig } from '../../src/config/config.js';
import { history } from '../../src/http/metrics/history.js';
import { buildServer } from '../../src/http/server.js';

/** The time that the page is shown at: 2026-11-20T09:30:00Z. */
export const SHOWN_AT = Date.UTC(2026, 10, 20, 9, 30);

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A vault in this process that browsers can open. Its clock stands still until it is moved. */
export interface PageVault {
  readonly url: string;
  readonly app: App;
  /** The owner's key. */
  readonly owner: string;
  now(): number;
  /** Moves the clock forward, to a time in ms. */
  moveTo(time: number): void;
  /** Sends a request with a credential, by default the owner's key. Gives its answer; throws when it is refused. */
  ask<T = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: object,
    credential?: string,
  ): Promise<T>;
  /** Takes a point of the figures of the last hour, as if it was that time, in ms. It has no others. */
  sampleAt(time: number): void;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

export interface PageVaultOptions {
  /** Settings, as in the environment of a service. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where its clock stands at first, in ms. */
  readonly at?: number;
  /** The directory of a vault that is closed: this one begins as a copy of it. */
  readonly from?: string;
}

/** Opens a vault in a new directory, by default an empty one. The same calls make the same ids. */
export async function pageVault(options: PageVaultOptions = {}): Promise<PageVault> {
  const { env, at = SHOWN_AT, from } = options;
  const directory = await mkdtemp(join(tmpdir(), 'memory-vault-page-'));
  if (from !== undefined) await cp(from, directory, { recursive: true });
  const owner = 'the-key-of-the-vault-that-is-shown';
  const config = readConfig({
    VAULT_DATA_DIR: directory,
    VAULT_BACKUP_DIR: join(directory, 'backups'),
    VAULT_ADMIN_KEY: owner,
    VAULT_RATE_LIMIT: '0',
    VAULT_CREDENTIAL_LIMIT: '0',
    VAULT_LOG_LEVEL: 'silent',
    ...env,
  });
  let time = at;
  const app = await openApp(config, { clock: () => time, ids: sameIds() });
  let sampledAt = at;
  const sampled = history(
    () => sampledAt,
    () => sampledAt,
  );
  // A clock that stands still would give all points the same time.
  const figures = { ...sampled, start() {} };
  const server = await buildServer(app, { history: figures });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    app,
    owner,
    now: () => time,
    moveTo(later) {
      if (later < time) throw new Error('a clock does not go back');
      time = later;
    },
    ask: (method, path, body, credential = owner) => ask(server, method, path, body, credential),
    sampleAt(time) {
      sampledAt = time;
      figures.sample();
    },
    async close() {
      await server.close();
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function ask<T>(
  server: FastifyInstance,
  method: Method,
  url: string,
  body: object | undefined,
  credential: string,
): Promise<T> {
  const answer = await server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${credential}` },
    ...(body && { payload: body }),
  });
  if (answer.statusCode >= 300) {
    throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`);
  }
  // The cast trusts the caller to know the route.
  return (answer.body === '' ? undefined : answer.json()) as T;
}

/** Like `ulids`, with a fixed sequence in the place of random numbers: Park and Miller's generator. */
function sameIds(): (at: number) => string {
  let state = 1;
  return monotonicFactory(() => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  });
}
