import fc from 'fast-check';
import { oddStrings, oddValues } from './oddValues.js';
import {
  type Document,
  examplesOf,
  type Operation,
  operationsOf,
  type Parameter,
} from './openapiDocument.js';
import { valuesOf } from './schemaValues.js';

export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | undefined;
  /** Path of the operation that it was generated from; undefined for a wild request. */
  readonly path?: string;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/x-ndjson',
  'application/json',
  '',
  'x',
];
const ODD_HEADERS = [
  'x-min-position',
  'idempotency-key',
  'x-request-id',
  'accept',
  'content-encoding',
];
const HEADERS = [
  ...ODD_HEADERS,
  'if-none-match',
  'range',
  'x-forwarded-for',
  'origin',
  'cookie',
  'te',
];

/** A placeholder for an identifier from an earlier answer: its kind and its index. */
export const KNOWN = /~(\w+)\.(\d+)~/g;

/** A method has the weight of so many operations at least. */
const TURNS = 8;

/** The kind of resource of a path: its last word, or the one before a parameter. */
export function kindOf(path: string, parameter?: string): string {
  const before = parameter ? path.slice(0, path.indexOf(`{${parameter}}`)) : path;
  return before.match(/\/(\w+)(?!.*\/\w)/)?.[1] ?? '';
}

/** Requests for every operation of a document: valid ones, slightly wrong ones, and wild ones. */
export function apiRequests(document: Document): fc.Arbitrary<ApiRequest> {
  const operations = operationsOf(document);
  // A method of which there are few operations gets its turns as well.
  const weight = (method: string) =>
    Math.ceil(TURNS / operations.filter((one) => one.method === method).length);
  return fc.oneof(
    ...operations.map(({ path, method, operation }) => {
      const right = asDocumented(path, method.toUpperCase(), operation, document);
      const arbitrary = fc.oneof(
        { weight: 3, arbitrary: right },
        { weight: 2, arbitrary: nearly(right) },
      );
      return { weight: weight(method), arbitrary };
    }),
    // Like four operations.
    { weight: 4, arbitrary: wild(Object.keys(document.paths)) },
  );
}

function asDocumented(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
  document: Document,
): fc.Arbitrary<ApiRequest> {
  const inPlace = (place: string, value: (parameter: Parameter) => fc.Arbitrary<unknown>) => {
    const there = parameters.filter((parameter) => parameter.in === place);
    const named = there.map((parameter) => [parameter.name, value(parameter)] as const);
    const requiredKeys = there.flatMap(({ name, required }) => (required ? [name] : []));
    return fc.record(Object.fromEntries(named), { requiredKeys });
  };
  const find = (ref: string) => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  const values = ({ schema }: Parameter) => valuesOf(schema, find);
  const known = ({ name }: Parameter) => fc.nat(11).map((n) => `~${kindOf(path, name)}.${n}~`);
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, media]) =>
    bodyOf(type, valuesOf(media.schema, find), examplesOf(document, media)),
  );
  return fc
    .record({
      path: inPlace('path', (one) => fc.oneof(known(one), known(one), values(one), oddStrings)),
      query: inPlace('query', (one) => mostly(20, values(one), oddStrings)),
      header: mostly(
        3,
        fc.constant({}),
        inPlace('header', () => headerValues),
      ),
      body: bodies.length > 0 ? fc.oneof(...bodies) : fc.constant(undefined),
    })
    .map(({ path: names, query, header, body }) => ({
      method,
      path,
      url: path.replaceAll(/\{(\w+)\}/g, (_, name) => encode(names[name])) + queryString(query),
      headers: { ...strings(header), ...(body && { 'content-type': body.type }) },
      payload: body?.text,
    }));
}

/** A note that is nowhere is refused, whatever else a body says. */
const REFERENCE = /"supersedes":"[^"]*"/;

function bodyOf(type: string, values: fc.Arbitrary<unknown>, examples: readonly unknown[]) {
  const value = fc.oneof(values, fc.constantFrom(...examples));
  return fc.tuple(value, fc.nat(11)).map(([one, n]) => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    return { type, text: text.replace(REFERENCE, `"supersedes":"~observations.${n}~"`) };
  });
}

/** Of `of + 1` values, `of` are of the first kind. */
function mostly<T>(of: number, common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: of, arbitrary: common }, { weight: 1, arbitrary: rare });
}

