import fc from 'fast-check';

/** The part of JSON Schema that the API document uses for requests. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

/** Other tests cover long values. Short ones allow more requests here. */
const MAX_LENGTH = 60;

/** Values that are valid for a schema. `find` resolves its references. */
export function valuesOf(schema: Schema, find: (ref: string) => Schema): fc.Arbitrary<unknown> {
  const values = (part: Schema): fc.Arbitrary<unknown> => valuesOf(part, find);
  if (schema.$ref) return values(find(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(values));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(values)).map(merged);
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return schema.example ? fc.constant(schema.example) : fc.jsonValue();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, values)));
}

function valuesOfType(
  type: string,
  schema: Schema,
  values: (part: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return strings(schema);
    case 'integer':
    case 'number': {
      const min = schema.minimum ?? -1000;
      return fc.integer({ min, max: Math.max(min, Math.min(schema.maximum ?? 1000, 1_000_000)) });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const maxLength = Math.min(schema.maxItems ?? 4, 4);
      const minLength = Math.min(schema.minItems ?? 0, maxLength);
      return fc.array(values(schema.items ?? {}), { minLength, maxLength });
    }
    case 'object': {
      const members = Object.entries(schema.properties ?? {});
      return fc.record(Object.fromEntries(members.map(([name, part]) => [name, values(part)])), {
        requiredKeys: [...(schema.required ?? [])],
      });
    }
    default:
      throw new Error(`no values are known for the type ${type}`);
  }
}

function strings({ pattern, format, minLength = 0, maxLength = MAX_LENGTH, example }: Schema) {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  if (format === 'date-time') return times;
  const any = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.min(maxLength, MAX_LENGTH),
  });
  // Examples, because earlier requests have saved these words and names.
  return typeof example === 'string' ? fc.oneof(any, fc.constant(example)) : any;
}

const times = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const merged = (parts: unknown[]) => Object.assign({}, ...parts);
