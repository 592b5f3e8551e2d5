import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../domain/hash.js';
import { membersOf } from '../domain/json.js';
import { readOwnJson } from '../files/regularFile.js';
import { writeFreshFile } from '../files/writeFile.js';

/** What `service.json` says of the service that holds a data directory. */
export interface ServiceFile {
  /** Such as `http://127.0.0.1:7437`: how programs on this machine reach it. */
  readonly url: string;
  readonly pid: number;
  readonly version: string;
  /** RFC 3339. */
  readonly started_at: string;
  /** Made for this start (`newSecret`), and never sent: by it, the service and its user's programs know each other. */
  readonly secret: string;
}

/** The header in which `GET /healthz` says which start of which service answers. */
export const INSTANCE_HEADER = 'x-vault-instance';

/**
 * What a service says in `INSTANCE_HEADER`. Everybody can read it there and repeat it: it tells the starts of services apart,
 * and proves nothing (`proofOf` does).
 */
export function instanceOf({ pid, started_at }: Pick<ServiceFile, 'pid' | 'started_at'>): string {
  return sha256Hex(`${pid} ${started_at}`).slice(0, 16);
}

const fileIn = (dataDir: string) => join(dataDir, 'service.json');

/**
 * Reads `service.json`. Undefined when there is none, it cannot be read as one, or another user has laid it out. A service
 * that was killed leaves its file: who reads it must have whoever answers prove itself (`findService`).
 */
export function readServiceFile(dataDir: string): ServiceFile | undefined {
  const read = readOwnJson(fileIn(dataDir));
  return isServiceFile(read) ? read : undefined;
}

function isServiceFile(read: unknown): read is ServiceFile {
  const { url, pid, version, started_at, secret } = membersOf(read);
  const isUrl = typeof url === 'string' && /^http:\/\/[^/]+$/.test(url) && URL.canParse(url);
  const areTexts = [version, started_at].every((one) => typeof one === 'string');
  return isUrl && Number.isInteger(pid) && areTexts && /^[0-9a-f]{64}$/.test(String(secret));
}

/**
 * Writes `service.json` (0600), in the place of one that was there. Nobody ever reads half of it. It need not survive a
 * power failure, which ends the service as well.
 */
export function writeServiceFile(dataDir: string, service: ServiceFile): void {
  const fresh = `${fileIn(dataDir)}.new`;
  writeFreshFile(fresh, `${JSON.stringify(service)}\n`);
  renameSync(fresh, fileIn(dataDir));
}

/** Removes the `service.json` that this service wrote, and leaves that of another one. One that stays is known to be stale. */
export function removeServiceFile(dataDir: string, own: ServiceFile): void {
  const found = readServiceFile(dataDir);
  if (!found || instanceOf(found) !== instanceOf(own)) return;
  try {
    rmSync(fileIn(dataDir), { force: true });
  } catch {
    // A stop must not fail for it.
  }
}
