import createFetchClient, {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import { KEYED_PATHS, type paths } from './openapi.js';
import { type Clock, type RetryOptions, retrying, type Send } from './retry.js';

export interface ClientOptions {
  /** Where the vault is, such as `http://127.0.0.1:7437`; a path prefix is kept. */
  readonly url: string;
  /** The owner's key. */
  readonly adminKey?: string | undefined;
  /** What a member received for an invite. */
  readonly sessionToken?: string | undefined;
  readonly retry?: RetryOptions | undefined;
  /** Ends every request of this client that brings no signal of its own. */
  readonly signal?: AbortSignal | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends one request; by default the platform's `fetch`. */
  readonly fetch?: Send | undefined;
  readonly clock?: Clock | undefined;
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;
type Init<P extends keyof paths, M extends Method> = MaybeOptionalInit<paths[P], M>;

/** What ends a loop over pages or a stream: it then throws the signal's reason. */
export interface Ending {
  readonly signal?: AbortSignal | undefined;
}

/** Parameters, body, headers and signal of a request; optional where nothing in it is required. */
type InitOf<P extends keyof paths, M extends Method> =
  undefined extends Init<P, M> ? [init?: Init<P, M>] : [init: Init<P, M>];

type Body<A> = A extends { content: infer C }
  ? C extends { 'application/json': infer Json }
    ? Json
    : C[keyof C]
  : undefined;
type Data<Operation> = Operation extends { responses: infer R }
  ? { [Status in keyof R]: Body<R[Status]> }[keyof R]
  : never;

/** A successful answer. */
export interface Answer<D> {
  /** The body: parsed JSON, or a text where the document says so; undefined when there is none. */
  readonly data: D;
  readonly response: Response;
}

/** Sends a request. Rejects with `VaultError`, or with the reason of the signal. */
type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: InitOf<P, M>
) => Promise<Answer<Data<paths[P][M]>>>;

/** Sends a request of any operation and resolves with its answer, whose body is not read if it is a stream. */
export type Open = (
  method: Method,
  path: string,
  init?: {
    readonly params?: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal | undefined;
  },
) => Promise<Response>;

/** The requests of a vault: each takes every path of the API document. */
export interface Calls {
  readonly GET: Call<'get'>;
  readonly PUT: Call<'put'>;
  /** Sends an `Idempotency-Key`, a new one unless `params.header` has one: a request that a retry repeats takes effect once. */
  readonly POST: Call<'post'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

/** The requests alone: a page that follows no list and no stream is smaller with them. It sends nothing until it is asked to. */
export function createCalls(options: ClientOptions): Calls {
  return callsOf(options).calls;
}

/** The requests, and what `createClient` makes more of them with. */
export function callsOf({
  url,
  adminKey,
  sessionToken,
  retry = {},
  signal,
  headers,
  fetch: send = (request) => fetch(request),
  clock = REAL_CLOCK,
}: ClientOptions): { readonly calls: Calls; readonly open: Open; readonly clock: Clock } {
  const http = createFetchClient<paths>({
    baseUrl: url,
    fetch: retrying(send, retry, clock),
    headers: {
      ...headers,
      ...(adminKey !== undefined && { 'X-Admin-Key': adminKey }),
      ...(sessionToken !== undefined && { 'X-Session-Token': sessionToken }),
    },
  });
  const open: Open = async (method, path, init) => {
    const keyed = method === 'post' && KEYED_PATHS.has(path);
    const ending = init?.signal ?? signal;
    const { signal: _, ...rest } = init ?? {};
    const sent = {
      ...rest,
      ...(ending && { signal: ending }),
      // A key in `params.header` wins.
      ...(keyed && { headers: { 'Idempotency-Key': newKey(), ...init?.headers } }),
      // `bodyOf` reads it, by the type that it has.
      parseAs: 'stream',
    };
    // The casts are safe: `Call` has checked both against the document.
    return (await http.request(method, path as never, sent as never)).response;
  };
  const call = <M extends Method>(method: M): Call<M> => {
    const named = async (path: string, init?: Parameters<Open>[2]) => {
      const response = await open(method, path, init);
      return { data: await bodyOf(response), response };
    };
    // The cast is safe as far as the service keeps to its document, which its own tests check.
    return named as unknown as Call<M>;
  };
  const calls = {
    GET: call('get'),
    PUT: call('put'),
    POST: call('post'),
    PATCH: call('patch'),
    DELETE: call('delete'),
  };
  return { calls, open, clock };
}

/** 128 random bits. `crypto.randomUUID` is not there for a page that came over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  const isJson = /^application\/json\b/.test(response.headers.get('content-type') ?? '');
  return isJson ? JSON.parse(text) : text;
}
