import { alertRules } from './alertRules.js';
import { grafanaDashboard } from './grafanaDashboard.js';
import { servedMetrics } from './servedMetrics.js';

/** The files in `deploy` that follow from the metrics, by their names. */
export async function dashboardFiles(): Promise<Readonly<Record<string, string>>> {
  const dashboard = grafanaDashboard(await servedMetrics());
  return {
    'grafana-dashboard.json': `${JSON.stringify(dashboard, undefined, 2)}\n`,
    'alerts.yaml': alertRules(),
  };
}
