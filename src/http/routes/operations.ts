import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { OutTime, optional } from '../../domain/fields.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { disabledStatus, HiveStatus } from '../../hive/hiveStatus.js';
import { BackupReport, BackupStatus } from '../../maintenance/backups.js';
import { readUpkeep } from '../../maintenance/upkeep.js';
import { VerifyStatus } from '../../maintenance/verification.js';
import { Count } from '../../queries/counts.js';
import { type Listener, RETRY, sendEvents, wantsEvents } from '../answers/eventStream.js';
import { assess, ConditionJson } from '../answers/readiness.js';
import { type History, Point } from '../metrics/history.js';
import { diskSize } from '../metrics/metrics.js';
import { EXAMPLES } from '../openapi/examples.js';
import { type Call, type Route, route } from '../route.js';
import { ProjectionStatus, projectionsOf, RebuildStatus } from './projections.js';
import { WebhookJson, webhooksOf } from './webhooks.js';

const Operations = z
  .object({
    at: OutTime,
    started_at: OutTime,
    status: z.enum(['ready', 'not_ready']),
    checks: z.record(z.string(), z.string()).meta({ description: 'As in `/readyz`.' }),
    conditions: z.array(ConditionJson),
    points: z.array(Point),
    projections: z.array(ProjectionStatus),
    rebuild: RebuildStatus,
    verify: VerifyStatus,
    backup: BackupStatus,
    backed_up_at: OutTime.nullable().meta({
      description: 'When the last verified backup was made.',
    }),
    log: z.object({ events: Count, bytes: Count }),
    views_bytes: Count,
    disk: z
      .object({ free_bytes: Count, size_bytes: Count })
      .nullable()
      .meta({ description: 'Of the data directory.' }),
    hive: HiveStatus,
    webhooks: z.array(WebhookJson),
  })
  .meta({ id: 'Operations' });
type Operations = z.infer<typeof Operations>;

const BACKUPS = '/var/backups/memory-vault';

const EXAMPLE: Operations = {
  at: '2026-11-20T09:30:10Z',
  started_at: '2026-11-20T09:30:00Z',
  status: 'ready',
  checks: { log: 'ok', views: 'ok' },
  conditions: [],
  points: [],
  projections: [],
  rebuild: { state: 'idle', done: 0, total: 0 },
  verify: { state: 'idle', done: 0, total: 0 },
  backup: { state: 'idle', done: 0, total: 0, folder: BACKUPS },
  backed_up_at: '2026-11-20T03:10:00Z',
  log: { events: 2, bytes: 131_072 },
  views_bytes: 163_840,
  disk: { free_bytes: 60_000_000_000, size_bytes: 100_000_000_000 },
  hive: disabledStatus('VAULT_HIVE_URL is not set'),
  webhooks: [],
};

/** The state of the service with its last hour, once or as a stream. */
export function operationsRoute(history: History): Route {
  return route({
    method: 'GET',
    path: '/admin/operations',
    operationId: 'getOperations',
    tag: 'admin',
    summary: 'Get how the service is doing',
    description:
      'All that an operator looks at, with a point for every ten seconds of the last hour. With ' +
      '`Accept: text/event-stream`, every two seconds, and more often while something is in progress; ' +
      'after the first, with new points only.',
    audience: 'admin',
    answers: {
      200: {
        description: 'The state.',
        content: Operations,
        example: EXAMPLE,
        stream: 'data: {"at":"2026-11-20T09:30:10Z"}\n\n',
      },
    },
    async handle(call) {
      const { upkeep } = call;
      const look = async (seen: number) => {
        const { points, taken } = history.after(seen);
        return { answer: await operationsOf(call, points), taken };
      };
      if (!wantsEvents(call)) return (await look(0)).answer;
      const isBusy = () =>
        [
          upkeep.rebuilder.status(),
          upkeep.audit.verifyStatus(),
          upkeep.backups.backupStatus(),
        ].some(({ state }) => state !== 'idle');
      return sendEvents(call, (listener) => operationsStream({ look, isBusy, ...listener }));
    },
  });
}

