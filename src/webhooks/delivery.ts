import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { inNetworks, lookupWhere } from '../domain/addresses.js';
import type { Host } from '../domain/host.js';
import { hostText, isLoopbackName } from '../domain/host.js';
import { Rejection } from '../domain/rejection.js';
import { toSeconds } from '../domain/time.js';

/** How long a receiver may take to answer, in milliseconds. */
const PATIENCE_MS = 15_000;
/** How long the rest of its answer may take, in milliseconds, and how long that may be, in bytes. */
const REST_MS = 1000;
const MOST_BYTES = 16 * 1024;
/** After this time without a message a connection is closed, in milliseconds: before most receivers do. */
const QUIET_MS = 4000;

const SECRET_PREFIX = 'whsec_';

/** Where messages go, and what they are signed with: `whsec_` and base64, as Standard Webhooks 1.0 has it. */
export interface Receiver {
  readonly url: string;
  readonly secret: string;
}

/** A message to a receiver. A retry has the same id. */
export interface Message {
  readonly id: string;
  readonly body: string;
}

/** What a receiver answered. */
export interface Answer {
  readonly status: number;
  /** How long it asks to wait, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/** The secret of a webhook in the form of Standard Webhooks, from 32 bytes in hex. */
export function webhookSecret(hex: string): string {
  return `${SECRET_PREFIX}${Buffer.from(hex, 'hex').toString('base64')}`;
}

/** The headers by which a receiver knows that a message is from this vault. `now` in milliseconds since 1970. */
export function signedHeaders({ id, body }: Message, secret: string, now: number) {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const timestamp = String(toSeconds(now));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Throws `Rejection('invalid_payload')` for an address that the owner has not allowed, with the line that allows it. */
export function assertAllowed(url: string, allowed: readonly Host[]): void {
  if (!URL.canParse(url)) throw refused(`${JSON.stringify(url)} is not a URL`);
  const { protocol, hostname, port, username, password, host } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackName(hostname)))
    throw refused('must begin with https://; http:// is for this machine only');
  if (username !== '' || password !== '') throw refused('must not have a user or a password');
  const fits = (one: Host) =>
    one.name === hostname &&
    (one.port === undefined || String(one.port) === portOf(port, protocol));
  if (!allowed.some(fits))
    throw refused(
      `${host} is not allowed: start the service with VAULT_WEBHOOK_HOSTS=${[...allowed.map(hostText), host].join(',')} to allow it`,
    );
}

const portOf = (port: string, protocol: string) =>
  port === '' ? (protocol === 'https:' ? '443' : '80') : port;

const refused = (why: string) => new Rejection('invalid_payload', `url: ${why}`);

/**
 * Whether nothing is sent to an address: those that give what asks there the secrets of a machine, whoever allowed the name that leads
 * to them.
 */
export const isNever = inNetworks(
  '169.254.0.0/16',
  '0.0.0.0/8',
  '224.0.0.0/4',
  'fe80::/10',
  'ff00::/8',
  // What leads to a link-local address over a gateway: NAT64 (RFC 6052) and 6to4 (RFC 3056), and the old way to write IPv4.
  '64:ff9b::a9fe:0/112',
  '2002:a9fe::/32',
  '::a9fe:0/112',
  // Of AWS, Google Cloud, Alibaba Cloud, Azure and Oracle Cloud, where they are not link-local.
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
);

const unreachable = () => refused('leads to an address that nothing is sent to');

const safeLookup = lookupWhere((address) => !isNever(address), unreachable);

/** Keeps a connection to a receiver for its next message. Quiet ones are closed, so that the name is looked up again. */
export function connectionTo(url: string): HttpAgent | HttpsAgent {
  const options = { keepAlive: true, maxSockets: 1, timeout: QUIET_MS };
  return url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
}

/** How a message is sent. */
export interface Sending {
  readonly now: number;
  readonly signal: AbortSignal;
  /** By default the message has a connection of its own. */
  readonly connection?: HttpAgent | HttpsAgent | undefined;
}

/**
 * Sends a message once, or again on a new connection where the receiver had closed the one that was kept. The body of the answer
 * is thrown away; no redirect is followed, and no proxy is asked. Rejects when no answer comes.
 */
export function deliver(
  receiver: Receiver,
  message: Message,
  { now, signal, connection }: Sending,
): Promise<Answer> {
  const { protocol, hostname } = new URL(receiver.url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && isNever(literal)) return Promise.reject(unreachable());
  return new Promise((resolve, reject) => {
    const ask = protocol === 'https:' ? requestHttps : requestHttp;
    const sent = ask(receiver.url, {
      method: 'POST',
      agent: connection ?? false,
      lookup: safeLookup,
      signal,
      headers: {
        'content-type': 'application/cloudevents+json',
        'content-length': Buffer.byteLength(message.body),
        'user-agent': 'memory-vault',
        ...signedHeaders(message, receiver.secret, now),
      },
    });
    const timer = setTimeout(() => sent.destroy(new Error('no answer')), PATIENCE_MS);
    sent.on('close', () => clearTimeout(timer));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const wasClosed = sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
      if (wasClosed) resolve(deliver(receiver, message, { now, signal }));
      else reject(error);
    });
    // Without a listener, an answer of 101 would end the message without a word.
    sent.on('upgrade', ({ statusCode = 101 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode });
    });
    sent.on('response', (answer) => {
      throwAway(answer, () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: retryAfter(answer.headers['retry-after'], now),
        }),
      );
    });
    sent.end(message.body);
  });
}

/** Reads a short answer to its end, so that its connection can be used again. A long or slow one costs the connection. */
function throwAway(answer: IncomingMessage, done: () => void): void {
  const timer = setTimeout(() => answer.destroy(), REST_MS);
  let bytes = 0;
  answer.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > MOST_BYTES) answer.destroy();
  });
  answer.on('error', () => {});
  answer.on('close', () => {
    clearTimeout(timer);
    done();
  });
}

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds from `now`: seconds, or a date. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return wait > 0 ? wait : undefined;
}
