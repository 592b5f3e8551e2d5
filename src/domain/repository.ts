import { isLayer } from './layers.js';
import { projectKey } from './names.js';

/** A repository, and the project that it is. */
export interface Binding {
  /**
   * What tells it from all others of its name: `host/owner/repo`, with as many parts as its address has, and without the host where that
   * may be a nickname of one machine, as in the configuration of ssh. There is no account, password, port or `.git` in it.
   */
  readonly repository: string;
  /** The project that its notes are in. */
  readonly project: string;
  /** Of what recorded it. */
  readonly position?: number;
}

/** Code units of an identity, as the name of a project may have, too. */
const LONGEST = 200;
/** What no part of an identity holds: `@` and `:` may be what is left of a password. */
const FOREIGN = /[\p{C}\p{Zl}\p{Zp}@:?#\\]/u;
/** A host of the internet; others are known to one network or machine only. */
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
  const [, scheme = '', authority = '', path] =
    /^(?!file:)([a-z][a-z0-9+.-]*):\/\/([^/?#]*)\/([^?#]*)/i.exec(remote) ??
    (remote.includes('://') ? [] : (/^()([^/\\:]{2,}):(.*)$/.exec(remote) ?? []));
  if (path === undefined) return undefined;
  const served = authority.slice(authority.lastIndexOf('@') + 1);
  const isNickname = /^(?:(?:git\+)?ssh)?$/i.test(scheme) && !/:\d/.test(served);
  const named = served.replace(/:\d*$/, '');
  // Behind these names, providers serve what they serve without them, where ssh has to pass a firewall.
  const before = named.toLowerCase().replace(/^(?:www|(?:alt)?ssh)\./, '');
  // Azure DevOps as it was called before, with the account in the host.
  const [, account] = /^([a-z0-9-]+)\.visualstudio\.com$/.exec(before) ?? [];
  const host = account === undefined ? before : 'dev.azure.com';
  const owner = account === undefined || account === 'vs-ssh' ? '' : `${account}/`;
  if (host === '' || FOREIGN.test(host)) return undefined;
  const parts = ownerAndName(owner + path.replace(/\/+$/, '').replace(/\/?\.git$/, ''), host);
  const identity = parts && [...(isNickname && !HOST.test(host) ? [] : [host]), ...parts].join('/');
  return identity !== undefined && repositoryParts(identity) ? identity : undefined;
}

/** The parts of a path, without those that stand in the addresses of one protocol alone. */
function ownerAndName(path: string, host: string): readonly string[] | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '~');
  // Azure DevOps and Bitbucket Server.
  if (host === 'dev.azure.com' && parts[0] === 'v3') parts.shift();
  if (parts.length > 2 && parts[0] === 'scm') parts.shift();
  if (host === 'dev.azure.com' && parts[1] === 'DefaultCollection') parts.splice(1, 1);
  const named = parts.filter((part, i) => part !== '_git' || i !== parts.length - 2);
  try {
    return named.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** The names that a project of this repository may have, the shortest first: `api`, `acme/api`, `github.com/acme/api`. None is a layer. */
export function namesOfRepository(repository: string): readonly string[] {
  const names = [lastPart(repository), withoutHost(repository), repository];
  return [...new Set(names)].filter((name) => !isLayer(name));
}

/** An identity without its host; whole where it has none, and where the rest would be that of another host. */
function withoutHost(repository: string): string {
  const [first = '', ...rest] = repository.split('/');
  return HOST.test(first.toLowerCase()) && !HOST.test(rest[0]?.toLowerCase() ?? '')
    ? rest.join('/')
    : repository;
}

/** What all repositories of one name share: the last part of an identity, or of the name of a project. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Whether two names are of one repository: one of them may leave out the host. They are compared without case, as projects are. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [projectKey(one), projectKey(other)] as [string, string];
  return a === b || withoutHost(a) === b || withoutHost(b) === a;
}

/** What was bound behind a wall, and for all: the former counts first. */
export interface Bound<B extends Binding = Binding> {
  readonly own: readonly B[];
  readonly all: readonly B[];
}

/** The binding of a repository: of exactly this name, else of one that leaves out the host, and of which no other host has come. */
export function bindingOf<B extends Binding>(
  repository: string,
  { own, all }: Bound<B>,
): B | undefined {
  const isExact = (one: B) => isExactly(one, repository);
  const isIts = (one: B) => {
    if (!isSame(one.repository, repository)) return false;
    const named = [...own, ...all].filter((other) => isSame(other.repository, one.repository));
    return !isTaken(one.project, repository, named);
  };
  // Another repository may have had the name behind the wall before. One that got it later shares it: somebody has said so.
  const forAll = all.filter(({ project, position = 0 }) => {
    const before = own.filter((one) => (one.position ?? 0) <= position);
    return !isTaken(project, repository, before);
  });
  return own.find(isExact) ?? forAll.find(isExact) ?? own.find(isIts) ?? forAll.find(isIts);
}

/** Whether a binding names the repository as it is named here, host and all. */
export const isExactly = (one: Binding, repository: string): boolean =>
  projectKey(one.repository) === projectKey(repository);

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
