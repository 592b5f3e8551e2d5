import { useState } from 'preact/hooks';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { formatCount } from '../../kit/format.js';
import { Table } from '../../kit/table.js';
import { Bars } from './bars.js';
import { type Histogram, histogramsIn } from './histogramsIn.js';
import { plainName } from './metricSections.js';
import { metricValue } from './metricValue.js';
import type { Family, Sample } from './parseMetrics.js';

/** Rows that are shown before somebody asks for all. */
const FIRST = 6;

/** One metric: its name, what it is, and its values. */
export function MetricFamily({ family }: { family: Family }) {
  const { type, help } = family;
  return (
    <div class={`metric ${type}`}>
      <h3>
        {plainName(family)} <Badge>{type}</Badge>
      </h3>
      <p class="hint">{help}</p>
      {type === 'histogram' ? <Histograms family={family} /> : <Values family={family} />}
    </div>
  );
}

function Values({ family: { name, samples } }: { family: Family }) {
  const [first] = samples;
  if (!first) return <p>no value yet</p>;
  if (samples.length === 1 && first.labels.length === 0) {
    return <p class="metric-value">{metricValue(name, first.value)}</p>;
  }
  return (
    <FirstRows
      label={`Values of ${name}`}
      rows={samples.toSorted((a, b) => b.value - a.value)}
      keyOf={({ labels }) => wordsOf(labels)}
      columns={[
        { head: namesOf(first.labels), cell: ({ labels }: Sample) => wordsOf(labels) },
        {
          head: 'Value',
          isNumber: true,
          cell: ({ value }: Sample) => metricValue(name, value),
        },
      ]}
    />
  );
}

function Histograms({ family }: { family: Family }) {
  const histograms = histogramsIn(family);
  const [first] = histograms;
  if (!first) return <p>nothing counted yet</p>;
  const format = (value: number) => metricValue(family.name, value);
  return (
    <FirstRows
      label={`Histograms of ${family.name}`}
      rows={histograms}
      keyOf={({ labels }) => wordsOf(labels)}
      columns={[
        {
          head: namesOf(first.labels) || 'All',
          cell: ({ labels }: Histogram) => wordsOf(labels) || 'all',
        },
        { head: 'Count', isNumber: true, cell: ({ count }: Histogram) => formatCount(count) },
        { head: 'Mean', isNumber: true, cell: ({ sum, count }: Histogram) => format(sum / count) },
        {
          head: 'Spread',
          cell: ({ buckets }: Histogram) => <Bars buckets={buckets} format={format} />,
        },
      ]}
    />
  );
}

/** A table of its first rows, with a button for the rest. */
function FirstRows<T>({ rows, ...table }: Parameters<typeof Table<T>>[0]) {
  const [isAll, setAll] = useState(false);
  const isLong = rows.length > FIRST + 1;
  return (
    <>
      <Table {...table} rows={isLong && !isAll ? rows.slice(0, FIRST) : rows} />
      {isLong && (
        <div class="actions">
          <Button onClick={() => setAll(!isAll)}>
            {isAll ? 'Show fewer' : `Show all ${formatCount(rows.length)}`}
          </Button>
        </div>
      )}
    </>
  );
}

const wordsOf = (labels: Sample['labels']) => labels.map(([, value]) => value).join(' ');
const namesOf = (labels: Sample['labels']) => labels.map(([label]) => label).join(', ');
