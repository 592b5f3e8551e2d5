import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The owner's key: the one that was set, else the one in `admin.key`, made (0600) on first start. */
export function adminKey(dataDir: string, configured: string | undefined): string {
  if (configured !== undefined) return configured;
  const file = join(dataDir, 'admin.key');
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 16) throw new Error(`${file} holds no usable key: delete it and start again`);
  return key;
}
