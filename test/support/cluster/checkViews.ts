import { join } from 'node:path';
import { allProjections } from '../../../src/projections/allProjections.js';
import { openSqliteReader } from '../../../src/sqlite/sqlite.js';
import { digestViews } from '../../../src/views/verifyViews.js';
import type { NodeProcess } from './nodeProcess.js';

/** Read models that differ between nodes that have stopped, or that have not all of the log. */
export function checkViews(
  nodes: readonly Pick<NodeProcess, 'name' | 'directory'>[],
  last: number,
): string[] {
  const digests = nodes.map(({ directory }) => {
    const views = openSqliteReader(join(directory, 'views.db'));
    try {
      return digestViews(views, allProjections);
    } finally {
      views.db.close();
    }
  });
  return nodes.flatMap(({ name }, i) => {
    const own = digests[i];
    if (own?.position !== last) return [`the read models of ${name} are at ${own?.position}`];
    return own.digest === digests[0]?.digest
      ? []
      : [`the read models of ${name} differ from those of ${nodes[0]?.name}`];
  });
}
