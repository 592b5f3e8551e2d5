import { randomUUID } from 'node:crypto';
import { createClient, type VaultClient } from 'memory-vault-client';
import { partsOf } from '../app/app.js';
import { openApp } from '../app/openApp.js';
import type { Config } from '../config/config.js';
import { readClientSettings } from '../connect/clientSettings.js';
import { sendTo } from '../connect/fetchService.js';
import { lookForService, PERSON_PROBE_MS } from '../connect/findService.js';
import { serviceUrl } from '../connect/serviceUrl.js';
import { fetchIn, routeFinder } from '../http/inProcess.js';
import { metrics } from '../http/metrics/metrics.js';
import { allRoutes } from '../http/routes/allRoutes.js';
import { ownersKey } from '../secrets/adminKey.js';
import { DirectoryLocked } from '../sqlite/lockDirectory.js';
import { existingVault } from './existingVault.js';
import { reachVault } from './terminal/reachVault.js';

/** The API of a vault, with the owner's key. */
interface OwnerClient {
  readonly vault: VaultClient;
  /** Where others reach it, as far as can be told here. */
  readonly url: string;
  close(): Promise<void>;
}

/** The vault that VAULT_URL names, with what its verbs show it; else that of the data directory, whether or not a service runs. */
export async function openOwnersVault(env: NodeJS.ProcessEnv): Promise<OwnerClient> {
  const close = async () => {};
  if (readClientSettings(env).url !== undefined)
    return { ...(await reachVault(env, { start: false })), close };
  const config = existingVault();
  // In this process, or over HTTP where a service holds it: both ways use the same routes.
  try {
    const here = await openHere(config);
    return { ...here, url: config.publicUrl ?? here.url };
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    const there = await runningService(config, error);
    return { ...there, url: config.publicUrl ?? there.url, close };
  }
}

async function openHere(config: Config): Promise<OwnerClient> {
  const app = await openApp(config);
  const routes = allRoutes(metrics(app), config.auth);
  return {
    url: serviceUrl(config),
    vault: createClient({
      url: 'http://localhost',
      adminKey: ownersKey(config.dataDir, config.adminKey),
      fetch: fetchIn(partsOf(app), routeFinder(routes), {
        id: randomUUID(),
        log: { error: () => {} },
      }),
    }),
    close: () => app.close(),
  };
}

/**
 * The API of the service that holds a vault, with the owner's key. Rejects where no service has proved to be the one that wrote
 * `service.json`: nobody else gets the key. `held` says who holds the vault.
 */
export async function runningService(
  config: Config,
  held: DirectoryLocked,
): Promise<Omit<OwnerClient, 'close'>> {
  const { found, file, atFile } = await lookForService(config, PERSON_PROBE_MS);
  // It could be waited for without end.
  if (atFile.kind === 'silent')
    throw new Error(
      `the service at ${file?.url} (process ${file?.pid}) does not answer: wait a moment, or restart it`,
    );
  if (found === undefined) throw none(held);
  const send = sendTo(found);
  const { url } = found;
  const vault = createClient({
    url,
    adminKey: ownersKey(config.dataDir, config.adminKey),
    // On this machine, a service that does not listen will not do so in a minute.
    retry: { attempts: 3 },
    fetch: (asked) =>
      send(asked).catch((cause) => {
        throw none(held, cause);
      }),
  });
  return { url, vault };
}

const none = (held: DirectoryLocked, cause?: unknown) =>
  new Error(
    `${held.message}, and no service proves to be that one: wait until it has started, or stop it`,
    { cause },
  );
