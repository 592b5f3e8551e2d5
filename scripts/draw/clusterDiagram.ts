import { basename } from 'node:path';
import { dataFiles } from '../../src/config/dataFiles.js';
import { sharedLogSql } from './sharedLogSql.js';

/** Nodes of a shared log, with their files and the tables of PostgreSQL, as a Mermaid flowchart. */
export function clusterDiagram(): string {
  const files = dataFiles({ dataDir: '' });
  const [log, views] = [basename(files.log), basename(files.views)];
  const tables = [...sharedLogSql().matchAll(/^CREATE TABLE (\w+) \((?:[^;]*?)\)[^;]*;/gms)]
    .map(([, table = '']) => table)
    .filter((table) => !table.endsWith('_0'));
  const nodes = ['a', 'b', 'c'].flatMap((node) => [
    `subgraph node_${node}["node ${node}"]`,
    `  copy_${node}[("${log}: copy")] --> views_${node}[("${views}: read models")]`,
    'end',
  ]);
  const lines = [
    'callers([callers]) --> balancer[load balancer]',
    ...nodes,
    'subgraph postgres[PostgreSQL]',
    `  primary[("primary: ${tables.join(', ')}")] -->|each commit waits| standby[("synchronous standby")]`,
    'end',
    ...['a', 'b', 'c'].flatMap((node) => [
      `balancer --> node_${node}`,
      `node_${node} -->|append| primary`,
      `primary -.->|follow| copy_${node}`,
    ]),
  ];
  return ['```mermaid', 'flowchart TB', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}
