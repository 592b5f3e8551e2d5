import type { ImportRun } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { type Asked, useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Confirm } from '../../kit/confirm.js';
import { countedKind, formatCount, shortId } from '../../kit/format.js';
import { notify } from '../../kit/notices.js';
import { Time } from '../../kit/time.js';

/** The latest imports. */
export const useRuns = () =>
  useAsk('imports', async (signal) => {
    const params = { query: { limit: 20 } } as const;
    return (await api.GET('/api/v1/admin/imports', { params, signal })).data.imports;
  });

/** What was imported, newest first, from whatever; each can be undone. */
export function ImportRuns({ runs }: { runs: Asked<readonly ImportRun[]> }) {
  const [undoes, setUndoes] = useState<ImportRun>();
  return (
    <Card title="Earlier imports">
      <Asking asked={runs}>
        {(all) =>
          all.length === 0 ? (
            <p class="hint">None yet.</p>
          ) : (
            <ul class="rows people-rows">
              {all.map((run) => (
                <li key={run.run}>
                  <span>
                    {run.source}, <Time at={run.at} />: {heldBy(run)}{' '}
                    <code>{shortId(run.run)}</code>
                  </span>
                  {run.undone_at === null && (
                    <Button onClick={() => setUndoes(run)} label={`Undo ${shortId(run.run)}`}>
                      Undo
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Asking>
      {undoes && (
        <Confirm
          title="Undo this import?"
          label="Undo the import"
          onClose={() => setUndoes(undefined)}
          onConfirm={async () => {
            const params = { path: { run: undoes.run } };
            const { data } = await api.DELETE('/api/v1/admin/imports/{run}', { params });
            notify(
              `${formatCount(data.forgotten)} forgotten, ${formatCount(data.restored)} restored, ${formatCount(data.left_total)} left unchanged.`,
            );
            runs.again();
          }}
        >
          <p>
            What the import stored is forgotten for good. What it changed is restored. What somebody
            changed after the import stays as it is now.
          </p>
        </Confirm>
      )}
    </Card>
  );
}

function heldBy({ undone_at, holds }: ImportRun): string {
  if (undone_at !== null) return 'undone';
  const held = Object.entries(holds).map(([record, n]) => countedKind(n, record));
  return held.join(', ') || 'nothing left';
}
