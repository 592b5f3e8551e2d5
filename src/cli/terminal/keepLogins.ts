import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSameVault, type KeptLogin, keptLogins, loginsFile } from '../../connect/keptLogin.js';
import { makeDirectory } from '../../files/makeDirectory.js';
import { writeFreshFile } from '../../files/writeFreshFile.js';

/** Keeps a login, instead of the one that was kept for the same vault. The file (0600) is the old one or the new one, never a part. */
export function keepLogin(login: KeptLogin, env: NodeJS.ProcessEnv): void {
  write([...others(login.url, env), login], env);
}

/** Keeps the login of the vault at this URL no longer. */
export function dropLogin(url: string, env: NodeJS.ProcessEnv): void {
  write(others(url, env), env);
}

const others = (url: string, env: NodeJS.ProcessEnv) =>
  keptLogins(env).filter((login) => !isSameVault(login.url, url));

function write(logins: readonly KeptLogin[], env: NodeJS.ProcessEnv): void {
  const file = loginsFile(env);
  makeDirectory(dirname(file));
  const fresh = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    writeFreshFile(fresh, `${JSON.stringify(logins, null, 2)}\n`, { flush: true });
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}
