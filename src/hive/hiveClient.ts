import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { z } from 'zod';
import { answerFailure, networkFailure, unexpectedAnswer } from './hiveFailure.js';
import { HiveHits, HiveReceipt, type PushedItem } from './wire.js';

/** Speaks to a hub. Everything rejects with `HiveFailure`. */
export interface HiveClient {
  health(signal: AbortSignal): Promise<void>;
  push(items: readonly PushedItem[], signal: AbortSignal): Promise<HiveReceipt>;
  search(query: URLSearchParams, signal: AbortSignal): Promise<z.infer<typeof HiveHits>>;
}

/** How to reach a hub, and as whom. */
export interface HubAddress {
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
      const answer = parseAnswer(await textOf(response));
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

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code of a refusal: one word, so that nothing else of a stranger's answer gets into a log. */
function codeIn(answer: unknown): string | undefined {
  const code = typeof answer === 'object' && answer && 'code' in answer ? answer.code : undefined;
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
