import { testClient } from './client.js';
import type { Schema } from './schemaValues.js';
import { testApp } from './testApp.js';

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}
interface Body {
  readonly description?: string;
  readonly headers?: Record<string, object>;
  readonly content?: Record<string, Media>;
}
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Reference {
  readonly $ref: string;
}
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Record<string, Body>;
}
/** An operation as the document has it: what it shares with others is in the components. */
type Written = Omit<Operation, 'parameters' | 'responses'> & {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly responses: Record<string, Body | Reference>;
};
export interface Document {
  readonly openapi: string;
  readonly info: {
    readonly version: string;
    readonly 'x-service-version': string;
    readonly description: string;
  };
  readonly servers: { readonly url: string }[];
  readonly paths: Record<string, Record<string, Written>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly responses: Record<string, Body>;
    readonly parameters: Record<string, Parameter>;
  };
}

/** The examples of a body or an answer: its own, or that of its named schema, of which it may be a list. */
export function examplesOf(
  { components }: Pick<Document, 'components'>,
  { schema, example }: Media,
) {
  if (example !== undefined) return [example];
  const examples = examplesIn(schema.items ?? schema, components.schemas);
  return schema.items ? examples.map((one) => [one]) : examples;
}

/** The examples of a schema. What extends another has the members of both. */
function examplesIn(
  { $ref, allOf, examples }: Schema,
  schemas: Readonly<Record<string, Schema>>,
): readonly unknown[] {
  if ($ref) return examplesIn(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (examples || !allOf) return examples ?? [];
  const parts = allOf.flatMap((part) => examplesIn(part, schemas).slice(0, 1));
  return parts.length > 0 ? [Object.assign({}, ...parts)] : [];
}

let text: string | undefined;

/** The answer of `/openapi.json`, which is always the same: a service is asked once. */
export async function documentOf(): Promise<Document> {
  if (text === undefined) {
    const client = await testClient(await testApp());
    text = (await client.call('GET', '/openapi.json')).body;
  }
  return JSON.parse(text);
}

/**
 * The operations of a document, with what they share put in. Throws when it has none, so that no check of all of them passes
 * on none.
 */
export function operationsOf({ paths, components }: Pick<Document, 'paths' | 'components'>) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters, responses, ...written }]) => {
      const operation: Operation = {
        ...written,
        ...(parameters && {
          parameters: parameters.map((one) => found(one, components.parameters)),
        }),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, one]) => [
            status,
            found(one, components.responses),
          ]),
        ),
      };
      return { path, method, operation };
    }),
  );
  if (operations.length === 0) throw new Error('the document has no operations');
  return operations;
}

/** What a reference stands for, or the part itself. Throws for a reference that leads nowhere. */
function found<T extends object>(one: T | Reference, parts: Readonly<Record<string, T>>): T {
  if (!('$ref' in one)) return one;
  const part = parts[one.$ref.split('/').at(-1) ?? ''];
  if (!part) throw new Error(`${one.$ref} leads nowhere`);
  return part;
}
