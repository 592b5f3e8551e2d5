import { finished, Readable } from 'node:stream';
import type { Parts } from '../app/app.js';
import { responseOf } from '../connect/fetchService.js';
import { Rejection } from '../domain/rejection.js';
import { answer } from './answer.js';
import { problemOf } from './answers/problem.js';
import { authorize } from './door/authorize.js';
import type { Metrics } from './metrics/metrics.js';
import { BatchBody } from './request/bodies.js';
import { parseJson } from './request/json.js';
import { isDecodable, parseQuery } from './request/url.js';
import {
  type AnswerHead,
  type Asked,
  audienceOf,
  pathPattern,
  type Route,
  routedPath,
} from './route.js';

/** Whose calls are answered in this process, and what counts them. */
interface Within extends Pick<Asked, 'id' | 'log'> {
  readonly countRequest?: Metrics['countRequest'];
}

/**
 * A `fetch` that is answered in this process, without a server: credentials, validation and answers are those of the routes.
 * The rules for requests from outside, such as the rate limit, do not apply: a call from outside that leads to these was
 * counted itself.
 */
export function fetchIn(
  parts: Parts,
  find: RouteFinder,
  { id, log, countRequest }: Within,
): (asked: Request) => Promise<Response> {
  return async (asked) => {
    const since = performance.now();
    const { method, headers } = asked;
    const { pathname, search } = new URL(asked.url);
    const { route, params } = isDecodable(pathname) ? find(method, pathname) : UNREADABLE;
    const reply = new Head();
    const ends: (() => void)[] = [];
    const answered = async () => {
      if (!params)
        throw new Rejection('invalid_parameter', 'path: must be valid percent-encoded UTF-8');
      if (!route) throw new Rejection('not_found', 'there is no such path: see /openapi.json');
      const request: Asked = {
        id,
        log,
        headers: Object.fromEntries(headers),
        originalUrl: `${pathname}${search}`,
        protocol: 'http',
        params,
        query: parseQuery(search.slice(1)),
        body: await bodyOf(asked, route, parts.vault.config.bodyLimit),
        raw: { rawHeaders: [...headers].flat() },
      };
      const caller = await authorize(parts, route, request);
      return answer(parts, route, { caller, request, reply, whenOver: (then) => ends.push(then) });
    };
    const body = await answered().catch((error) => {
      // A handler that failed may have said that it sends something else.
      reply.type('application/json; charset=utf-8');
      return problemOf(error, { id, log }, reply);
    });
    const over = () => {
      for (const then of ends) then();
    };
    if (body instanceof Readable) finished(body, over);
    else over();
    if (route) {
      const seconds = (performance.now() - since) / 1000;
      countRequest?.(method, routedPath(route), reply.statusCode, seconds);
    }
    return responseOf(reply.statusCode, reply.headers, bytesOf(body, reply));
  };
}

/** What is found at a path that is no text. */
const UNREADABLE = { route: undefined, params: undefined };

/** The head of an answer that is not sent. */
class Head implements AnswerHead {
  statusCode = 200;
  readonly headers: Record<string, string | number> = {};

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  header(name: string, value: string | number): this {
    this.headers[name] = value;
    return this;
  }

  type(contentType: string): this {
    return this.header('content-type', contentType);
  }

  getHeader(name: string): string | number | undefined {
    return this.headers[name];
  }
}

function bytesOf(body: unknown, reply: Head): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  // The cast is safe: Node's type of a web stream and that of `fetch` are two declarations of one class.
  if (body instanceof Readable) return Readable.toWeb(body) as ReadableStream<Uint8Array>;
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  if (typeof body === 'string') return Uint8Array.from(Buffer.from(body));
  if (body === undefined) return new Uint8Array();
  if (reply.getHeader('content-type') === undefined) reply.type('application/json; charset=utf-8');
  return Uint8Array.from(Buffer.from(JSON.stringify(body)));
}

async function bodyOf(asked: Request, route: Route, usualMost: number): Promise<unknown> {
  const bytes = Buffer.from(await asked.arrayBuffer());
  const most = route.bodyLimit ?? usualMost;
  if (bytes.length > most) throw new Rejection('payload_too_large', 'the body is too large');
  if (!route.ndjson) return bytes.length === 0 ? undefined : parseJson(bytes);
  const form = asked.headers.get('content-type')?.includes('ndjson') ? 'lines' : 'array';
  return new BatchBody(form, Readable.from([bytes]));
}

/** Finds the route of a path, whose parameters it decodes; without a route where there is none. */
export type RouteFinder = (
  method: string,
  path: string,
) => { readonly route?: Route; readonly params: Readonly<Record<string, string>> };

/** Finds the routes that are answered in this process: all but those of a hub, since a server checks their key. To be made once. */
export function routeFinder(routes: readonly Route[]): RouteFinder {
  // A path without parameters comes first: `/sessions/all` is also a `/sessions/{id}`.
  const fewestFirst = routes
    .filter((route) => audienceOf(route) !== 'hub')
    .map((route) => ({ route, pattern: pathPattern(route.path) }))
    .sort((a, b) => parametersIn(a.route) - parametersIn(b.route));
  return (method, path) => {
    for (const { route, pattern } of fewestFirst) {
      const found = route.method === method && pattern.exec(path);
      if (!found) continue;
      const given = Object.entries(found.groups ?? {});
      const params = given.map(([name, value]) => [name, decodeURIComponent(value)] as const);
      return { route, params: Object.fromEntries(params) };
    }
    return { params: {} };
  };
}

const parametersIn = ({ path }: Route) => path.split('{').length;
