import { get as overHttp } from 'node:http';
import { get as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isPublicAddress, publicLookup } from '../domain/addresses.js';
import { text } from '../domain/fields.js';
import { isLoopbackName } from '../domain/host.js';
import { Rejection } from '../domain/rejection.js';
import type { Clock } from '../domain/time.js';
import { windowCounts } from '../domain/windowCounts.js';

/** What the document of a client says of it, as far as anybody asks (draft-ietf-oauth-client-id-metadata-document). */
const ClientDocument = z.object({
  client_id: z.string(),
  client_name: text(1, 200),
  redirect_uris: z.array(z.string().max(2000)).min(1).max(50),
  // What everybody can read is no secret.
  client_secret: z.undefined().optional(),
  token_endpoint_auth_method: z
    .string()
    .refine((method) => !method.startsWith('client_secret'))
    .optional(),
});
export type ClientDocument = z.infer<typeof ClientDocument>;

/**
 * Reads the document that the id of a client names, for somebody. Throws an `Error` that says what is wrong with it, and
 * `rate_limited` where too many were fetched for `who` in this minute.
 */
export type ClientDocuments = (clientId: string, who: string) => Promise<ClientDocument>;

/** The draft proposes 5 KB. */
const LARGEST = 16 * 1024;
const TIMEOUT_MS = 5000;
const KEPT_MS = 300_000;
const MOST_KEPT = 100;
/** For one person in a minute. */
const MOST_FETCHED = 20;

/**
 * Reads documents of clients from the public internet, and keeps each for five minutes. Where the vault itself is
 * reached on loopback, as in a test, those on loopback are read, too.
 */
export function clientDocuments(clock: Clock, publicUrl: string | undefined): ClientDocuments {
  const local = publicUrl !== undefined && isLoopbackName(new URL(publicUrl).hostname);
  const kept = new Map<string, { readonly document: ClientDocument; readonly until: number }>();
  const fetches = windowCounts(60_000, clock);
  return async (clientId, who) => {
    const before = kept.get(clientId);
    if (before && before.until > clock()) return before.document;
    kept.delete(clientId);
    const url = urlOf(clientId, local);
    if (fetches.add(who) > MOST_FETCHED)
      throw new Rejection(
        'rate_limited',
        `more than ${MOST_FETCHED} documents of applications in a minute: try again in ${Math.ceil(fetches.left() / 1000)} s`,
      );
    const document = ClientDocument.parse(JSON.parse(await fetched(url, local)));
    if (document.client_id !== clientId) throw new Error('its client_id is not its own address');
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(clientId, { document, until: clock() + KEPT_MS });
    return document;
  };
}

function urlOf(clientId: string, local: boolean): URL {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined;
  const isLocal = local && url !== undefined && isLoopbackName(url.hostname);
  // Spelled as it is read: without dots as segments, and without what the parser of addresses drops.
  const isPlain =
    url?.href === clientId && !url.username && !url.password && !url.hash && url.pathname !== '/';
  if (!url || !isPlain || !(url.protocol === 'https:' || (isLocal && url.protocol === 'http:')))
    throw new Error('it must be an https address with a path, of a document about the client');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!isLocal && isIP(literal) && !isPublicAddress(literal))
    throw new Error('its address is not public');
  return url;
}

/** The text at an address. Redirects are not followed: they could lead anywhere. */
function fetched(url: URL, local: boolean): Promise<string> {
  const isPlain = url.protocol === 'http:';
  // The address was checked, and no name leads elsewhere.
  const isLocal = local && isLoopbackName(url.hostname);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { accept: 'application/json' };
  const options = {
    signal,
    headers,
    agent: false,
    ...(!isLocal && { lookup: publicLookup }),
  } as const;
  return new Promise((done, failed) => {
    const request = (isPlain ? overHttp : overHttps)(url, options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      const refuse = (why: string) => void request.destroy(new Error(why));
      if (response.statusCode !== 200) {
        refuse(`it is answered by ${response.statusCode}`);
        return;
      }
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > LARGEST) refuse(`it is larger than ${LARGEST} bytes`);
        else parts.push(part);
      });
      response.on('end', () => done(Buffer.concat(parts).toString()));
      response.on('error', failed);
    });
    request.on('error', failed);
  });
}
