import type { createRemoteJWKSet, JWTPayload } from 'jose';
import { z } from 'zod';
import { isSecure } from '../domain/host.js';
import type { Clock } from '../domain/time.js';

/** What an access token says of who asks, and of what its client may do. */
export interface IssuedToken {
  /** Checked by the issuer. */
  readonly email: string;
  /** The id of the client; empty where the issuer tells none. */
  readonly client: string;
  /** The scopes of the token, in the words of the issuer. */
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expires_at: number;
}

/** Why a token is not taken. `unreachable`: it cannot be told now. */
export interface TokenRefused {
  readonly problem: string;
  readonly unreachable?: true;
}

/** Who issues access tokens for this vault. */
export interface Issuer {
  /** Checks signature, issuer, audience, time and e-mail of a token. */
  readonly check: (token: string) => Promise<IssuedToken | TokenRefused>;
}

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The settings that concern an issuer. */
interface Named {
  readonly oidcIssuer: string | undefined;
  readonly oidcAudience: string | undefined;
  readonly publicUrl: string | undefined;
}

/** How long to wait for the issuer, in ms. */
const TIMEOUT_MS = 5000;
/** Until an issuer that did not answer is asked again, in ms: each request would wait for it. */
const PAUSE_MS = 5000;
/** Of an answer of the issuer, in bytes. */
const LARGEST = 256 * 1024;

/** None with a shared secret: whoever can check those can also make them. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];

const Claims = z.object({
  exp: z.number(),
  email: z.string().min(1),
  email_verified: z.union([z.literal(true), z.literal('true')]),
  azp: z.string().optional(),
  client_id: z.string().optional(),
  // Okta and Entra have names of their own for it.
  scope: z.string().optional(),
  scp: z.union([z.string(), z.array(z.string())]).optional(),
});

/** The issuer that the owner names, of which nothing is fetched before the first token; undefined where there is none. */
export function issuerOf(
  { oidcIssuer, oidcAudience, publicUrl }: Named,
  clock: Clock,
): Issuer | undefined {
  if (oidcIssuer === undefined) return undefined;
  const audience = oidcAudience ?? `${publicUrl}/mcp`;
  let asked: Promise<Keys> | undefined;
  let keys: Keys | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const isPaused = () => clock() >= failedAt && clock() < failedAt + PAUSE_MS;
  const silent = { problem: `${oidcIssuer} does not answer`, unreachable: true } as const;
  return {
    async check(token) {
      const { decodeJwt, errors, jwtVerify } = await import('jose');
      try {
        // Before anything is fetched: a stranger with any text in three parts must not cause requests.
        if (decodeJwt(token).iss !== oidcIssuer) return { problem: `its iss is not ${oidcIssuer}` };
        // Keys that were read not long ago are good, whatever became of the issuer.
        if (isPaused() && !keys?.fresh) return silent;
        asked ??= keysOf(oidcIssuer);
        const found = await asked.catch(() => {
          asked = undefined;
          failedAt = clock();
        });
        if (!found) return silent;
        keys = found;
        const { payload, protectedHeader } = await jwtVerify(token, found, {
          issuer: oidcIssuer,
          audience,
          algorithms: ALGORITHMS,
          currentDate: new Date(clock()),
        });
        return isOtherKind(protectedHeader.typ, payload)
          ? { problem: 'its type is not that of an access token' }
          : issued(payload);
      } catch (error) {
        const { JOSEError, JWKSInvalid, JWKSTimeout } = errors;
        const ofKeys = [JOSEError.code, JWKSInvalid.code, JWKSTimeout.code];
        if (error instanceof JOSEError && !ofKeys.includes(error.code))
          return { problem: error.message };
        // All else comes from the fetch of the keys.
        failedAt = clock();
        return { problem: `the keys of ${oidcIssuer} cannot be read`, unreachable: true };
      }
    },
  };
}

/** Whether a token says that it is another one: ID tokens, which Keycloak names in a claim, are for clients to read. */
function isOtherKind(type: string | undefined, payload: JWTPayload): boolean {
  const kind = type?.toLowerCase().replace('application/', '') ?? 'jwt';
  const isOfClaim = payload.typ !== undefined && payload.typ !== 'Bearer';
  return !['jwt', 'at+jwt'].includes(kind) || isOfClaim || payload.at_hash !== undefined;
}

function issued(payload: unknown): IssuedToken | TokenRefused {
  const { data } = Claims.safeParse(payload);
  if (!data) return { problem: 'it needs the claims exp, email and email_verified: true' };
  const { exp, email, azp, client_id, scope, scp } = data;
  const said = scope ?? scp ?? [];
  const scopes = typeof said === 'string' ? said.split(' ') : said;
  return { email, client: client_id ?? azp ?? '', scopes, expires_at: exp };
}

/** Finds the keys of an issuer (OpenID Connect Discovery), which jose then fetches, keeps and renews. */
async function keysOf(issuer: string): Promise<Keys> {
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { redirect: 'error', signal });
  const Metadata = z.object({ issuer: z.literal(issuer), jwks_uri: z.url() });
  const { jwks_uri } = Metadata.parse(JSON.parse(await smallText(response)));
  const keys = new URL(jwks_uri);
  if (!isSecure(keys)) throw new Error(`${issuer} names keys that are not fetched over HTTPS`);
  return createRemoteJWKSet(keys, {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: async (address: string, options: RequestInit) => {
      const answer = await fetch(address, options);
      const { status } = answer;
      return new Response(await smallText(answer), { status });
    },
  });
}

/** The text of an answer. Throws for one that is too large. */
async function smallText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > LARGEST) throw new Error(`an answer of the issuer is larger than ${LARGEST} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
