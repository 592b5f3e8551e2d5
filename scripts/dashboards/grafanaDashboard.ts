import { type Panel, ROWS } from './panels.js';
import type { Metric } from './servedMetrics.js';

const PREFIX = 'memory_vault_';
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };
const INSTANCE = 'instance=~"$instance"';
/** Grafana's grid has 24 columns. */
const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 7;

/** A dashboard in Grafana's JSON model, ready to be imported. Throws for a panel whose metric is not served. */
export function grafanaDashboard(metrics: ReadonlyMap<string, Metric>): object {
  const panels: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(ROWS)) {
    panels.push({ id: panels.length + 1, type: 'row', title, gridPos: { x: 0, y, w: 24, h: 1 } });
    y += 1;
    row.forEach((panel, i) => {
      const metric = metrics.get(PREFIX + panel.metric);
      if (!metric) throw new Error(`there is no metric ${PREFIX}${panel.metric}`);
      const x = (i % COLUMNS) * WIDTH;
      const top = y + Math.floor(i / COLUMNS) * HEIGHT;
      const gridPos = { x, y: top, w: WIDTH, h: HEIGHT };
      panels.push({ id: panels.length + 1, ...timeSeries(panel, metric), gridPos });
    });
    y += Math.ceil(row.length / COLUMNS) * HEIGHT;
  }
  return {
    uid: 'memory-vault',
    title: 'Memory Vault',
    tags: ['memory-vault'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [datasourceVariable(), instanceVariable()] },
    panels,
  };
}

function timeSeries({ title, unit, by = [] }: Panel, { name, help, type }: Metric) {
  const lines = ['instance', ...by];
  const targets = queries(name, type, lines).map(({ expr, what }, i) => ({
    refId: String.fromCharCode(65 + i),
    datasource: DATASOURCE,
    expr,
    legendFormat: [...lines.map((label) => `{{${label}}}`), ...what].join(' '),
  }));
  return {
    type: 'timeseries',
    title,
    description: `${help} (${name})`,
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets,
  };
}

/** How the type of a metric wants it to be asked for. */
function queries(name: string, type: string, lines: readonly string[]) {
  const by = lines.join(', ');
  const rate = (suffix = '') => `rate(${name}${suffix}{${INSTANCE}}[$__rate_interval])`;
  switch (type) {
    case 'counter':
      return [{ expr: `sum by (${by}) (${rate()})`, what: [] }];
    case 'gauge':
      return [{ expr: `sum by (${by}) (${name}{${INSTANCE}})`, what: [] }];
    case 'histogram':
      return [0.5, 0.99].map((quantile) => ({
        expr: `histogram_quantile(${quantile}, sum by (le, ${by}) (${rate('_bucket')}))`,
        what: [`p${quantile * 100}`],
      }));
    default:
      throw new Error(`${name} is a ${type}, which this dashboard cannot show`);
  }
}

function datasourceVariable() {
  return { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' };
}

function instanceVariable() {
  const query = `label_values(${PREFIX}log_position, instance)`;
  return {
    name: 'instance',
    type: 'query',
    label: 'Instance',
    datasource: DATASOURCE,
    query: { query, refId: 'instances' },
    refresh: 2,
    multi: true,
    includeAll: true,
    current: { text: 'All', value: '$__all' },
  };
}
