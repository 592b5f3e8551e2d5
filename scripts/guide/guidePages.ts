import { posix } from 'node:path';

/** Where the service shows the guide. Its index is `docs/README.md`. */
export const GUIDE = '/docs/guide';

/** The pages of the repository's root that belong to the guide. */
export const ROOT_PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
] as const;

/**
 * The address of a page by its path in the repository: `docs/agents.md` is `/docs/guide/agents`, `docs/cluster/README.md` is
 * `/docs/guide/cluster`, and `SECURITY.md` is `/docs/guide/security`.
 */
export function addressOf(path: string): string {
  const inDocs = /^docs\/(.*)\.md$/.exec(path)?.[1];
  if (inDocs === undefined) return `${GUIDE}/${path.replace(/\.md$/, '').toLowerCase()}`;
  const bare = inDocs.replace(/(^|\/)README$/, '');
  return bare === '' ? GUIDE : `${GUIDE}/${bare}`;
}

/** A link of a page as the guide has it: an address of its own or elsewhere; undefined for what the guide does not show. */
export function linkOf(from: string, target: string, there: ReadonlySet<string>) {
  // Examples name the service that somebody runs on this machine: here, that is the service that shows the guide.
  const own = /^http:\/\/127\.0\.0\.1:7437(\/.*)?$/.exec(target);
  if (own) return own[1] ?? '/';
  if (/^(?:https?:\/\/|mailto:)/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return end;
  const file = posix.join(posix.dirname(from), path).replace(/\/$/, '');
  const page = [file, `${file}/README.md`].find((one) => there.has(one));
  return page === undefined ? undefined : `${addressOf(page)}${end}`;
}

/** Where the guide has a picture of the docs; undefined for one that lies elsewhere. */
export function pictureOf(from: string, target: string): string | undefined {
  if (target.includes(':')) return undefined;
  const file = posix.join(posix.dirname(from), target);
  return /^docs\/.+\.(?:webp|svg)$/.test(file) ? file.slice('docs/'.length) : undefined;
}
