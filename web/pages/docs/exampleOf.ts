import { type ApiDocument, type Media, resolved, type Schema } from './apiDocument.js';

/** An example of a schema: the one that it brings, or one that is made of its parts. */
export function exampleOf(
  document: ApiDocument,
  schema: Schema,
  seen: readonly string[] = [],
): unknown {
  const { $ref } = schema;
  if ($ref !== undefined) {
    // A schema that holds itself ends here.
    if (seen.includes($ref)) return null;
    return exampleOf(document, resolved<Schema>(document, { $ref }), [...seen, $ref]);
  }
  if (schema.examples?.length) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(document, part, seen)));
  }
  const [option] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (option) return exampleOf(document, option, seen);
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'array':
      return schema.items ? [exampleOf(document, schema.items, seen)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'date-time' ? '2026-11-20T09:30:00Z' : '…';
    case 'object': {
      const required = Object.entries(schema.properties ?? {}).filter(([name]) =>
        schema.required?.includes(name),
      );
      return Object.fromEntries(
        required.map(([name, one]) => [name, exampleOf(document, one, seen)]),
      );
    }
    default:
      return null;
  }
}

/** The example of a body or an answer as text, as it is sent. */
export function exampleText(document: ApiDocument, media: Media): string {
  const example = media.example ?? (media.schema && exampleOf(document, media.schema));
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}
