import { testClient } from './client.js';
import { testApp } from './testApp.js';

export interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Record<string, { value: unknown }>;
}
interface Body {
  readonly description?: string;
  readonly content?: Record<string, Media>;
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: object }[];
  readonly requestBody?: Body;
  readonly responses: Record<string, Body>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
}

/** The answer of `/openapi.json`. */
export async function documentOf(): Promise<Document> {
  const client = await testClient(await testApp());
  return (await client.call('GET', '/openapi.json')).json();
}

/** The operations of a document. Throws when it has none, so that no check of all of them passes on none. */
export function operationsOf({ paths }: Document) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  if (operations.length === 0) throw new Error('the document has no operations');
  return operations;
}
