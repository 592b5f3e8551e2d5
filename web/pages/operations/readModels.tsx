import type { Operations, ProjectionStatus, RebuildStatus } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Confirm } from '../../kit/confirm.js';
import { counted, formatCount } from '../../kit/format.js';
import { Progress } from '../../kit/progress.js';
import { Table } from '../../kit/table.js';
import { EventDialog } from './eventDialog.js';

const STATES = {
  current: { tone: 'good', word: 'up to date' },
  behind: { tone: 'warn', word: 'behind' },
  stopped: { tone: 'bad', word: 'stopped' },
} as const;

const STEPS = {
  idle: '',
  building: 'Building new read models from the log',
  comparing: 'Comparing them with those in use',
  swapping: 'Putting them into use',
} as const satisfies Record<RebuildStatus['state'], string>;

/** How far each read model is, and the rebuild of all of them. */
export function ReadModels({ operations }: { operations: Operations }) {
  const { projections, rebuild, log } = operations;
  const [isAsking, setAsking] = useState(false);
  const isRunning = rebuild.state !== 'idle';
  return (
    <Card
      title="Read models"
      actions={
        <Button onClick={() => setAsking(true)} disabled={isRunning}>
          {isRunning ? 'Rebuilding…' : 'Rebuild…'}
        </Button>
      }
    >
      <p class="hint">
        Searches and lists read from the read models. They are computed from the log, and you can
        rebuild them at any time.
      </p>
      <Table
        label="State of each read model"
        rows={projections}
        keyOf={({ name }) => name}
        columns={[
          {
            head: 'Name',
            cell: ({ name, version }) => (
              <>
                <code class="one-word">{name}</code> <span class="hint">v{version}</span>
              </>
            ),
          },
          {
            head: 'State',
            cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>,
          },
          {
            head: 'Behind',
            isNumber: true,
            cell: ({ lag }) => (lag === 0 ? '–' : counted(lag, 'event')),
          },
        ]}
      />
      {projections.map((one) => (
        <Stopped key={one.name} {...one} />
      ))}
      {isRunning ? (
        <div role="status">
          <p>{STEPS[rebuild.state]}. Saves and searches go on.</p>
          <Progress
            done={rebuild.done}
            total={rebuild.total || log.events}
            label="Progress of the rebuild"
            unit="events"
          />
        </div>
      ) : (
        <Outcome last={rebuild.last} />
      )}
      {isAsking && (
        <Confirm
          title="Rebuild the read models?"
          label="Rebuild"
          kind="primary"
          onConfirm={() => api.POST('/admin/projections/rebuild')}
          onClose={() => setAsking(false)}
        >
          <p>
            The service builds new read models from {counted(log.events, 'event')} of the log,
            compares them with those in use, and replaces those. The log is only read: nothing is
            lost. Saves and searches go on. They wait for a moment at the end.
          </p>
          <p>
            A rebuild takes some seconds for every 10,000 events, and as much disk space as the read
            models.
          </p>
        </Confirm>
      )}
    </Card>
  );
}

/** The event that stopped a read model. */
function Stopped({ name, stopped }: ProjectionStatus) {
  const [isShown, setShown] = useState(false);
  if (!stopped) return null;
  const { position, error } = stopped;
  return (
    <div class="box bad">
      <p>
        <code>{name}</code> stopped at event {formatCount(position)}: {error}
      </p>
      <Button onClick={() => setShown(true)}>Look at the event</Button>
      {isShown && <EventDialog position={position} onClose={() => setShown(false)} />}
    </div>
  );
}

/** What came of the last rebuild. */
function Outcome({ last }: { last: RebuildStatus['last'] }) {
  if (!last) return <p class="hint">Not rebuilt since the start of the service.</p>;
  if ('error' in last) {
    return (
      <div class="box bad" role="status">
        <p>
          <strong>The last rebuild failed.</strong> The old read models stay in use.
        </p>
        <p>{last.error}</p>
      </div>
    );
  }
  const { same, before, after, damage, events, seconds } = last;
  return (
    <div class={`box ${same ? 'good' : 'warn'}`} role="status">
      <p>
        <strong>
          {same
            ? 'Rebuilt: the new read models are the same as the old ones.'
            : 'Rebuilt: the new read models differ from the old ones, and are in use now.'}
        </strong>
      </p>
      {damage !== null && <p>The old file was damaged: {damage}</p>}
      <p class="hint">
        {counted(events, 'event')} in {seconds.toFixed(1)} s
      </p>
      <dl class="digests">
        <dt>Digest before</dt>
        <dd>{before === null ? 'could not be read' : <code>{before}</code>}</dd>
        <dt>Digest after</dt>
        <dd>
          <code>{after}</code>
        </dd>
      </dl>
    </div>
  );
}
