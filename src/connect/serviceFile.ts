import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `service.json` says of the service that holds a data directory. */
export interface ServiceFile {
  /** Such as `http://127.0.0.1:7437`: how programs on this machine reach it. */
  readonly url: string;
  readonly pid: number;
  readonly version: string;
  /** RFC 3339. */
  readonly started_at: string;
}

const NAME = 'service.json';

/** Reads `service.json`. Undefined when there is none, or it cannot be read as one. It may be stale: see `findService`. */
export function readServiceFile(dataDir: string): ServiceFile | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dataDir, NAME), 'utf8'));
    return isServiceFile(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isServiceFile(read: unknown): read is ServiceFile {
  if (typeof read !== 'object' || read === null) return false;
  const { url, pid, version, started_at } = read as Record<string, unknown>;
  const isUrl = typeof url === 'string' && URL.canParse(url);
  return (
    isUrl && Number.isInteger(pid) && typeof version === 'string' && typeof started_at === 'string'
  );
}

/** Writes `service.json`, readable by its owner alone. */
export function writeServiceFile(dataDir: string, service: ServiceFile): void {
  writeFileSync(join(dataDir, NAME), `${JSON.stringify(service)}\n`, { mode: 0o600 });
}

export function removeServiceFile(dataDir: string): void {
  rmSync(join(dataDir, NAME), { force: true });
}
