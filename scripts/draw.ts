// `npm run docs`: draws the pictures and tables of the docs from the code's own data, and makes the Grafana dashboard and the
// alert rules in `deploy` from the metrics of the service.
import { writeFileSync } from 'node:fs';
import { dashboardFiles } from './dashboards/dashboardFiles.js';
import { drawnDocs } from './draw/drawnDocs.js';

const ROOT = new URL('../', import.meta.url);

for (const [file, text] of drawnDocs(ROOT)) writeFileSync(file, text);
for (const [name, text] of Object.entries(await dashboardFiles()))
  writeFileSync(new URL(`deploy/${name}`, ROOT), text);
