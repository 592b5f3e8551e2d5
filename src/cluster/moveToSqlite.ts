import { dataFiles } from '../config/dataFiles.js';
import type { SharedLogSettings } from '../config/sharedLogConfig.js';
import type { PostgresPlace } from '../domain/postgres.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { claimDirectory } from '../files/dataDirectory.js';
import { syncPath } from '../files/writeFile.js';
import { type Copied, copiedOf, writeCopied } from '../log/sqlite/copied.js';
import { totalsOf } from '../log/sqlite/guardTable.js';
import { headOf } from '../log/sqlite/headOf.js';
import { migrateFile } from '../log/sqlite/migrate.js';
import { keepNewestCheckpoint } from '../maintenance/checkpoints.js';
import { verifyWhole } from '../maintenance/verify.js';
import { withinFile } from '../sqlite/databaseFiles.js';
import { lockDirectory } from '../sqlite/lockDirectory.js';
import type { OnProgress } from '../views/projector.js';
import { asOwner } from './postgres/connect.js';
import type { Connection } from './postgres/connection.js';
import { openPostgres } from './postgres/openPostgres.js';
import { NEWEST_CHECKPOINT } from './postgres/postgresControl.js';
import { closeForGood, type Moved, movedAway, movedTo, sharedHead } from './postgres/sharedHead.js';
import { replicatedLog } from './replicatedLog.js';
import type { CopyEnd } from './sharedLog.js';
import { openSqliteCopy } from './sqliteCopy.js';

/** A shared log that was moved into the log.db of one node. */
interface MovedToSqlite {
  readonly events: number;
  /** The hash of the last event, in hex. */
  readonly hash: string;
  /** Whether an earlier run has closed the shared log already, and ended before it could say so in log.db. */
  readonly wasClosed: boolean;
}

interface MoveBackOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onTakenIn?: OnProgress;
  readonly onVerified?: OnProgress;
}

/** How often the rest is taken in while other nodes still append. */
const TRIES = 5;
const LOOK_MS = 200;

/**
 * Makes the log.db of a node that is stopped the only log: takes in what it lacks, verifies it, and closes the shared log for
 * good, so that no other node goes on. `owner` names the owner of the shared log. When it is killed at any moment, it can be run
 * again. Throws, and closes nothing, where the two contradict each other.
 */
export async function moveToSqlite(
  directory: string,
  settings: SharedLogSettings,
  owner: PostgresPlace,
  options: MoveBackOptions,
): Promise<MovedToSqlite> {
  const dataDir = claimDirectory(directory);
  const { log: file } = dataFiles({ dataDir });
  const lock = lockDirectory(dataDir, formatTime(toSeconds(options.now)));
  try {
    migrateFile(file);
    const copied = withinFile(file, copiedOf);
    if (!copied)
      throw new Error(`${file} is not the copy of a shared log: start it with VAULT_LOG=sqlite`);
    const moved = { node: settings.node, instance: copied.instance };
    const wasClosed = await asOwner(owner, (connection) => isClosedBy(connection, moved, file));
    if (!wasClosed) await takeOver(dataDir, copied, settings, owner, options);
    const { position, hash } = withinFile(file, (sql) => {
      sql.db.transaction(() => writeCopied(sql, undefined))();
      return headOf(sql);
    });
    return { events: position, hash: hash.toString('hex'), wasClosed };
  } finally {
    lock.release();
  }
}

/** Whether an earlier run of this node has closed the shared log. Throws where it was moved elsewhere. */
async function isClosedBy(connection: Connection, ours: Moved, file: string): Promise<boolean> {
  const moved = await movedTo(connection);
  if (!moved) return false;
  const { hash } = await sharedHead(connection);
  const isOurs = moved.node === ours.node && moved.instance === ours.instance;
  if (isOurs && withinFile(file, headOf).hash.equals(hash)) return true;
  throw movedAway(`the log.db of the node ${moved.node} is the log since then`);
}

/** Takes in the rest, and closes the shared log. */
async function takeOver(
  dataDir: string,
  { instance }: Copied,
  settings: SharedLogSettings,
  owner: PostgresPlace,
  { onTakenIn, onVerified }: MoveBackOptions,
): Promise<void> {
  const { log: file } = dataFiles({ dataDir });
  const { node } = settings;
  for (let tries = 0; tries < TRIES; tries++) {
    const end = await catchUp(file, instance, settings, onTakenIn);
    // Durable before the shared log is closed: from then on, nobody else has it.
    const { deduplicated } = withinFile(file, totalsOf);
    for (const path of [file, dataDir]) syncPath(path);
    if (tries === 0) await verifyWhole({ logFile: file, dataDir }, onVerified);
    const isClosed = await asOwner(owner, async (connection) => {
      const [newest] = await connection.exchange(NEWEST_CHECKPOINT);
      for (const { note } of newest.rows) keepNewestCheckpoint(dataDir, note);
      return await closeForGood(connection, { node, instance }, { ...end, deduplicated });
    });
    if (isClosed) return;
  }
  throw new Error(
    'other nodes append to the shared log all the time, and nothing was changed: stop them, and run this again',
  );
}

async function catchUp(
  file: string,
  instance: string,
  { place, node, durability }: SharedLogSettings,
  onTakenIn: OnProgress = () => {},
): Promise<CopyEnd> {
  const postgres = openPostgres(place, { durability, node });
  const copy = openSqliteCopy(file, instance);
  const log = replicatedLog(copy, postgres.log, { pollMs: 0 });
  const timer = setInterval(() => onTakenIn(log.position(), log.sharedHead()), LOOK_MS);
  try {
    await log.catchUp();
    return copy.end();
  } finally {
    clearInterval(timer);
    await log.closeCopy();
    await postgres.close();
  }
}
