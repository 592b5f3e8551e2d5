import type { ApiDocument, Operation } from './apiDocument.js';
import { OperationDetails } from './operationDetails.js';

/** A line about an operation, which opens. */
export function OperationPart({
  document,
  operation,
  isOpen,
  toggle,
}: {
  document: ApiDocument;
  operation: Operation;
  isOpen: boolean;
  toggle: () => void;
}) {
  const { id, method, path, summary } = operation;
  return (
    <article id={id} class={`operation${isOpen ? ' open' : ''}`} aria-label={summary}>
      <h3>
        <button
          type="button"
          class="operation-head"
          data-row
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Method method={method} />
          <code class="operation-path">{path}</code>
          <span class="operation-summary">{summary}</span>
        </button>
      </h3>
      {isOpen && <OperationDetails document={document} operation={operation} />}
    </article>
  );
}

/** The method of an operation, each in its own colour. */
export function Method({ method }: { method: string }) {
  return <span class={`method method-${method.toLowerCase()}`}>{method}</span>;
}