/** A request with one thing wrong with it. */
function nearly(right: fc.Arbitrary<ApiRequest>): fc.Arbitrary<ApiRequest> {
  const wrong: fc.Arbitrary<Mistake> = fc.oneof(
    fc.record({ kind: fc.constant('member' as const), at: fc.nat(20), value: oddValues }),
    fc.record({ kind: fc.constant('text' as const), at: fc.nat(500), value: oddStrings }),
    fc.record({ kind: fc.constant('type' as const), value: fc.constantFrom(...TYPES) }),
    fc.record({ kind: fc.constant('method' as const), value: fc.constantFrom(...METHODS) }),
    fc.record({ kind: fc.constant('query' as const), name: oddStrings, value: oddStrings }),
    fc.record({
      kind: fc.constant('header' as const),
      name: fc.constantFrom(...HEADERS),
      value: headerValues,
    }),
    fc.record({ kind: fc.constant('size' as const), value: fc.constantFrom(20_000, 40_000) }),
  );
  return fc.tuple(right, wrong).map(([request, mistake]) => withMistake(request, mistake));
}

type Mistake =
  | { readonly kind: 'member'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'text'; readonly at: number; readonly value: string }
  | { readonly kind: 'type' | 'method'; readonly value: string }
  | { readonly kind: 'query' | 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'size'; readonly value: number };

function withMistake(request: ApiRequest, mistake: Mistake): ApiRequest {
  const { payload, headers, url } = request;
  switch (mistake.kind) {
    case 'member':
      return { ...request, payload: payload && withMember(payload, mistake.at, mistake.value) };
    case 'text': {
      const { at, value } = mistake;
      return {
        ...request,
        payload: payload && payload.slice(0, at) + value + payload.slice(at + 1),
      };
    }
    case 'type':
      return {
        ...request,
        payload: payload ?? '{}',
        headers: { ...headers, 'content-type': mistake.value },
      };
    case 'method':
      return { ...request, method: mistake.value };
    case 'query': {
      const pair = `${encode(mistake.name)}=${encode(mistake.value)}`;
      return { ...request, url: `${url}${url.includes('?') ? '&' : '?'}${pair}` };
    }
    case 'header':
      return { ...request, headers: { ...headers, [mistake.name]: mistake.value } };
    case 'size':
      return { ...request, payload: payload?.padEnd(mistake.value) };
  }
}

/** A JSON text with one member replaced, removed or added. */
function withMember(text: string, at: number, value: unknown): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return text + JSON.stringify(value);
  }
  if (typeof parsed !== 'object' || parsed === null) return JSON.stringify(value);
  const names = [...Object.keys(parsed), 'extra', '__proto__'];
  const name = names[at % names.length] ?? 'extra';
  const entries = Object.entries(parsed).filter(([one]) => one !== name);
  const changed = [...entries, ...(at % 3 > 0 ? [[name, value]] : [])];
  if (Array.isArray(parsed)) return JSON.stringify(changed.map(([, one]) => one));
  // Built as text: an object literal would use `__proto__` as its prototype.
  const members = changed.map(([one, v]) => `${JSON.stringify(one)}:${JSON.stringify(v)}`);
  return `{${members.join(',')}}`;
}

/** Requests that match no operation, though some look similar. */
function wild(paths: readonly string[]): fc.Arbitrary<ApiRequest> {
  const segment = fc.oneof(
    oddStrings.map(encode),
    fc.constantFrom('api', 'v1', 'admin', 'auth', '%', '%2F', ';'),
  );
  const path = fc.oneof(
    fc.constantFrom(...paths).map((one) => `/vault-api${one}`),
    fc.constantFrom(...paths).map((one) => one.toUpperCase()),
    fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  );
  return fc.record({
    method: fc.constantFrom(...METHODS),
    url: fc
      .tuple(path, fc.option(oddStrings.map(encode)))
      .map(([one, query]) => (query === null ? one : `${one}?${query}`)),
    headers: fc.dictionary(fc.constantFrom(...HEADERS, 'content-type'), headerValues, {
      maxKeys: 4,
    }),
    payload: fc.option(
      fc.oneof(
        oddStrings,
        oddValues.map((value) => JSON.stringify(value)),
      ),
      {
        nil: undefined,
      },
    ),
  });
}

const headerValues = fc.oneof(
  fc.constantFrom('', '0', '1', '-1', '*/*', 'gzip', 'application/problem+json', 'null'),
  fc.string({ maxLength: 30 }),
  fc.string({ minLength: 256, maxLength: 300 }),
);

const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

function queryString(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function strings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
