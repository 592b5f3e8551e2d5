import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '../app/app.js';
import type { RequestContext } from '../commands/handle.js';
import type { Caller } from '../domain/caller.js';
import type { RejectionCode } from '../domain/rejection.js';

/** What a handler gets: parsed, and trusted from here on. */
export interface Call<P, Q, B> {
  readonly app: App;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: Caller;
  /** Who asks, for a command. */
  readonly context: RequestContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Who may call a route. `public`: everybody, credentials are not looked at. `data`: everybody on an
 * open vault, else a member or the owner. `member`: with a session token. `admin`: the owner, or a
 * member whose role that is.
 */
export type Access = 'public' | 'data' | 'member' | 'admin' | 'hub';

/** An answer that goes well. */
export interface Answer {
  readonly description: string;
  /** A zod schema for JSON, or the content type of anything else; left out where there is no body. */
  readonly content?: z.ZodType | `${string}/${string}`;
  readonly example?: unknown;
  /** The same as server-sent events, for who accepts only these: an example of one. */
  readonly stream?: string;
  /** Response headers beside those that every answer has, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation: what the router, the validation and the OpenAPI document are made from. */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `{name}`. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** A request body as a caller would send it. */
  readonly example?: unknown;
  /** Who may call it; `data` unless it says otherwise. */
  readonly access?: Access;
  /** Names what is done, for an administrative act that the log would not show otherwise. */
  readonly act?: string;
  /** Answers by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** What it may be refused with, beside what every operation may. */
  readonly errors: readonly RejectionCode[];
  /** The largest body in bytes, and the types it may have, where they are not the usual ones. */
  readonly bodyLimit?: number;
  readonly ndjson?: boolean;
  readonly handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => unknown;
}

export const TAGS = {
  observations: 'Save, find, read, revise and forget typed notes.',
  projects: 'Context, timeline, summary, conventions and phase of each project.',
  sessions: 'Work sessions of agents and people.',
  prompts: 'Named, versioned texts.',
  hive: 'Exchange of observations with other instances.',
  audit: 'Signed checkpoints and proofs of what the log holds.',
  auth: 'Log in and out as a member of a team.',
  admin: 'For the owner: teams, the log, read models, export and purge.',
  service: 'Health, status, statistics, metrics and this document.',
} as const;
export type Tag = keyof typeof TAGS;

/** Answered under overload too: who watches the service must hear how it is. */
export const ALWAYS_ANSWERED: readonly string[] = ['/healthz', '/readyz', '/api/v1/metrics'];

/** True for what is answered from read models, and so may be asked to wait for them. */
export function readsViews(route: Route): boolean {
  return route.method === 'GET' && accessTo(route) !== 'public';
}

export function accessTo({ access = 'data' }: Route): Access {
  return access;
}

/** Gives a route literal its types. */
export function route<
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>(definition: Route<P, Q, B>): Route {
  // The handler is only ever called with what its own schemas have parsed (`http/mount.ts`).
  return definition as unknown as Route;
}
