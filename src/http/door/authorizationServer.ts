import type { Config } from '../../config/config.js';
import { isLoopbackName } from '../../domain/host.js';

type Named = Pick<Config, 'auth' | 'publicUrl' | 'oidcIssuer'>;

/** What access tokens are for, under the public URL. */
export const RESOURCE_PATH = '/mcp';

/**
 * The vault as its own issuer: where people log in to it, over HTTPS or on one machine, and no other issuer is named. Undefined
 * where it is none.
 */
export function authorizationServerOf({ auth, publicUrl, oidcIssuer }: Named): string | undefined {
  if (auth !== 'session' || oidcIssuer !== undefined || publicUrl === undefined) return undefined;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopbackName(hostname) ? publicUrl : undefined;
}

/** Whether a client names the resource of an issuer. Case does not count in scheme and host (RFC 8707). */
export const isResourceOf = (issuer: string, named: string): boolean =>
  URL.canParse(named) && new URL(named).href === new URL(RESOURCE_PATH, issuer).href;
