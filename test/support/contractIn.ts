import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

interface Declared {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Contract {
  readonly paths: Record<string, Record<string, { responses: Record<string, Declared> }>>;
  readonly components: { readonly schemas: object };
}
/** The parts of an API document that are read here. */
interface ApiDocument {
  readonly info: { readonly description: string };
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, Declared | Reference> }>
  >;
  readonly components: {
    readonly responses: Record<string, object>;
    readonly schemas: Record<string, object>;
  };
}
interface Reference {
  readonly $ref: string;
}

/**
 * Checks answers against an API document. An operation, a status, a code of a refusal or a member of an answer that it does not
 * declare fails the test.
 */
export function contractIn(document: ApiDocument) {
  const contract = strictly(document);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // The cast is needed because the package is CommonJS and its default export is the function itself.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(contract, 'openapi');
  const paths = Object.keys(contract.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    // Literal paths first: `/sessions/all` before `/sessions/{id}`.
    parameters: template.split('{').length,
  }));
  paths.sort((a, b) => a.parameters - b.parameters);

  return (method: string, url: string, response: LightMyRequestResponse) => {
    const path = (url.split('?')[0] ?? '').replace(/^\/vault-api(?=\/)/, '');
    const found = paths.find(
      ({ template, pattern }) =>
        pattern.test(path) && contract.paths[template]?.[method.toLowerCase()],
    );
    if (!found) return expectProblem(ajv, response);
    const responses = contract.paths[found.template]?.[method.toLowerCase()]?.responses ?? {};
    if (response.statusCode >= 500 && !(response.statusCode in responses)) {
      expectProblem(ajv, response);
      const code = `\`${response.json().code}\``;
      expect(document.info.description, code).toMatch(
        new RegExp(`${response.statusCode} [^;]*${code}`),
      );
      return;
    }
    const status = response.statusCode in responses ? String(response.statusCode) : '4XX';
    const declared = responses[status];
    const where = `${method} ${found.template} ${response.statusCode}`;
    if (declared && !declared.content) {
      expect(response.body, where).toBe('');
      return;
    }
    const type = String(response.headers['content-type']).split(';')[0] ?? '';
    expect(Object.keys(declared?.content ?? {}), `${where} is not declared`).toContain(type);
    if (!/^application\/(problem\+)?json$/.test(type)) return;
    const pointer = ['paths', found.template, method.toLowerCase(), 'responses']
      .concat(status, 'content', type, 'schema')
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const validate = ajv.getSchema(`openapi#/${pointer}`);
    if (!validate) throw new Error(`${where} has no schema`);
    const body = response.json();
    const valid = validate(body);
    expect(valid, `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    if (response.statusCode < 400 || !('code' in body)) return;
    const code = `\`${body.code}\``;
    const expected = status === '4XX' ? `${response.statusCode} [^;]*${code}` : code;
    expect(declared?.description, `${where} ${code}`).toMatch(new RegExp(expected));
  };
}

/** Answers that the document does not describe: refusals, and answers to HEAD and preflights. */
function expectProblem(ajv: Ajv2020, response: LightMyRequestResponse): void {
  if (response.statusCode < 400 || response.body === '') return;
  const validate = ajv.getSchema('openapi#/components/schemas/Problem');
  expect(validate?.(response.json()), ajv.errorsText(validate?.errors)).toBe(true);
}

/**
 * The parts of a document that answers are checked with. Responses stand where they are referred to, and what the document
 * does not have is not allowed: the service may add members to its answers, but not without a word in its document.
 */
function strictly({ paths, components }: ApiDocument): Contract {
  const { responses, schemas } = components;
  return {
    // The cast is safe: `closed` adds to schemas and changes nothing else.
    paths: mapped(paths, (item) =>
      mapped(item, (operation) => ({
        responses: mapped(operation.responses, (one) =>
          closed('$ref' in one ? (responses[one.$ref.split('/').at(-1) ?? ''] ?? {}) : one),
        ),
      })),
    ) as Contract['paths'],
    // Closed where they are referred to, because there they may be a part of another schema (`allOf`).
    components: { schemas: mapped(schemas, closedInside) },
  };
}

/** A part of the document in which every object has only the members that are in its schema. */
function closed(part: object): object {
  const isObject = '$ref' in part || 'properties' in part || 'allOf' in part;
  const isOpen = !isObject || 'additionalProperties' in part;
  return isOpen ? closedInside(part) : { ...closedInside(part), unevaluatedProperties: false };
}

function closedInside(part: object): object {
  return mapped<unknown, unknown>({ ...part }, (value, key) =>
    closedValue(value, key === 'allOf' ? closedInside : closed),
  );
}

function closedValue(value: unknown, close: (part: object) => object): unknown {
  if (Array.isArray(value)) return value.map((one) => closedValue(one, close));
  return typeof value === 'object' && value !== null ? close(value) : value;
}

function mapped<T, U>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => U) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
