/** What the API says of one field, of all that it says about a request. */
export function errorAt(
  field: string,
  errors: readonly { readonly path: string; readonly message: string }[],
): string | undefined {
  const own = errors.filter(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
  return own.length === 0 ? undefined : own.map(({ message }) => message).join('; ');
}

/** Tags as they stand in a field, one in each line: they may hold commas. */
export function tagsIn(lines: string): string[] {
  return lines
    .split('\n')
    .map((tag) => tag.trim())
    .filter(Boolean);
}
