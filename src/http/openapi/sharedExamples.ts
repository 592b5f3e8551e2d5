import { type Document, operationsOf } from './document.js';

/** The parts of a media type that are read here. */
interface Media {
  example?: unknown;
  readonly schema: Reference & { readonly items?: Reference };
}
interface Reference {
  readonly $ref?: string;
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
        const { $ref } = media.schema.items ?? media.schema;
        const example = Array.isArray(media.example) ? media.example[0] : media.example;
        const schema = schemas[$ref?.split('/').at(-1) ?? ''];
        if (!schema || example === undefined) continue;
        Object.assign(schema, { examples: [example], ...schema });
        delete media.example;
      }
    }
  }
}

function mediaOf(holder: object | undefined): readonly Media[] {
  // The cast is safe: every media type here is made by `responsesOf` or `requestBodyOf`, with a schema.
  return holder && 'content' in holder
    ? Object.values(holder.content as Record<string, Media>)
    : [];
}
