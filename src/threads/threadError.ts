/** What a thread failed with, as an error: what crosses the border of a thread may have lost its class on the way. */
export function threadError(what: string, error: unknown): Error {
  if (error instanceof Error) return error;
  const code = typeof error === 'object' && error && 'code' in error ? error.code : error;
  return new Error(`${what} failed: ${String(code)}`);
}
