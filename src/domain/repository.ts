import { isLayer } from './layers.js';
import { projectKey } from './names.js';

/** A repository, and the project that it is. */
export interface Binding {
  /**
   * What tells it from all others of its name: `host/owner/repo`, with as many parts as its address has, and without the host where that
   * is a nickname of one machine, as in the configuration of ssh. There is no account, password, port or `.git` in it.
   */
  readonly repository: string;
  /** The project that its notes are in. */
  readonly project: string;
}

/** Code units of an identity, as the name of a project may have, too. */
const LONGEST = 200;
/** What no part of an identity holds: `@` and `:` may be what is left of a password. */
const FOREIGN = /[\p{C}\p{Zl}\p{Zp}@:?#\\]/u;
/** A host of the internet; others are known to one machine only. */
const HOST = /^[a-z0-9](?:[a-z0-9-]*\.)+[a-z0-9-]+$/;

/** The parts of an identity; undefined for any other text. */
export function repositoryParts(text: string): readonly string[] | undefined {
  const parts = text.split('/');
  const isPart = (part: string) =>
    part !== '' && part !== '.' && part !== '..' && part === part.trim();
  const isOne = text.length <= LONGEST && parts.length > 1 && parts.every(isPart);
  return isOne && !FOREIGN.test(text) ? parts : undefined;
}

/**
 * The identity of the repository that a Git remote names, by https, ssh or as `host:path`; undefined for a path of this machine, and
 * for an address from which it cannot be read for sure. Nothing of a password in the address is in it.
 */
export function repositoryOfRemote(remote: string): string | undefined {
  const [, authority = '', path] =
    /^(?!file:)[a-z][a-z0-9+.-]*:\/\/([^/?#]*)\/([^?#]*)/i.exec(remote) ??
    (remote.includes('://') ? [] : (/^([^/\\:]{2,}):(.*)$/.exec(remote) ?? []));
  if (path === undefined) return undefined;
  const named = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  // Behind these names, providers serve what they serve without them, where ssh has to pass a firewall.
  const host = named.toLowerCase().replace(/^(?:www|(?:alt)?ssh)\./, '');
  if (host === '' || FOREIGN.test(host)) return undefined;
  const parts = ownerAndName(path.replace(/\/+$/, '').replace(/\/?\.git$/, ''), host);
  const identity = parts && [...(HOST.test(host) ? [host] : []), ...parts].join('/');
  return identity !== undefined && repositoryParts(identity) ? identity : undefined;
}

/** The parts of a path, without those that stand in the addresses of one protocol alone. */
function ownerAndName(path: string, host: string): readonly string[] | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '~');
  // Azure DevOps and Bitbucket Server.
  if (host === 'dev.azure.com' && parts[0] === 'v3') parts.shift();
  if (parts.length > 2 && parts[0] === 'scm') parts.shift();
  const named = parts.filter((part, i) => part !== '_git' || i !== parts.length - 2);
  try {
    return named.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The names that a project of this repository may have, the shortest first: `api`, `acme/api`, `github.com/acme/api`. None is a layer. */
export function namesOfRepository(repository: string): readonly string[] {
  const [first = '', ...rest] = repository.split('/');
  const path = HOST.test(first.toLowerCase()) ? rest.join('/') : repository;
  return [...new Set([rest.at(-1) ?? first, path, repository])].filter((name) => !isLayer(name));
}

/** What all repositories of one name share: the last part of an identity, or of the name of a project. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Whether two names are of one repository: one of them may leave out the host. They are compared without case, as projects are. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [projectKey(one), projectKey(other)] as [string, string];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** What was bound behind a wall, and for all: the former counts first. */
export interface Bound {
  readonly own: readonly Binding[];
  readonly all: readonly Binding[];
}

/** The binding of a repository: of exactly this name, else of one that leaves out a host. */
export function bindingOf(repository: string, { own, all }: Bound): Binding | undefined {
  const key = projectKey(repository);
  const isExact = (one: Binding) => projectKey(one.repository) === key;
  const isIts = (one: Binding) => isSame(one.repository, repository);
  // For all, the name may be that of another repository behind the wall.
  const forAll = all.filter(({ project }) => !isTaken(project, repository, own));
  return own.find(isExact) ?? forAll.find(isExact) ?? own.find(isIts) ?? forAll.find(isIts);
}

const isTaken = (project: string, repository: string, bindings: readonly Binding[]) =>
  bindings.some(
    (one) => projectKey(one.project) === projectKey(project) && !isSame(one.repository, repository),
  );

/** The first of the names that no other repository has. */
export function freeName<N extends string>(
  repository: string,
  names: readonly N[],
  { own, all }: Bound,
): N | undefined {
  return names.find((name) => !isTaken(name, repository, [...own, ...all]));
}
