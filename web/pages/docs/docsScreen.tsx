import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { place } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/emptyState.js';
import { Field } from '../../kit/field.js';
import { counted } from '../../kit/format.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { type ApiDocument, operationsIn } from './apiDocument.js';
import { Contents } from './contents.js';
import { byTag, filterOperations } from './filterOperations.js';
import { InlineText } from './inlineText.js';
import { Introduction, SharedRefusals } from './introduction.js';
import { OperationPart } from './operationPart.js';

/** The reference of the API, made from the document of the vault that serves it. */
export default function DocsScreen() {
  const asked = useAsk('openapi', async (signal) => {
    const { data } = await api.GET('/openapi.json', { signal });
    // The cast is safe: it is the vault's own document, and a test reads it in this form.
    return data as unknown as ApiDocument;
  });
  return (
    <div class="docs">
      <ScreenHead title="API">
        Programs can do everything that this page does. Generators of clients read{' '}
        <a href="/openapi.json">/openapi.json</a>. Models read <a href="/llms.txt">/llms.txt</a>.
        The <a href="/docs/guide">guide</a> says how to use and run the vault.
      </ScreenHead>
      <Asking asked={asked}>{(document) => <Reference document={document} />}</Asking>
    </div>
  );
}

function Reference({ document }: { document: ApiDocument }) {
  const operations = useMemo(() => operationsIn(document), [document]);
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const at = place.path.slice(1);
  const open = (id: string) => {
    setOpened((before) => new Set([...before, id]));
    // After it was drawn with its details.
    requestAnimationFrame(() => globalThis.document.getElementById(id)?.scrollIntoView());
  };
  // The address names an operation: of a link from elsewhere, or after a step back.
  useEffect(() => {
    if (!operations.some(({ id }) => id === at)) return;
    setFilter('');
    open(at);
  }, [at, operations]);
  const toggle = (id: string) => {
    const isOpen = opened.has(id);
    setOpened(
      (before) => new Set(isOpen ? [...before].filter((one) => one !== id) : [...before, id]),
    );
    // So that the address can be given to somebody else.
    history.replaceState(null, '', isOpen ? '#/' : `#/${id}`);
  };
  const found = filterOperations(operations, filter);
  const tags = document.tags ?? [];
  const groups = byTag(
    found,
    tags.map(({ name }) => name),
  );
  const aboutTag = new Map(tags.map(({ name, description = '' }) => [name, description]));
  return (
    <div class="docs-columns">
      <div class="docs-side">
        <Field label="Find an operation">
          <input
            type="search"
            value={filter}
            placeholder="search, forget, /admin …"
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </Field>
        <p class="hint" role="status">
          {counted(found.length, 'operation')}, version {document.info.version}
        </p>
        <Contents groups={groups} at={at} open={open} />
      </div>
      <div class="docs-main">
        {at !== '' && !operations.some(({ id }) => id === at) && (
          <p class="box warn">
            No operation has the name {at}. Use the filter: it searches all words of the operations.
          </p>
        )}
        {filter === '' && <Introduction document={document} />}
        {groups.map(([tag, ofTag]) => (
          <section key={tag} class="docs-group" aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`}>{tag}</h2>
            <p class="hint">
              <InlineText text={aboutTag.get(tag) ?? ''} />
            </p>
            {ofTag.map((operation) => (
              <OperationPart
                key={operation.id}
                document={document}
                operation={operation}
                isOpen={opened.has(operation.id)}
                toggle={() => toggle(operation.id)}
              />
            ))}
          </section>
        ))}
        {found.length === 0 && (
          <EmptyState title="No operation has these words">
            <Button onClick={() => setFilter('')}>Show all</Button>
          </EmptyState>
        )}
        {filter === '' && <SharedRefusals document={document} />}
      </div>
    </div>
  );
}
