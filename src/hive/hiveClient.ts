import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { z } from 'zod';
import { membersOf, tryParse } from '../domain/json.js';
import type { PushFailure } from './hiveMachine.js';
import { HiveHits, HiveReceipt, type PushedItem } from './wire.js';

/** Speaks to a hub. Everything rejects with `HiveFailure`. */
export interface HiveClient {
  health(signal: AbortSignal): Promise<void>;
  push(items: readonly PushedItem[], signal: AbortSignal): Promise<HiveReceipt>;
  search(query: URLSearchParams, signal: AbortSignal): Promise<z.infer<typeof HiveHits>>;
}

/** How to reach a hub, and as whom. */
interface HubAddress {
  readonly url: string;
  readonly key: string;
  /** Gives our instance, see `Instance`. */
  readonly instance: () => Promise<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A request fails when the hub does not answer for so long, in milliseconds. */
const PATIENCE_MS = 60_000;
/** The largest answer that is read, in bytes. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

const compress = promisify(gzip);

/** A client of the hub at an address. */
export function hiveClient({ url, key, instance, now }: HubAddress): HiveClient {
  async function call(path: string, init: RequestInit & { signal: AbortSignal }): Promise<unknown> {
    try {
      const response = await fetch(`${url}${path}`, {
        ...init,
        headers: { ...init.headers, 'x-hive-key': key },
        // Another server must not get the key or the notes.
        redirect: 'manual',
        signal: AbortSignal.any([init.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      const answer = tryParse(await textOf(response));
      if (!response.ok) throw answerFailure(response, codeIn(answer), now(), await instance());
      return answer;
    } catch (error) {
      if (error instanceof Error && error.name === 'HiveFailure') throw error;
      throw networkFailure(error);
    }
  }

  return {
    async health(signal) {
      await call('/v1/health', { signal });
    },
    async push(items, signal) {
      const body = await compress(JSON.stringify({ origin: await instance(), events: items }));
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const init = { method: 'POST', headers, body, signal };
      return understood(HiveReceipt, await call('/v1/observations/batch', init));
    },
    async search(query, signal) {
      return understood(HiveHits, await call(`/v1/search?${query}`, { signal }));
    },
  };
}

function understood<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw unexpectedAnswer();
  return parsed.data;
}

/** The code of a refusal: one word, so that nothing else of a stranger's answer gets into a log. */
function codeIn(answer: unknown): string | undefined {
  const { code } = membersOf(answer);
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : undefined;
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LARGEST_ANSWER) throw unexpectedAnswer();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A failed exchange with the hub. Its message never holds notes or a key. `retryAfter` is in milliseconds. */
export class HiveFailure extends Error implements PushFailure {
  override readonly name = 'HiveFailure';

  constructor(
    readonly reason: string,
    readonly error: string,
    readonly status?: number,
    readonly retryAfter?: number,
  ) {
    super(error);
  }
}

/** What to do about each status that no retry cures. */
const ADVICE: Record<number, string> = {
  400: 'the hub does not understand this release: upgrade the older of the two instances',
  401: 'the hub refuses the key: it is wrong or was revoked. Ask the owner of the hub for a new key, and set VAULT_HIVE_KEY to it',
  403: 'the hub refuses access: check that its VAULT_ALLOWED_HOSTS has the host of VAULT_HIVE_URL',
  404: 'there is no hub at VAULT_HIVE_URL: correct the URL, or issue a key on the hub',
  405: 'there is no hub at VAULT_HIVE_URL: correct the URL',
  409: 'VAULT_HIVE_URL points to this vault itself: set it to another instance',
  413: 'a proxy on the way to the hub refuses requests of this size: raise its limit',
};

/** A key is for one vault only. */
const ANOTHERS_KEY =
  'VAULT_HIVE_KEY is bound to another vault, or this vault to another key: ask the owner of the hub for a key that is issued ' +
  'for this origin';

/** The failure for an answer other than 2xx to a request of the vault `instance`. */
export function answerFailure(
  response: Response,
  code: string | undefined,
  now: number,
  instance: string,
): HiveFailure {
  const { status } = response;
  const error = code === undefined ? `HTTP ${status}` : `HTTP ${status} ${code}`;
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'), now);
  const isBound = status === 403 && code === 'forbidden';
  const reason = isBound ? `${ANOTHERS_KEY}, ${instance}` : reasonOf(status);
  return new HiveFailure(reason, error, status, retryAfter);
}

function reasonOf(status: number): string {
  const advice = ADVICE[status];
  if (advice) return advice;
  if (status >= 300 && status < 400) {
    return 'the hub redirects to another URL, and redirects are not followed: set VAULT_HIVE_URL to that URL';
  }
  if (status === 429) return 'the hub limits requests: raise its VAULT_RATE_LIMIT if this lasts';
  if (status >= 500) return 'the hub cannot answer now: see the log of the hub';
  return 'the hub refuses the request: check that VAULT_HIVE_URL is a Memory Vault';
}

/** The failure of a request that got no answer. */
export function networkFailure(error: unknown): HiveFailure {
  const code = codeOf(error);
  const reason =
    code === 'TimeoutError'
      ? 'the hub does not answer in time: check its load and the network'
      : 'the hub cannot be reached: check that it runs and that VAULT_HIVE_URL is right';
  return new HiveFailure(reason, code);
}

/** The failure for an answer that no hub would give. */
export function unexpectedAnswer(): HiveFailure {
  const reason = 'the service at VAULT_HIVE_URL is not a hub: correct the URL';
  return new HiveFailure(reason, 'unexpected answer');
}

/** The code of a system error, else the name: a message may quote what was sent. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { cause } = error;
  const inner = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : error.name);
}

/**
 * Milliseconds to wait by a `Retry-After` header, which is seconds or a date (RFC 9110, 10.2.3); undefined
 * when it says nothing. `now` in milliseconds since 1970.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
