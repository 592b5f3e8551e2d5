// `npm run dashboards`: makes the Grafana dashboard and the alert rules in `deploy` from the metrics of the service.
import { writeFileSync } from 'node:fs';
import { dashboardFiles } from './dashboards/dashboardFiles.js';

const DEPLOY = new URL('../deploy/', import.meta.url);

for (const [name, text] of Object.entries(await dashboardFiles())) {
  writeFileSync(new URL(name, DEPLOY), text);
}
