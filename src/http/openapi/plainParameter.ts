import type { Operation } from './document.js';

type Parameter = NonNullable<Operation['parameters']>[number];
type Schema = Extract<NonNullable<Extract<Parameter, { in: string }>['schema']>, object>;

/**
 * A parameter as a query string or a header can have it: never null. An optional field of a body may be null, and parameters are
 * made of the same schemas (`optional`). Its schema does not repeat its description.
 */
export function plainParameter(parameter: Parameter): Parameter {
  if (!('schema' in parameter) || !parameter.schema) return parameter;
  const { description: _, ...schema } = notNull(parameter.schema);
  return { ...parameter, schema };
}

/** The schema of a value that may be null is written in one of two ways: with a list of types, or as a choice. */
function notNull(schema: Schema): Schema {
  if ('type' in schema && Array.isArray(schema.type)) {
    const [type, ...more] = schema.type.filter((one) => one !== 'null');
    return more.length > 0 ? schema : { ...schema, type };
  }
  if (!('anyOf' in schema) || !schema.anyOf) return schema;
  const { anyOf, ...outer } = schema;
  const [only, ...more] = anyOf.filter((one) => !('type' in one && one.type === 'null'));
  return more.length > 0 ? schema : { ...only, ...outer };
}
