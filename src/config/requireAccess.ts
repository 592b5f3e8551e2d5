import { isLoopback } from '../domain/host.js';
import { ConfigError } from './configError.js';

/** Throws a `ConfigError` where other machines reach the vault and nobody has said who may use it. */
export function requireAccess(host: string, auth: string | undefined): void {
  if (isLoopback(host) || auth !== undefined) return;
  throw new ConfigError(
    `VAULT_HOST=${host} lets other machines reach this vault. Set who may use it, and by which host name:\n` +
      '  VAULT_AUTH=session                  (members only; VAULT_AUTH=open lets everybody in)\n' +
      '  VAULT_ALLOWED_HOSTS=vault.example\n' +
      'VAULT_HOST=127.0.0.1 needs neither',
    'VAULT_HOST',
  );
}
