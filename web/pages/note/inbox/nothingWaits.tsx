import { linkTo } from '../../../base/place.js';
import { EmptyState } from '../../../kit/emptyState.js';

/** Says what the inbox is for. */
export function NothingWaits({ project }: { project: string }) {
  return (
    <EmptyState title={project ? 'No proposed notes in this project' : 'No proposed notes'}>
      <p>
        A note waits here if it is saved with <code>state: "proposed"</code>, if passive capture
        found it, or if <code>VAULT_PROPOSE</code> names its writer. No agent gets it before
        somebody accepts it, and lists and searches leave it out.
      </p>
      {project && (
        <p>
          <a href={linkTo('/inbox')}>Show the proposed notes of all projects</a>
        </p>
      )}
    </EmptyState>
  );
}
