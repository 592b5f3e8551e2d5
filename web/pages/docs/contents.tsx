import type { Operation } from './apiDocument.js';
import { Method } from './operationPart.js';

/** The table of contents: operations by tag. */
export function Contents({
  groups,
  at,
  open,
}: {
  groups: readonly (readonly [tag: string, operations: readonly Operation[]])[];
  at: string;
  open: (id: string) => void;
}) {
  return (
    <nav class="contents" aria-label="Operations">
      {groups.map(([tag, operations]) => (
        <div key={tag}>
          <p class="contents-tag">{tag}</p>
          <ul>
            {operations.map(({ id, method, summary }) => (
              <li key={id}>
                <a
                  href={`#/${id}`}
                  aria-current={id === at ? 'true' : undefined}
                  // Also when the address has this operation already.
                  onClick={() => open(id)}
                >
                  <Method method={method} />
                  <span>{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
