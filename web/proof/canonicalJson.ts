/** A value that JSON can say. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** JSON without spaces, the keys of each object in the order of their UTF-16 units: the one form that is hashed. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, of]) => `${JSON.stringify(key)}:${canonicalJson(of)}`).join(',')}}`;
}

// Array.isArray does not narrow a readonly array.
const isList = (value: object): value is readonly Json[] => Array.isArray(value);
