import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { openApp } from '../../../src/app/openApp.js';
import { rebuild } from '../../../src/cli/rebuildCommand.js';
import { ulids } from '../../../src/domain/ids.js';
import { buildServer } from '../../../src/http/server.js';
import { checkChain } from '../../support/checkChain.js';
import { recounted } from '../../support/recounted.js';
import { ADMIN_KEY, testClock, testConfig } from '../../support/testApp.js';
import { MAY_BE_LATE } from '../../support/testServer.js';

/** The vault under test, over HTTP. */
export interface Vault {
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<Answer>;
  restart(): Promise<void>;
  /** Rebuilds the read models and returns the digests before and after. */
  rebuild(): Promise<{ before: string | null; after: string }>;
  /** Checks the invariants of the files. */
  audit(gone: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  // The test checks the answers.
  readonly json: Record<string, unknown> & Record<string, unknown>[];
  readonly position: number;
}

/** Opens a vault in a directory, with a clock that advances one second per request. */
export async function openVault(directory: string): Promise<Vault> {
  const config = testConfig({ VAULT_DATA_DIR: directory });
  const clock = testClock();
  const ids = ulids();
  let app: App;
  let server: FastifyInstance;
  const open = async () => {
    app = await openApp(config, { clock, ids });
    server = await buildServer(app, { capacity: MAY_BE_LATE });
  };
  const close = async () => {
    await server.close();
    await app.close();
  };
  await open();
  return {
    async call(method, url, payload) {
      clock.advance(1000);
      const headers = { 'x-admin-key': ADMIN_KEY };
      const answer = await server.inject({ method, url, headers, ...(payload && { payload }) });
      return {
        status: answer.statusCode,
        json: JSON.parse(answer.body || '{}'),
        position: Number(answer.headers['x-log-position'] ?? 0),
      };
    },
    async restart() {
      await close();
      await open();
    },
    async rebuild() {
      await close();
      const { before, after } = await rebuild(config, () => {});
      await open();
      return { before, after };
    },
    async audit(gone) {
      expect(checkChain(join(directory, 'log.db'))).toEqual([]);
      const { counters, rows } = recounted(await app.readModels.latest());
      expect(counters).toEqual(rows);
      for (const file of readdirSync(directory)) {
        const path = join(directory, file);
        const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
        expect(
          gone.filter((marker) => bytes.includes(marker)),
          file,
        ).toEqual([]);
      }
    },
    close,
  };
}
