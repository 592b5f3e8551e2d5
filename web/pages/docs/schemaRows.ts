import { type ApiDocument, resolved, type Schema } from './apiDocument.js';
import { isLong, limitsOf } from './limitsOf.js';

/** A line about a member of a schema. */
export interface SchemaRow {
  /** Where it stands, such as `errors[].path`; unique in a table. */
  readonly path: string;
  /** Empty for one of several forms, which `type` names; the rows after it are its members. */
  readonly name: string;
  /** 0 for a member of the schema itself, 1 for a member of that. */
  readonly depth: number;
  readonly type: string;
  readonly isRequired: boolean;
  readonly limits: readonly string[];
  /** The values that it may have; empty for any. */
  readonly values: readonly string[];
  readonly description: string;
}

/** A schema with what it refers to put in; `null` as one of its forms is taken out. */
interface Flat extends Schema {
  /** Of the named schema that it is. */
  readonly called?: string | undefined;
  readonly isNullable: boolean;
}

/** Where in the tree of a schema a row is made. */
interface At {
  readonly path: string;
  readonly depth: number;
  /** The named schemas whose members the table has so far: each is shown once, so one that holds itself ends. */
  readonly shown: Set<string>;
}

/** The rows of what a body or an answer holds. What has a name is shown where it is first met. */
export function schemaRows(document: ApiDocument, schema: Schema): readonly SchemaRow[] {
  return rowsIn(document, flat(document, schema), { path: '', depth: 0, shown: new Set() });
}

/** What a schema is, in a few words: `array of Observation`, `string or null`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  return typeText(document, flat(document, schema));
}

/** The row of a single value, such as that of a parameter. */
export function valueRow(document: ApiDocument, name: string, schema: Schema): SchemaRow {
  return rowOf(document, name, flat(document, schema), false, {
    path: '',
    depth: 0,
    shown: new Set(),
  });
}

function rowsIn(document: ApiDocument, schema: Flat, at: At): readonly SchemaRow[] {
  if (schema.items) {
    return rowsIn(document, flat(document, schema.items), { ...at, path: `${at.path}[]` });
  }
  if (schema.called !== undefined) {
    if (at.shown.has(schema.called)) return [];
    at.shown.add(schema.called);
  }
  const options = optionsOf(schema);
  if (options.length > 0 && !schema.properties) return optionRows(document, options, at);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const member = flat(document, one);
    const path = at.path === '' ? name : `${at.path}.${name}`;
    const here = { ...at, path };
    return [
      rowOf(document, name, member, schema.required?.includes(name) === true, here),
      ...rowsIn(document, member, { ...here, depth: at.depth + 1 }),
    ];
  });
  return members;
}

/** The forms of a choice, each with its members. Of plain values, the type of the choice says all. */
function optionRows(
  document: ApiDocument,
  options: readonly Schema[],
  at: At,
): readonly SchemaRow[] {
  const forms = options.map((one) => flat(document, one));
  const withMembers = forms.filter((form) => form.properties || form.items);
  if (withMembers.length === 0) return [];
  return forms.flatMap((form, n) => {
    const here = { ...at, path: `${at.path}(${n + 1})` };
    const row = {
      ...rowOf(document, '', form, false, here),
      type: typeText(document, form),
    };
    return [row, ...rowsIn(document, form, { ...here, depth: at.depth + 1 })];
  });
}

function rowOf(
  document: ApiDocument,
  name: string,
  schema: Flat,
  isRequired: boolean,
  { path, depth }: At,
): SchemaRow {
  const inner = schema.items ? flat(document, schema.items) : schema;
  return {
    path,
    name,
    depth,
    isRequired,
    type: typeText(document, schema),
    limits: [...limitsOf(schema), ...(inner === schema ? [] : limitsOf(inner))],
    values: (inner.enum ?? []).map(String),
    description: schema.description ?? '',
  };
}

function typeText(document: ApiDocument, schema: Flat): string {
  const text = plainType(document, schema);
  return schema.isNullable ? `${text} or null` : text;
}

function plainType(document: ApiDocument, schema: Flat): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.items) return `array of ${typeText(document, flat(document, schema.items))}`;
  if (schema.properties) return schema.called ?? 'object';
  const options = optionsOf(schema);
  if (options.length > 0) {
    const texts = options.map((one) => typeText(document, flat(document, one)));
    return [...new Set(texts)].join(' or ');
  }
  if (typeof schema.additionalProperties === 'object' && schema.type === 'object') {
    return `map of ${typeText(document, flat(document, schema.additionalProperties))}`;
  }
  const types = typesOf(schema);
  if (types.length === 0) return 'any';
  const text = types.join(' or ');
  if (schema.format) return `${text}, ${schema.format}`;
  // Its pattern says less to people than its name.
  return schema.called !== undefined && isLong(schema.pattern)
    ? `${text} (${schema.called})`
    : text;
}

function typesOf({ type = [] }: Schema): readonly string[] {
  return (typeof type === 'string' ? [type] : type).filter((one) => one !== 'null');
}

function optionsOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
}

/** Puts in what a schema refers to and extends, and takes null out of its forms. */
function flat(document: ApiDocument, schema: Schema): Flat {
  const { $ref, ...own } = schema;
  if ($ref !== undefined) {
    const named = flat(document, resolved<Schema>(document, { $ref }));
    return { ...named, ...own, called: named.called ?? $ref.split('/').at(-1) };
  }
  const parts = (own.allOf ?? []).map((part) => flat(document, part));
  const merged: Schema = {
    ...own,
    ...(parts.length > 0 && {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
      required: [...parts.flatMap(({ required = [] }) => required), ...(own.required ?? [])],
    }),
  };
  const choices = merged.anyOf ?? merged.oneOf ?? [];
  const isNullable =
    choices.some(({ type }) => type === 'null') ||
    (Array.isArray(merged.type) && merged.type.includes('null'));
  const [only, ...more] = optionsOf(merged);
  // A choice between one thing and null is that thing.
  if (only && more.length === 0 && choices.length > 1) {
    const { anyOf: _, oneOf: __, ...outer } = merged;
    return { ...flat(document, only), ...outer, isNullable: true };
  }
  return { ...merged, isNullable };
}
