import { projectKey } from '../domain/names.js';
import { lastPart } from '../domain/repository.js';
import type { Redacted } from '../privacy/privacyFilter.js';
import { family } from './family.js';
import { type Fact, projectStreamKey, type RecordedFact } from './recorded.js';

/** A repository is a project from now on, for a team or for all: one that nobody has bound before, or in another one's place. */
interface RepositoryBound {
  /** See `Binding`. */
  readonly repository: Redacted;
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
}

type RepositoryFact = Fact<'repository.bound', RepositoryBound>;

/** The last binding of each repository, the oldest one first. */
export type Bindings = readonly (RepositoryBound & { readonly position: number })[];

/**
 * `repository/<digest of team and last part>` folds to what is bound of all repositories whose name ends so, since these are the ones
 * that want the same name. What is forgotten of it is erased event by event.
 */
export const repositories = family<Bindings, RepositoryFact>('repository', {
  initial: [],
  folds: 'all',
  forgetAs: 'repositories',
  events: {
    'repository.bound': {
      namesTeam: true,
      texts: { repository: 'key', project: 'key', team: 'key' },
      fold: bound,
    },
  },
});

function bound(before: Bindings, { data, position }: RecordedFact<RepositoryFact>): Bindings {
  const key = projectKey(data.repository);
  const others = before.filter((one) => projectKey(one.repository) !== key);
  return [...others, { ...data, position }];
}

/** The key of the stream in which a repository is bound, and of that in which others want the name of a project. */
export const repositoryStreamKey = (name: string, team?: string): string =>
  projectStreamKey(lastPart(name), team);
