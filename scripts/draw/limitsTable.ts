import { SWEEP_MS, TURN_MS } from '../../src/cluster/node.js';
import { LIVE_LAGS, LIVE_MS } from '../../src/cluster/nodeReports.js';
import { DEADLINES } from '../../src/cluster/postgres/connect.js';
import { WAITS } from '../../src/cluster/replicatedLog.js';
import { SHARED_LOG_SETTINGS } from '../../src/config/sharedLogConfig.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** How long nodes of a shared log wait for what, from the constants that they use. */
export function limitsTable(): string {
  const [maxLag] = SHARED_LOG_SETTINGS.VAULT_MAX_LAG;
  const seconds = (ms: number) => `${ms / 1000} s`;
  const { connectMs, deadlineMs, lockMs, idleMs } = DEADLINES;
  return markdownTable(
    ['limit', 'of what', 'what happens then'],
    [
      [seconds(connectMs), 'connecting to one host', 'the next host in `VAULT_LOG` is tried'],
      [
        seconds(idleMs),
        'a node has the lock on the end of the log and sends nothing',
        'PostgreSQL ends its connection, and the next node gets the lock',
      ],
      [
        seconds(lockMs),
        'waiting for the lock on the end of the log',
        'PostgreSQL ends the wait, and the node tries again',
      ],
      [
        seconds(deadlineMs),
        'one exchange with PostgreSQL',
        'the node destroys the connection. On a new one, it finds out whether a commit took place',
      ],
      [
        seconds(WAITS.patienceMs),
        'trying one batch',
        'the node stops trying. The answer is 503 `not_ready`, and says whether anything was stored',
      ],
      [
        seconds(WAITS.pollMs),
        'no hint from PostgreSQL; a fifth of `VAULT_MAX_LAG`, if that is less',
        'the node looks for new events by itself',
      ],
      [
        `\`VAULT_MAX_LAG\`, ${maxLag}`,
        'a node without word from the shared log',
        'the node answers reads with 503 too: a login may have been revoked',
      ],
      [
        `${seconds(LIVE_MS)}, or ${LIVE_LAGS} × \`VAULT_MAX_LAG\``,
        'no report of a node',
        'the others count it as dead: forgetting no longer waits for it. It answers no reads by then. It wipes its files when it starts, or hears from the shared log again',
      ],
      [
        seconds(TURN_MS),
        'the lease (the right) to push to the hive, and the one to send [webhooks](../webhooks.md)',
        'another node takes over',
      ],
      [seconds(SWEEP_MS), 'the lease to abandon idle sessions', 'another node takes over'],
    ],
  );
}
