import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The parts of the API document that are read here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: object;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}
interface Operation {
  /** Empty where the operation is public; left out where it is as for the whole document. */
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly responses: Readonly<Record<string, object>>;
}
interface Parameter {
  readonly name: string;
}

interface Reference {
  readonly $ref: string;
}

/** What every read takes: the document says it once, for all. */
const MIN_POSITION = {
  in: 'header',
  name: 'X-Min-Position',
  schema: { type: 'integer' },
  description: 'Answer only from read models that have applied the log up to this position.',
};

const HEADER = `// Generated from the API document by \`npm run client\`. Do not edit.
`;

/** The text of clients/typescript/src/openapi.ts for an API document: its types, and which requests take a key. */
export async function generatedClient(document: Document): Promise<string> {
  const operations = operationsIn(document);
  const types = await openapiTS(
    // The cast is safe: the service's own document is valid, which redocly checks in a test.
    {
      ...document,
      paths: operations,
      components: { schemas: document.components.schemas },
    } as unknown as OpenAPI3,
    { rootTypes: true, rootTypesNoSchemaPrefix: true },
  );
  return [HEADER, astToString(types), keyedPaths(operations)].join('\n');
}

/** The operations as callers know them: without refusals. Every refusal is a Problem, and the client throws it. */
function operationsIn({ paths, components }: Document) {
  return mapValues(paths, (item) =>
    mapValues(item, ({ responses, parameters = [], ...operation }, method) => ({
      ...operation,
      parameters: [
        ...parameters.map((one) => parameterOf(one, components.parameters)),
        ...(method === 'get' && operation.security?.length !== 0 ? [MIN_POSITION] : []),
      ],
      // What operations share, and refer to, are refusals.
      responses: Object.fromEntries(
        Object.entries(responses).filter(([status]) => Number(status) < 400),
      ),
    })),
  );
}

/** A parameter that operations share, where it is referred to. Throws for a reference that leads nowhere. */
function parameterOf(one: Parameter | Reference, shared: Readonly<Record<string, Parameter>>) {
  if ('name' in one) return one;
  const found = shared[one.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${one.$ref} leads nowhere`);
  return found;
}

function keyedPaths(paths: ReturnType<typeof operationsIn>): string {
  const keyed = Object.entries(paths).filter(([, { post }]) =>
    post?.parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  const lines = keyed.map(([path]) => `  '${path}',\n`).join('');
  return `/** The paths whose POST takes an \`Idempotency-Key\`. */
export const KEYED_PATHS: ReadonlySet<string> = new Set([\n${lines}]);
`;
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
