import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { EmptyState } from '../../kit/emptyState.js';
import { Field } from '../../kit/field.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { ExactTime } from '../../kit/time.js';
import { MetricFamily } from './metricFamily.js';
import { metricSections } from './metricSections.js';
import { OperationsTabs } from './operationsTabs.js';
import { type Family, parseMetrics } from './parseMetrics.js';

/** All that the service measures, as Prometheus gets it. */
export default function MetricsScreen() {
  const [filter, setFilter] = useState('');
  const asked = useAsk('metrics', async (signal) => {
    const { data } = await api.GET('/metrics', { signal });
    return { families: parseMetrics(data), at: new Date().toISOString() };
  });
  return (
    <>
      <ScreenHead title="Metrics" actions={<Button onClick={asked.again}>Read again</Button>}>
        All values that the service has measured since its start. Prometheus reads the same from{' '}
        <code>/metrics</code>.
      </ScreenHead>
      <OperationsTabs at="/operations/metrics" />
      <Field label="Filter">
        <input
          type="search"
          value={filter}
          placeholder="such as http, disk or search"
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </Field>
      <Asking asked={asked}>
        {({ families, at }) => (
          <>
            <p class="hint">
              Read at <ExactTime at={at} />.
            </p>
            <Sections families={families} filter={filter.trim()} />
          </>
        )}
      </Asking>
    </>
  );
}

function Sections({ families, filter }: { families: readonly Family[]; filter: string }) {
  const sections = metricSections(families, filter);
  if (sections.length === 0) {
    return (
      <EmptyState title="No metric has these words">Remove a word, or all of them.</EmptyState>
    );
  }
  return (
    <>
      {sections.map(({ title, families: own }) => (
        <Card key={title} title={title}>
          <div class="metrics">
            {own.map((family) => (
              <MetricFamily key={family.name} family={family} />
            ))}
          </div>
        </Card>
      ))}
    </>
  );
}
