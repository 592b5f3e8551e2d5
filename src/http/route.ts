import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Parts } from '../app/app.js';
import type { Command } from '../commands/command.js';
import type { Outcome, RequestContext } from '../commands/handle.js';
import type { Scope } from '../domain/accessToken.js';
import type { Caller, PersonVisibility } from '../domain/caller.js';
import type { RejectionCode } from '../domain/rejection.js';
import type { AdminActName } from '../events/administration.js';
import type { VaultFact } from '../events/vaultEvent.js';

/** A request as it is read here: the framework's own has all of this, and so has one that is made in this process. */
export interface Asked
  extends Pick<
    FastifyRequest,
    'id' | 'headers' | 'originalUrl' | 'protocol' | 'params' | 'query' | 'body'
  > {
  readonly raw: Pick<IncomingMessage, 'rawHeaders'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The head of an answer. The framework's reply is one. */
export interface AnswerHead {
  readonly statusCode: number;
  code(status: number): AnswerHead;
  header(name: string, value: string | number): AnswerHead;
  type(contentType: string): AnswerHead;
  getHeader(name: string): unknown;
}

/** The input of a handler. It is parsed and can be trusted. */
export interface Call<P = unknown, Q = unknown, B = unknown> extends Parts {
  readonly route: Pick<Route, 'path'>;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: Caller;
  /** What the caller may see: every query takes it. */
  readonly sees: PersonVisibility;
  /** The team of a member that walls concern, which reads and writes as that team. */
  readonly ownTeam: string | undefined;
  readonly context: RequestContext;
  /**
   * Executes a command, by default in `context`, and sets `X-Log-Position` to the position of its last event. A dry run
   * has none.
   */
  execute<I, R, S, F extends VaultFact>(
    command: Command<I, R, S, F>,
    input: I,
    context?: RequestContext,
  ): Promise<Outcome<S>>;
  /**
   * Checks the credentials again, for a body that is read while it arrives and an answer that is made while it is sent.
   * Throws as at the start of the request.
   */
  recheck(): Promise<unknown>;
  readonly request: Asked;
  readonly reply: AnswerHead;
  /** Runs `then` when the answer is at its end, or its reader has left. */
  whenOver(then: () => void): void;
}

/**
 * Who may call a route. `public`: everybody, and credentials are ignored. `data`: everybody on an open vault, otherwise
 * members and the owner. `credential`: members and the owner, who send a session token or the owner's key; a cookie is not
 * enough. `member`: members. `admin`: the owner and members with the role admin. `hub`: other vaults, with the hive key.
 */
export type Audience = 'public' | 'data' | 'credential' | 'member' | 'admin' | 'hub';

/** A successful answer. */
export interface Answer {
  readonly description: string;
  /** A zod schema for JSON, or another content type; left out when there is no body. */
  readonly content?: z.ZodType | `${string}/${string}`;
  readonly example?: unknown;
  /** An example event, when the route also answers with server-sent events. */
  readonly stream?: string;
  /** Descriptions of the response headers, without those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an operation says of itself, besides its method and its path. */
interface Operation<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> {
  /** By default that of its group. */
  readonly tag?: Tag;
  readonly summary: string;
  /** What the summary does not say; left out when it says all. */
  readonly description?: string;
  readonly params?: P;
  /** A strict object, so that no parameter is ignored. Without it, none is taken. */
  readonly query?: Q;
  /** A strict object, unless it says why not. Without it, no body is taken, or an empty object. */
  readonly body?: B;
  /** An example request body. */
  readonly example?: unknown;
  /** By default that of its group, else `data`. */
  readonly audience?: Audience;
  /** What it asks of a token, where the method does not say it (`scopeOf`); `none`: no token may call it. */
  readonly scope?: Scope | 'none';
  /** Name of the administrative act, when the log would not show it otherwise: see `performAct`. */
  readonly act?: AdminActName;
  /** Throws the rejection of an act that cannot be done now: asked before the act is recorded. */
  readonly assertPossible?: (upkeep: Parts['upkeep']) => void;
  /** Answers by status. The status of the only answer is set before `handle`; one of several is set by it. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The rejections of this operation, without those that follow from its method and access. */
  readonly errors?: readonly RejectionCode[];
  /** Largest body in bytes, when it is not the usual one. */
  readonly bodyLimit?: number;
  /** True when the answer waits until what was forgotten is wiped from the files, for as long as `Prefer: wait` says. */
  readonly waitsForWipe?: boolean;
  /** True for a POST without `Idempotency-Key`: one request may stand for several, or for none. */
  readonly withoutKey?: boolean;
  /** True for a route that programs call and pages do not: the cookie of a browser counts as none there. */
  readonly withoutCookie?: boolean;
  /** The schema of one line, when it also accepts `application/x-ndjson`; as JSON, it accepts an array of them. */
  readonly ndjson?: z.ZodType;
  /** True when its body is a file, as `application/octet-stream`; the schema takes its parts, each a `Buffer`. */
  readonly file?: boolean;
  /** True for a route of a protocol that others describe: its clients find it by metadata, and `/openapi.json` leaves it out. */
  readonly undocumented?: true;
  /** True when its body is a text of any media type: who may send it is proved by a signature in it. */
  readonly text?: boolean;
  readonly handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => unknown;
}

/** One operation. The router, the validation and the OpenAPI document are all built from it. */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> extends Operation<P, Q, B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters are written as `{name}`. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: Tag;
}

export const TAGS = {
  observations: 'Save, find, read, revise and forget typed notes.',
  projects: 'Context, timeline, summary, conventions and phase of each project.',
  sessions: 'Work sessions of agents and people.',
  prompts: 'Named, versioned texts.',
  hive: 'Exchange of observations with other instances.',
  audit: 'Signed checkpoints and proofs of what the log holds.',
  auth: 'Log in and out as a member of a team.',
  admin: 'For the owner: teams, the log, read models, export, purge and forgetting.',
  service: 'Health, status, statistics, metrics and this document.',
} as const;
type Tag = keyof typeof TAGS;

/** What has to be said of a route for the owner and for admins. */
export const ADMIN = { tag: 'admin', audience: 'admin' } as const satisfies Partial<Route>;

/** Paths that are answered under overload, too, because monitoring needs them most then. */
export const ALWAYS_ANSWERED: readonly string[] = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/v1/metrics',
];

