import type { z } from 'zod';

/**
 * An object in which at least one of these optional fields has to be given, that is, neither left out nor null. The API
 * document says the same.
 */
export function atLeastOne<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  names: readonly (keyof S & string)[],
) {
  const onlyNulls = Object.fromEntries(names.map((name) => [name, { type: 'null' }]));
  const listed = [names.slice(0, -1).join(', '), ...names.slice(-1)].join(' and ');
  return schema
    .refine(
      // The fields are those of the schema; the compiler does not see it through the generic.
      (fields) => names.some((name) => (fields as Record<string, unknown>)[name] !== undefined),
      `must give at least one of ${listed}`,
    )
    .meta({ minProperties: 1, not: { properties: onlyNulls } });
}
