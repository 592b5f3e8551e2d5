import { z } from 'zod';
import type { ZodOpenApiOverrideContext } from 'zod-openapi';

const LIMITS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
] as const;

/**
 * Shortens a schema that zod makes. Leaves out what every number and every JSON object fulfils, the limits of what is in an
 * answer, and that answers have no further members: they may get some. A type that may be null is written as two types,
 * not as a choice.
 */
export function plainSchema({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext): void {
  const { maximum, minimum, propertyNames, additionalProperties, anyOf = [] } = jsonSchema;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // A named schema is the same in requests and answers.
  if (io === 'output' && !z.globalRegistry.get(zodSchema)?.id) {
    for (const limit of LIMITS) delete jsonSchema[limit];
  }
  // What has one character that is no space is not empty.
  if (jsonSchema.minLength === 1 && jsonSchema.pattern === '\\S') delete jsonSchema.minLength;
  if (propertyNames) delete jsonSchema.propertyNames;
  // Beside a reference, it would forbid the members of what is referred to.
  const isAnswer = io === 'output' || jsonSchema.$ref !== undefined;
  if (isAnswer && additionalProperties === false) delete jsonSchema.additionalProperties;
  const [one, other, ...more] = anyOf;
  if (typeof one?.type !== 'string' || other?.type !== 'null' || more.length > 0) return;
  // Null would have to be one of its values, too.
  if (one.enum || 'const' in one) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...one, ...jsonSchema, type: [one.type, 'null'] });
}
