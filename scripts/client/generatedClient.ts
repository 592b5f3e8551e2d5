import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The parts of the API document that are read here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const HEADER = `// Generated from the API document by \`npm run client\`. Do not edit.
`;

/** The text of clients/typescript/src/openapi.ts for an API document: its types, and which requests take a key. */
export async function generatedClient(document: Document): Promise<string> {
  const types = await openapiTS(
    // The cast is safe: the service's own document is valid, which redocly checks in a test.
    withoutRefusals(document) as unknown as OpenAPI3,
    { rootTypes: true, rootTypesNoSchemaPrefix: true },
  );
  return [HEADER, astToString(types), keyedPaths(document)].join('\n');
}

/** Every refusal is a Problem, and the client throws it: listing all of them would make the types twice as long. */
function withoutRefusals({ paths, ...rest }: Document): Document {
  const operations = mapValues(paths, (item) =>
    mapValues(item, ({ responses, ...operation }) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(responses).filter(([status]) => Number(status) < 400),
      ),
    })),
  );
  return { ...rest, paths: operations };
}

function keyedPaths({ paths }: Document): string {
  const keyed = Object.entries(paths).filter(([, { post }]) =>
    post?.parameters?.some(({ name }) => name === 'Idempotency-Key'),
  );
  const lines = keyed.map(([path]) => `  '${path}',\n`).join('');
  return `/** The paths whose POST takes an \`Idempotency-Key\`. */
export const KEYED_PATHS: ReadonlySet<string> = new Set([\n${lines}]);
`;
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
