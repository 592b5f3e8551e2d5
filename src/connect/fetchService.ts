import type { IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ask, direct, isOnThisMachine, whyUnreached } from './ask.js';
import type { FoundService } from './findService.js';
import { headersFor, provenConnections } from './proof.js';
import { INSTANCE_HEADER } from './serviceFile.js';

/** Sends requests, like `fetch`. */
export type Send = (asked: Request) => Promise<Response>;

/**
 * What sends requests to a service that was found: over connections that have proved themselves where it is that of the data
 * directory, else as to any server elsewhere. Never follows a redirect, which could lead a credential or a note to somebody else.
 */
export function sendTo({ own }: Pick<FoundService, 'own'>): Send {
  if (own === undefined) return fetchElsewhere;
  const headers = headersFor(own.secret);
  const agent = provenConnections(own.secret);
  return (asked) => fetchAsLocalhost(asked, { headers, agent });
}

/**
 * Sends a request to a service on this machine, like `fetch`, but with the Host `localhost`, which every service accepts:
 * the name of its address need not be in VAULT_ALLOWED_HOSTS. `fetch` itself does not let a Host be chosen.
 */
export function fetchAsLocalhost(
  asked: Request,
  { headers, agent }: Pick<RequestOptions, 'headers' | 'agent'> = {},
): Promise<Response> {
  return sendDirectly(asked, { headers: { host: 'localhost', ...headers }, agent });
}

/**
 * Sends a request to the vault that VAULT_URL names: past any proxy where that is on this machine. No redirect is followed,
 * which could lead a credential to somebody else. Rejects with a sentence where no connection gave an answer.
 */
export async function fetchElsewhere(asked: Request): Promise<Response> {
  try {
    if (isOnThisMachine(asked.url)) return await sendDirectly(asked);
    return await fetch(asked, { redirect: 'manual' });
  } catch (error) {
    if (asked.signal.aborted) throw error;
    throw new Error(whyUnreached(new URL(asked.url).origin, error), { cause: error });
  }
}

async function sendDirectly(
  asked: Request,
  { headers: more, agent = direct() }: Pick<RequestOptions, 'headers' | 'agent'> = {},
): Promise<Response> {
  const { method, url, signal } = asked;
  const headers = { ...Object.fromEntries(asked.headers), ...more };
  const body = Buffer.from(await asked.arrayBuffer());
  const answer = await ask(url, { method, headers, body, signal, agent });
  const { statusCode = 0, headers: given } = answer;
  // Events and exports are read as they come: they may have no end, or more bytes than there is memory.
  const isStream = /^(text\/|application\/x-ndjson)/.test(given['content-type'] ?? '');
  return responseOf(statusCode, given, isStream ? streamOf(answer) : await buffer(answer));
}

// The cast is safe: Node's type of a web stream and that of `fetch` are two declarations of one class.
const streamOf = (answer: IncomingMessage) => Readable.toWeb(answer) as ReadableStream<Uint8Array>;

/** An answer of Node's own HTTP as one of `fetch`. */
export function responseOf(
  status: number,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Response {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  const isEmpty = body instanceof Uint8Array && body.length === 0;
  return new Response(isEmpty ? null : body, {
    status,
    headers: given.map(([name, value]): [string, string] => [name, String(value)]),
  });
}

/**
 * What is at the URL of a service elsewhere: a vault, something that leads to another URL, something that answers otherwise
 * (a proxy in front of a vault that is down, or another program), something that does not answer in time, or nothing.
 */
type Elsewhere =
  | { readonly kind: 'vault' }
  | { readonly kind: 'leads'; readonly to: string }
  | { readonly kind: 'other'; readonly status: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'nothing' };

/**
 * Asks what answers at a URL, as any client from elsewhere does: with the name in the URL, which a proxy may need, and over
 * TLS. Sends no credential. Takes at most `timeoutMs`, and never rejects.
 */
export async function probeElsewhere(url: string, timeoutMs: number): Promise<Elsewhere> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect could lead a credential to somebody else: no client follows it.
    const response = await fetchElsewhere(new Request(`${url}/healthz`, { signal }));
    await response.body?.cancel();
    const { status, headers } = response;
    if (response.ok && headers.has(INSTANCE_HEADER)) return { kind: 'vault' };
    const location = headers.get('location');
    if (status < 300 || status >= 400 || location === null) return { kind: 'other', status };
    return { kind: 'leads', to: new URL(location, url).href.replace(/\/healthz$/, '') };
  } catch {
    return { kind: signal.aborted ? 'silent' : 'nothing' };
  }
}
