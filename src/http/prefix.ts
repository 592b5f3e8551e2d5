const PREFIX = '/vault-api';

/** Every path is also served under `/vault-api`, taken off before routing as a whole path segment. */
export function withoutPrefix(url: string): string {
  if (!url.startsWith(PREFIX)) return url;
  const rest = url.slice(PREFIX.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}
