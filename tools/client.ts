import { setTimeout as sleep } from 'node:timers/promises';
import { type ZodType, z } from 'zod';
import { reasonOf } from './reasonOf.js';

/** A call that did not end in a 2xx; the message is one line for a person. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

export interface Answer<T> {
  readonly body: T;
  readonly headers: Headers;
}

/** Calls the service. */
export interface Client {
  /** Whether times of notes are kept: only with the admin key. */
  readonly keepsTimes: boolean;
  /** Waits out a 429. Throws `CallFailed`, or the reason of the signal that ends everything. */
  call<T>(method: string, path: string, answer: ZodType<T>, body?: unknown): Promise<Answer<T>>;
}

export interface ClientOptions {
  /** Where the service is, such as `http://127.0.0.1:7437`; a path prefix is kept. */
  readonly url: string;
  readonly adminKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for the first 429 only. */
  readonly onWait?: (seconds: number) => void;
}

const Problem = z.object({ error: z.string() });

export function client({ url, adminKey, signal, onWait }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '');
  let reported = false;

  async function send(method: string, path: string, body: unknown): Promise<Response> {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(adminKey !== undefined && { 'x-admin-key': adminKey }),
    };
    const text = body === undefined ? null : JSON.stringify(body);
    try {
      return await fetch(base + path, { method, headers, body: text, signal: signal ?? null });
    } catch (error) {
      signal?.throwIfAborted();
      throw new CallFailed(`${method} ${base}${path} got no answer: ${reasonOf(error)}`);
    }
  }

  return {
    keepsTimes: adminKey !== undefined,
    async call(method, path, answer, body) {
      for (;;) {
        const response = await send(method, path, body);
        const text = await response.text();
        if (response.ok) return { body: answer.parse(JSON.parse(text)), headers: response.headers };
        if (response.status !== 429) {
          throw new CallFailed(`${method} ${path} answered ${response.status}: ${detailOf(text)}`);
        }
        const seconds = Number(response.headers.get('retry-after')) || 1;
        if (!reported) onWait?.(seconds);
        reported = true;
        await sleep(seconds * 1000, undefined, { signal });
      }
    },
  };
}

function detailOf(text: string): string {
  try {
    return Problem.parse(JSON.parse(text)).error;
  } catch {
    return text.slice(0, 200);
  }
}
