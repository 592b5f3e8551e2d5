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

export const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