/** True for routes that accept an `Idempotency-Key`. */
export function takesKey({ method, withoutKey = false }: Route): boolean {
  return method === 'POST' && !withoutKey;
}

/** True for routes that answer from read models, and so accept `X-Min-Position`. */
export function readsViews(route: Route): boolean {
  return route.method === 'GET' && audienceOf(route) !== 'public';
}

/** True for routes on which a browser may show its cookie instead of a credential. */
export function takesCookie(route: Route): boolean {
  return !route.withoutCookie && audienceOf(route) !== 'credential';
}

export function audienceOf({ audience = 'data' }: Route): Audience {
  return audience;
}

/** The path of a route as the router writes it. */
export const routedPath = ({ path }: Pick<Route, 'path'>): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1');

/** What fits the path of a route, with a group for each parameter. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** Infers the types of a route literal. */
export function route<
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>(definition: Route<P, Q, B>): Route {
  // The cast is safe: `mount` calls a handler only with the output of the route's own schemas.
  return definition as unknown as Route;
}

/** A route that gets its tag, and who may call it, from its group. */
type Grouped = Omit<Route, 'tag'> & Pick<Operation, 'tag'>;

const withMethod =
  (method: Route['method']) =>
  <
    P extends z.ZodType = z.ZodUnknown,
    Q extends z.ZodType = z.ZodUnknown,
    B extends z.ZodType = z.ZodUnknown,
  >(
    path: Route['path'],
    operationId: string,
    operation: Operation<P, Q, B>,
  ): Grouped =>
    // The cast is safe for the same reason as that of `route`.
    ({ method, path, operationId, ...operation }) as unknown as Grouped;

export const get = withMethod('GET');
export const post = withMethod('POST');
export const put = withMethod('PUT');
export const patch = withMethod('PATCH');
export const del = withMethod('DELETE');

/** Routes with the same tag, and the same callers, except where one says otherwise. */
export function group(
  common: Pick<Route, 'tag' | 'audience'>,
  routes: readonly Grouped[],
): readonly Route[] {
  return routes.map((one) => ({ ...common, ...one }));
}