/** Copies the log, as the verb `backup` does. */
export const backupRoute = route({
  method: 'POST',
  path: '/admin/backup',
  operationId: 'backUp',
  audience: 'admin',
  tag: 'admin',
  summary: 'Back up the log',
  description:
    'Copies the log into a new file in `VAULT_BACKUP_DIR` and verifies the copy; the newest seven stay. Saves go on. Where ' +
    'no file can be written, a 409 says why.',
  act: 'backup',
  assertPossible: ({ backups }) => backups.assertPossible(),
  query: z.strictObject({
    wait: optional(z.enum(['0', '1'])).meta({
      description: '0 answers at once; the backup goes on.',
    }),
  }),
  answers: {
    200: {
      description: 'What was written.',
      content: BackupReport,
      example: {
        file: `${BACKUPS}/vault-2026-11-20T09-30-10-000Z.db`,
        events: 2,
        hash: EXAMPLES.hash,
        removed: 0,
        lacks: null,
      },
    },
    202: {
      description: 'It has begun; `GET /admin/operations` shows its progress.',
      content: BackupStatus,
      example: { state: 'copying', done: 0, total: 0, folder: BACKUPS },
    },
  },
  errors: ['conflict'],
  async handle({ upkeep, query, reply }) {
    const report = upkeep.backups.backup();
    if (query.wait !== '0') return report;
    // The operations say it, and the log of the service.
    report.catch(() => {});
    reply.code(202);
    return upkeep.backups.backupStatus();
  },
});

async function operationsOf(
  { vault, upkeep }: Pick<Call, 'vault' | 'upkeep'>,
  points: readonly Point[],
): Promise<Operations> {
  const { freeBytes } = await upkeep.vitals.look();
  const size = await diskSize(vault.config.dataDir);
  // Before the read models are brought up to it: what is recorded meanwhile is no lag.
  const { position } = await vault.log.head();
  const { status, checks, conditions } = await assess({ vault, upkeep });
  const { log, views } = upkeep.databaseBytes();
  const { backedUp } = readUpkeep(vault.config.dataDir);
  const hasDisk = freeBytes !== undefined && size !== undefined;
  return {
    at: formatTime(toSeconds(vault.clock())),
    started_at: formatTime(toSeconds(upkeep.startedAt)),
    status,
    checks,
    conditions,
    points: [...points],
    projections: projectionsOf(vault, position),
    rebuild: upkeep.rebuilder.status(),
    verify: upkeep.audit.verifyStatus(),
    backup: upkeep.backups.backupStatus(),
    backed_up_at: backedUp ? formatTime(toSeconds(backedUp.at)) : null,
    log: { events: position, bytes: log },
    views_bytes: views,
    disk: hasDisk ? { free_bytes: freeBytes, size_bytes: size } : null,
    // The hive is optional: its trouble must not hide the rest.
    hive: await vault.hive.status().catch(() => disabledStatus('hive.db cannot be read')),
    // So are webhooks.
    webhooks: await webhooksOf(vault).catch(() => []),
  };
}

interface Watch extends Listener {
  /** What to send, without the first `seen` points, and how many points there were by then. */
  readonly look: (seen: number) => Promise<{ readonly answer: unknown; readonly taken: number }>;
  /** True while something is in progress that a reader wants to see move. */
  readonly isBusy: () => boolean;
}

/** How often to look whether something is in progress, and how often to send at least; in milliseconds. */
const PACE = { tick: 500, quiet: 2000 };

/**
 * The state of the service as an endless stream of server-sent events: now, every two seconds, and twice a second while
 * something is in progress.
 */
export async function* operationsStream(
  { look, isBusy, mayRead, signal }: Watch,
  { tick, quiet } = PACE,
): AsyncGenerator<string> {
  let seen = 0;
  yield RETRY;
  while (!signal.aborted) {
    const { answer, taken } = await look(seen);
    if (!(await mayRead())) return;
    seen = taken;
    yield `data: ${JSON.stringify(answer)}\n\n`;
    const wasBusy = isBusy();
    for (let waited = 0; waited < quiet && !signal.aborted; waited += tick) {
      // It rejects when the stream ends, which the loops see.
      await sleep(tick, undefined, { signal, ref: false }).catch(() => {});
      if (wasBusy || isBusy()) break;
    }
  }
}
