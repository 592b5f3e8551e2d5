import type { createDocument } from 'zod-openapi';

/** An API document as zod-openapi makes it. */
type Document = ReturnType<typeof createDocument>;
export type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;

/** All operations of a document. */
export function operationsOf({ paths = {} }: Document): readonly Operation[] {
  return Object.values(paths).flatMap((item): Operation[] => Object.values(item));
}

type Kind = 'headers' | 'responses' | 'parameters';

/** Where a part of the document stands. */
interface Place {
  /** The name of a header or parameter, or the status of a response. */
  readonly name: string;
  readonly part: object;
  readonly put: (reference: { readonly $ref: string }) => void;
}

/**
 * Moves every header, response and parameter that the document repeats to its components, and puts references where it
 * stood. A component is named after its header, status or parameter; the next one of that name gets a number.
 */
export function sharePartsOf(document: Document): void {
  const operations = operationsOf(document);
  const responses = operations.flatMap((operation) => placesIn(operation.responses));
  const headers = responses.flatMap(({ part }) => placesIn('headers' in part && part.headers));
  const parameters = operations.flatMap((operation) => placesIn(operation.parameters));
  // Headers before the responses that they are in.
  share(document, 'headers', headers);
  share(document, 'responses', responses);
  share(document, 'parameters', parameters);
}

/** The places in a list of parts that say their names, or in an object with a part under each name. */
function placesIn(parts: unknown): Place[] {
  if (typeof parts !== 'object' || parts === null) return [];
  return Object.entries(parts).map(([key, part]: [string, object]) => ({
    name: 'name' in part ? String(part.name) : key,
    part,
    put: (reference) => Object.assign(parts, { [key]: reference }),
  }));
}

function share(document: Document, kind: Kind, places: readonly Place[]): void {
  const same = new Map<string, Place[]>();
  for (const place of places) {
    const text = JSON.stringify(place.part);
    same.set(text, [...(same.get(text) ?? []), place]);
  }
  const components: Record<string, object> = {};
  for (const [first, ...others] of same.values()) {
    if (!first || others.length === 0) continue;
    const name = freeName(first.name, components);
    components[name] = first.part;
    for (const { put } of [first, ...others]) put({ $ref: `#/components/${kind}/${name}` });
  }
  document.components = { ...document.components, [kind]: components };
}

function freeName(name: string, taken: object): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}_${number}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}

/** The parts of a media type that are read here. */
interface Media {
  example?: unknown;
  readonly schema: Reference & { readonly items?: Reference };
}
interface Reference {
  readonly $ref?: string;
}

/** The parts of a named schema that are read here. One that extends another has that and what it adds, each as a part. */
interface Named {
  readonly allOf?: readonly (Reference & object)[];
  examples?: readonly unknown[];
}

/**
 * Moves the example of a body or an answer to its schema, if that has a name, so that lists and other answers need none of
 * their own. A schema keeps the first one.
 */
export function shareExamplesOf(document: Document): void {
  const schemas: Record<string, object> = document.components?.schemas ?? {};
  for (const { requestBody, responses = {} } of operationsOf(document)) {
    for (const holder of [requestBody, ...Object.values(responses)]) {
      for (const media of mediaOf(holder)) {
        const example = Array.isArray(media.example) ? media.example[0] : media.example;
        const schema = schemas[nameIn(media.schema.items ?? media.schema)];
        if (!schema || example === undefined) continue;
        Object.assign(schema, { examples: [example], ...schema });
        delete media.example;
      }
    }
  }
  for (const schema of Object.values(schemas)) splitExample(schema, schemas);
}

/** Leaves to the schema that this one extends what both examples have: only what it adds keeps an example here. */
function splitExample(schema: Named, schemas: Readonly<Record<string, Named>>): void {
  const [base, added] = schema.allOf ?? [];
  if (!base || !('$ref' in base) || !added) return;
  const inBase = membersOf(schemas[nameIn(base)]?.examples);
  const own = membersOf(schema.examples);
  const isExtended = Object.entries(inBase).every(
    ([name, value]) => JSON.stringify(own[name]) === JSON.stringify(value),
  );
  if (!isExtended || Object.keys(inBase).length === 0) return;
  const rest = Object.entries(own).filter(([name]) => !(name in inBase));
  delete schema.examples;
  if (rest.length > 0) Object.assign(added, { examples: [Object.fromEntries(rest)] });
}

/** The members of the first example, which is an object wherever a schema extends another. */
function membersOf(examples: readonly unknown[] = []): Readonly<Record<string, unknown>> {
  return { ...(examples[0] as object | undefined) };
}

function nameIn({ $ref }: Reference): string {
  return $ref?.split('/').at(-1) ?? '';
}

function mediaOf(holder: object | undefined): readonly Media[] {
  // The cast is safe: every media type here is made by `responsesOf` or `requestBodyOf`, with a schema.
  return holder && 'content' in holder
    ? Object.values(holder.content as Record<string, Media>)
    : [];
}
