import { linkTo } from '../../../base/place.js';
import { EmptyState } from '../../../kit/emptyState.js';

/** Says what the inbox is for. */
export function NothingWaits({ project }: { project: string }) {
  return (
    <EmptyState title={project ? 'Nothing of this project waits' : 'Nothing waits'}>
      <p>
        What is saved with <code>state: "proposed"</code>, what passive capture finds, and what
        those write whom <code>VAULT_PROPOSE</code> names waits here until somebody accepts or
        refuses it. Until then, no agent gets it, and lists and searches leave it out.
      </p>
      {project && (
        <p>
          <a href={linkTo('/inbox')}>Show what waits in all projects</a>
        </p>
      )}
    </EmptyState>
  );
}
