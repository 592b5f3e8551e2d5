import { markdownTable } from '../../../tools/markdownTable.js';
import type { Grid } from '../report/grid.js';
import type { ClusterFigure } from './clusterFigure.js';
import { goalsGrid, othersGrid, savesGrid } from './clusterTables.js';

/** A run of the benchmark of a shared log: all that its page is made from. */
export interface ClusterRun {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The machine, in a few lines. */
  readonly machine: string;
  readonly hasStandby: boolean;
  readonly isQuick: boolean;
  readonly figures: readonly ClusterFigure[];
}

/** The page of a run, in Markdown. */
export function clusterPage({ date, machine, hasStandby, isQuick, figures }: ClusterRun): string {
  const servers = hasStandby
    ? 'a PostgreSQL with a synchronous standby, which has each commit on its disk before it counts'
    : 'a single PostgreSQL without a standby';
  const parts = [
    '# A shared log',
    `\`npm run lab -- bench:cluster${isQuick ? ' --quick' : ''}\` measured all of this on ${date} and wrote this page: do not edit it. ` +
      `The nodes, ${servers}, a vault with its log in SQLite, and the client share one machine and one disk: each node takes in every ` +
      'event of the others, so the cores that a save through several nodes takes are cores that on machines of their own would be ' +
      'those of other machines. A shared log and SQLite took turns; figures are medians of the rounds (least–most). Compare the ratios.',
    `\`\`\`\n${machine}\n\`\`\``,
    '## Goals',
    markdown(goalsGrid(figures)),
    '## Saves',
    'Notes of 500 bytes over HTTP, each different, connections spread over the nodes. CPU is that of all threads of all nodes and of ' +
      'all processes of PostgreSQL, the standby included, until they have nothing left to do.',
    markdown(savesGrid(figures)),
    '## Following, catching up, failing over',
    '`lag until read` is the time from the acknowledgement of a save on one node to the answer of another one to a read with ' +
      '`X-Min-Position` of it; `lag until taken in` ends when another node has it without being asked. `take in` makes a copy from ' +
      'nothing, chain and commitments checked; with read models it is what a new node does, and `catch up` what one does that was ' +
      'stopped meanwhile. At a failover, the primary is killed, and its standby is promoted by hand after 0.5 s.',
    markdown(othersGrid(figures)),
  ];
  return `${parts.join('\n\n')}\n`;
}

const markdown = ({ head, rows }: Grid) => markdownTable(head, rows);
