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
        'a node holds the end of the log without a word',
        'PostgreSQL ends its connection, and the next node goes on',
      ],
      [
        seconds(lockMs),
        'waiting for the end of the log',
        'PostgreSQL says so, and it is tried again',
      ],
      [
        seconds(deadlineMs),
        'one exchange with PostgreSQL',
        'the connection is destroyed; what became of a commit is found out on the next one',
      ],
      [
        seconds(WAITS.patienceMs),
        'trying one batch',
        'no further try begins: 503 `not_ready`, with what is known of it',
      ],
      [
        seconds(WAITS.pollMs),
        'no hint from PostgreSQL; a fifth of `VAULT_MAX_LAG`, if that is less',
        'the node looks by itself whether the log has grown',
      ],
      [
        `\`VAULT_MAX_LAG\`, ${maxLag}`,
        'not hearing from the shared log',
        'reads answer 503, too: a login may have been revoked',
      ],
      [
        `${seconds(LIVE_MS)}, or ${LIVE_LAGS} × \`VAULT_MAX_LAG\``,
        'no report of a node',
        'it counts as dead: forgetting no longer waits for it. It answers nothing any more, and wipes its files when it starts or hears again',
      ],
      [
        seconds(TURN_MS),
        'the lease to push to the hive, and that to send [webhooks](../webhooks.md)',
        'another node pushes, or sends',
      ],
      [seconds(SWEEP_MS), 'the lease to abandon idle sessions', 'another node does it'],
    ],
  );
}
