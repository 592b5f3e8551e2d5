import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Marks beyond this number are removed, the oldest half of them. */
const MOST = 1_000;

/**
 * True for the first prompt of a session, once. An empty file in `spool/prompted` remembers it, so that later prompts are
 * neither read nor sent. True also where no file can be written: the vault keeps the first goal of a session.
 */
export function isFirstPrompt(spoolFolder: string, agent: string, sessionRef: string): boolean {
  const folder = join(spoolFolder, 'prompted');
  const name = createHash('sha256').update(`${agent}\0${sessionRef}`).digest('hex').slice(0, 32);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(folder, name), 'wx', 0o600));
    forgetOldest(folder);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
  }
}

function forgetOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST) return;
  const aged = names
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, MOST / 2)) rmSync(path, { force: true });
}
