import { type Document, operationsOf } from './document.js';

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
