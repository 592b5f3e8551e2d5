import { linkTo } from '../../base/place.js';
import { EmptyState } from '../../kit/emptyState.js';
import { UserText } from '../../kit/userText.js';
import { addressOf, chosenOf, type SearchQuery, withFilter } from './searchQuery.js';

/** Says what to try when nothing was found. */
export function NoHits({
  query,
  projects,
}: {
  query: SearchQuery;
  /** Names of projects like the one that was asked for, when none has that name. */
  projects: readonly string[];
}) {
  const chosen = chosenOf(query);
  const isFresh = query.q.trim() === '' && chosen.length === 0 && query.asOf === undefined;
  if (isFresh) {
    return (
      <EmptyState title="No notes yet">
        <p>Let your coding agents save what they learn, or import your notes:</p>
        <pre>{'memory-vault setup\nmemory-vault import --help'}</pre>
      </EmptyState>
    );
  }
  const { path } = query.filters;
  const link = (changed: SearchQuery) => linkTo('/search', addressOf(changed));
  return (
    <EmptyState title="Nothing found">
      {projects.length > 0 && (
        <p>
          No project has this name. Did you mean{' '}
          {projects.map((project, i) => (
            <span key={project}>
              {i > 0 && ', '}
              <a href={link(withFilter(query, 'project', project))}>
                <UserText>{project}</UserText>
              </a>
            </span>
          ))}
          ?
        </p>
      )}
      <ul class="try">
        {path && !path.endsWith('/') && (
          <li>
            <a href={link(withFilter(query, 'path', `${path}/`))}>Search the folder of this name</a>
          </li>
        )}
        {chosen.length > 0 && (
          <li>
            <a href={link({ ...query, filters: {} })}>Search without the filters</a>
          </li>
        )}
        {query.asOf !== undefined && (
          <li>
            <a href={link({ ...query, asOf: undefined })}>Search the vault as it is now</a>
          </li>
        )}
        {query.q.trim() !== '' && (
          <>
            <li>Use fewer words, or other words for the same thing.</li>
            <li>
              Put <code>*</code> after the beginning of a word to find all such words:{' '}
              <code>auth*</code>
            </li>
            <li>
              <a href={link({ ...query, q: '' })}>See the newest notes</a>
            </li>
          </>
        )}
      </ul>
    </EmptyState>
  );
}
