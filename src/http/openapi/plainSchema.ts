import type { ZodOpenApiOverrideContext } from 'zod-openapi';

/**
 * Shortens a schema that zod makes. Leaves out what every number and every JSON object fulfils, that no count in an answer
 * is negative, and that answers have no further members: they may get some. A type that may be null is written as two
 * types, not as a choice.
 */
export function plainSchema({ jsonSchema, io }: ZodOpenApiOverrideContext): void {
  const { maximum, minimum, propertyNames, additionalProperties, anyOf = [] } = jsonSchema;
  if (io === 'output' && minimum === 0) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (propertyNames) delete jsonSchema.propertyNames;
  if (additionalProperties === false) delete jsonSchema.additionalProperties;
  const [one, other, ...more] = anyOf;
  if (typeof one?.type !== 'string' || other?.type !== 'null' || more.length > 0) return;
  // Null would have to be one of its values, too.
  if (one.enum || 'const' in one) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...one, ...jsonSchema, type: [one.type, 'null'] });
}
