import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Config } from '../config/config.js';
import { Problem } from '../http/problem.js';
import { Projections, RebuildStatus } from '../http/routes/projections.js';
import { ownersKey } from '../secrets/adminKey.js';
import type { OnProgress } from '../views/projector.js';
import type { Rebuilt } from '../views/rebuilder.js';
import { askService, serviceUrl } from './askService.js';

const LOOK_MS = 1000;

/**
 * Asks the service that holds a vault for a rebuild, and waits for its end. Throws when none answers where
 * the settings say that one listens; `held` says who holds the vault.
 */
export async function rebuildOverHttp(
  config: Config,
  held: string,
  onProgress: OnProgress,
): Promise<Rebuilt> {
  const key = ownersKey(config.dataDir, config.adminKey);
  const base = serviceUrl(config);
  const call = async <T>(method: string, path: string, answer: z.ZodType<T>): Promise<T> => {
    const headers = { 'x-admin-key': key };
    const { status, body } = await askService(config, method, path, { headers }).catch(() => {
      throw new Error(
        `${held}. It does not answer at ${base}: set VAULT_HOST and VAULT_PORT to those of that service, or stop it`,
      );
    });
    if (status < 300) return answer.parse(body);
    const { error } = Problem.parse(body);
    throw new Error(`the service at ${base} answered ${status}: ${error}`);
  };

  await call('POST', '/admin/projections/rebuild', RebuildStatus);
  for (;;) {
    await sleep(LOOK_MS);
    const { state, done, total, last } = (await call('GET', '/admin/projections', Projections))
      .rebuild;
    if (state !== 'idle') onProgress(done, total);
    else if (last && 'after' in last) return last;
    else throw new Error(`the rebuild failed: ${last?.error ?? 'the service was restarted'}`);
  }
}
