import type { Cluster } from '../cluster/cluster.js';
import type { Executor } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { abandonSession } from '../commands/sessions.js';
import { bytesOf, type dataFiles } from '../config/dataFiles.js';
import type { Reporter } from '../diagnostics/reporter.js';
import { toSeconds } from '../domain/time.js';
import type { LogBroken } from '../log/logFailures.js';
import { oneAtATime } from '../log/oneAtATime.js';
import { type Audit, type AuditWork, audit } from '../maintenance/audit.js';
import { type BackupParts, type Backups, backups } from '../maintenance/backups.js';
import { checkpointKey } from '../maintenance/checkpoints.js';
import { forgetNotes, type WantedNotes } from '../maintenance/forgetNotes.js';
import type { SubjectForgotten } from '../maintenance/forgetSubject.js';
import { type Wiper, wiper } from '../maintenance/wiper.js';
import type { Projection } from '../projections/projection.js';
import { NO_WITNESSES } from '../proof/witnessPolicy.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';
import { type Rebuilder, type RebuilderParts, rebuilder } from '../views/rebuilder.js';
import { askWitnesses, type Witnesses } from '../witness/askWitnesses.js';
import { type Witness, witness } from '../witness/witness.js';
import { type CheckParts, type ViewsCheck, viewsCheck } from './fileChecks.js';
import type { Vault } from './vault.js';
import { type Vitals, type VitalsParts, vitals } from './vitals.js';

/** What keeps a vault whole: it looks for what is wrong, proves what is right, rebuilds and wipes files. */
export interface Upkeep {
  /** Those who cosign the checkpoints of this vault. */
  readonly witnesses: Witnesses;
  /** What cosigns the checkpoints of others. */
  readonly witness: Witness;
  readonly audit: Audit;
  readonly backups: Backups;
  readonly rebuilder: Rebuilder;
  readonly wiper: Wiper;
  /** What is wrong now, and how it is said. */
  readonly reporter: Reporter;
  readonly vitals: Vitals;
  readonly viewsCheck: ViewsCheck;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Bytes of both databases with their write-ahead logs. */
  databaseBytes(): { log: number; views: number };
  /** Forgets notes together, one such request after the other: see `forgetNotes`. */
  forgetNotes(wanted: WantedNotes, context: RequestContext): Promise<SubjectForgotten>;
  /** Marks sessions that have been idle for too long, unless another node does; gives how many. */
  abandonIdleSessions(): Promise<number>;
}

/** Where the long work of the upkeep runs. */
interface UpkeepThreads
  extends Pick<RebuilderParts, 'build' | 'withReadersClosed'>,
    Pick<CheckParts, 'damageIn'> {
  readonly work: AuditWork;
  readonly backup: BackupParts['work'];
}

/** How long a copy may take to get the events of another node, in milliseconds. */
const CATCH_UP_MS = 2000;

interface UpkeepParts extends Pick<VitalsParts, 'clockWatch' | 'lastAt' | 'freeBytes'> {
  readonly vault: Vault;
  readonly cluster: Pick<Cluster, 'onlyOne' | 'reports' | 'signer'>;
  readonly files: ReturnType<typeof dataFiles>;
  readonly projections: readonly Projection[];
  readonly threads: UpkeepThreads;
  readonly reporter: Reporter;
  /** Whether to look for damage of the read models once a day. */
  readonly checksFiles: boolean | undefined;
  readonly onError: (error: unknown) => void;
  readonly onBroken: (error: LogBroken) => void;
}

/** What keeps a vault whole that was just opened, and what starts its reports to the other nodes. */
export function openUpkeep(parts: UpkeepParts): {
  readonly upkeep: Upkeep;
  readonly startReports: () => void;
} {
  const { vault, cluster, files, threads, reporter, onError } = parts;
  const { config, clock, log, readModels, executor } = vault;
  const { dataDir } = config;
  const { work, build, damageIn, withReadersClosed } = threads;
  const rebuilds = rebuilder({
    files,
    log,
    projections: parts.projections,
    running: readModels,
    build,
    withReadersClosed,
    say: reporter.say,
    onError,
  });
  const own = wiper(log, readModels, rebuilds, parts.onBroken);
  const checked = { file: files.views, damageIn, readModels, rebuilder: rebuilds, onError };
  const signCheckpoint = cluster.signer(work.signCheckpoint);
  const reports = cluster.reports(own);
  const forgetAlone = oneAtATime();
  const policy = config.witnesses ?? NO_WITNESSES;
  const proofs = audit({ dataDir, log, work: { ...work, signCheckpoint } });
  const witnesses = askWitnesses({
    policy,
    async checkpoint(events) {
      // A copy may be behind the node that had them cosigned.
      await log.reach(events, CATCH_UP_MS, vault.stopping);
      return proofs.checkpoint(events);
    },
    consistency: async (from, to) => (await proofs.consistency(from, to)).path,
    send: fetch,
    stopping: vault.stopping,
    reporter,
  });
  const upkeep: Upkeep = {
    audit: proofs,
    witnesses,
    witness: witness({ dataDir, logs: policy.logs, key: () => checkpointKey(dataDir), clock }),
    backups: backups({
      dataDir,
      folder: config.backupDir,
      // As in the verb: the names of both stand in one order.
      clock: Date.now,
      work: threads.backup,
      onError: reporter.report,
    }),
    rebuilder: rebuilds,
    wiper: reports.wiper,
    reporter,
    vitals: vitals({
      ...parts,
      log,
      dataDir,
      wiper: own,
      rebuilds,
      readModels,
      viewsBytes: () => bytesOf(files.views),
    }),
    viewsCheck: viewsCheck(checked, parts.checksFiles),
    startedAt: clock(),
    databaseBytes: () => ({ log: bytesOf(files.log), views: bytesOf(files.views) }),
    forgetNotes: (wanted, context) => forgetAlone(() => forgetNotes(vault, wanted, context)),
    async abandonIdleSessions() {
      const before = toSeconds(clock() - config.sessionIdle);
      const sweep = () => abandonIdle(executor, readModels, before);
      return (await cluster.onlyOne('sweeper', sweep)) ?? 0;
    },
  };
  return { upkeep, startReports: reports.start };
}

/** Sessions that are abandoned in one commit. */
const TOGETHER = 256;

/** Abandons sessions in which nothing has happened since `before`, in seconds since 1970; gives how many. */
async function abandonIdle(
  executor: Executor,
  readModels: ReadModels,
  before: number,
): Promise<number> {
  const idle = idleSessions(await readModels.current('sessions', 'observations'), before);
  const context = { meta: { actor: 'system' } };
  for (let i = 0; i < idle.length; i += TOGETHER) {
    const some = idle.slice(i, i + TOGETHER);
    await Promise.all(some.map((id) => executor.execute(abandonSession, { id }, context)));
  }
  return idle.length;
}

/** Ids of active sessions without activity since `before`, in seconds since 1970. */
function idleSessions(views: Sql, before: number): string[] {
  return views
    .all<{ id: string }>(
      `SELECT id FROM sessions AS s WHERE state = 'active' AND started_at < :before
         AND coalesce((SELECT recorded_at FROM observations AS o WHERE o.session_id = s.id
                       ORDER BY o.position DESC LIMIT 1), 0) < :before
       ORDER BY position`,
      { before },
    )
    .map(({ id }) => id);
}
