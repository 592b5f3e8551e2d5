/** What a text in JSON says; undefined for any other text. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members of a JSON object or array, none for any other value. Whoever reads one looks at it first: each may be anything. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // The cast is safe: any object has string keys and unknown values.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
