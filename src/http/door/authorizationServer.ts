import type { Config } from '../../config/config.js';

type Named = Pick<Config, 'auth' | 'publicUrl' | 'oidcIssuer'>;

/** What access tokens are for, under the public URL. */
export const RESOURCE_PATH = '/mcp';

/** The vault as its own issuer: where people log in to it, and no other issuer is named. Undefined where it is none. */
export function authorizationServerOf({ auth, publicUrl, oidcIssuer }: Named): string | undefined {
  return auth === 'session' && oidcIssuer === undefined ? publicUrl : undefined;
}
