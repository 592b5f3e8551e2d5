import type { Observation } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { FactList } from '../../diff/factList.js';
import { WordDiff } from '../../diff/wordDiff.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Confirm } from '../../kit/confirm.js';
import { notify } from '../../kit/notices.js';
import { ExactTime } from '../../kit/time.js';

/** All revisions of a note, the newest first, each with what it changed. */
export function Revisions({ note, onChange }: { note: Observation; onChange: () => void }) {
  const { id, revision } = note;
  const [restoring, setRestoring] = useState<Observation>();
  const asked = useAsk(`${id} ${revision}`, async (signal) => {
    const params = { path: { id } };
    const { data } = await api.GET('/api/v1/observations/{id}/history', { params, signal });
    return [...data].reverse();
  });
  const restore = async (of: Observation) => {
    const { title, content, type, tags, anchors = [], revision: older } = of;
    const { valid_until = null, review_after = null } = of;
    const body = { title, content, type, tags, anchors, valid_until, review_after };
    await api.PATCH('/api/v1/observations/{id}', { params: { path: { id } }, body });
    notify(`Revision ${older} is restored.`);
    onChange();
  };
  return (
    <Card title="Revisions">
      <Asking asked={asked}>
        {(revisions) => (
          <ol class="revisions">
            {revisions.map((one, i) => (
              <Revision
                key={one.revision}
                revision={one}
                before={revisions[i + 1]}
                isNewest={i === 0}
                onRestore={() => setRestoring(one)}
              />
            ))}
          </ol>
        )}
      </Asking>
      {restoring && (
        <Confirm
          title={`Restore revision ${restoring.revision}?`}
          label="Restore"
          kind="primary"
          onConfirm={() => restore(restoring)}
          onClose={() => setRestoring(undefined)}
        >
          <p>
            Its title, text, type, tags, files and times become a new revision of the note. All
            revisions stay. To undo this, restore the newest one.
          </p>
        </Confirm>
      )}
    </Card>
  );
}

function Revision({
  revision,
  before,
  isNewest,
  onRestore,
}: {
  revision: Observation;
  /** The one before; undefined for the first. */
  before: Observation | undefined;
  isNewest: boolean;
  onRestore: () => void;
}) {
  // What is compared is not cheap: only what somebody looks at.
  const [isOpen, setOpen] = useState(isNewest);
  return (
    <li>
      <div class="revision-head">
        <strong>Revision {revision.revision}</strong>
        <span class="hint">
          <ExactTime at={revision.updated_at ?? revision.created_at} />
          {isNewest && ', shown above'}
          {!before && ', the first one'}
        </span>
        <div class="actions">
          {before && (
            <button
              type="button"
              class="quiet"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide changes' : 'Show changes'}
            </button>
          )}
          {!isNewest && <Button onClick={onRestore}>Restore…</Button>}
        </div>
      </div>
      {before && isOpen && (
        <>
          <FactList before={before} after={revision} />
          <WordDiff before={before.content} after={revision.content} />
        </>
      )}
    </li>
  );
}
