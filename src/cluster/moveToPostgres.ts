import { dataFiles } from '../config/dataFiles.js';
import type { PostgresPlace } from '../domain/postgres.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { claimDirectory } from '../files/dataDirectory.js';
import { eventlessAnswers } from '../log/sqlite/answers.js';
import { copiedOf, writeCopied } from '../log/sqlite/copied.js';
import { totalsOf } from '../log/sqlite/guardTable.js';
import { endOf } from '../log/sqlite/headOf.js';
import { migrateFile } from '../log/sqlite/migrate.js';
import { checkedEvents } from '../log/verify/eventRows.js';
import { checkpointOf, lastSigned } from '../maintenance/checkpoints.js';
import { copyBefore } from '../maintenance/copyBefore.js';
import { settleLoss } from '../maintenance/loss/accept.js';
import { verifyWhole } from '../maintenance/verify.js';
import { withinFile } from '../sqlite/databaseFiles.js';
import { lockDirectory } from '../sqlite/lockDirectory.js';
import { openSqliteReader, type Sql } from '../sqlite/sqlite.js';
import type { OnProgress } from '../views/projector.js';
import { asOwner } from './postgres/connect.js';
import { fillLog, type WholeLog } from './postgres/fillLog.js';
import { preparePostgres } from './postgres/openPostgres.js';
import { type SharedHead, sharedHead } from './postgres/sharedHead.js';

/** A log that was moved into PostgreSQL. */
interface MovedToPostgres {
  /** UUID of the shared log. */
  readonly instance: string;
  readonly events: number;
  /** The hash of the last event, in hex. */
  readonly hash: string;
  /** Whether an earlier run had sent everything already, and ended before it could say so in log.db. */
  readonly wasThere: boolean;
  /** How long it took to send and check them, in ms. */
  readonly ms: number;
}

interface MoveOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onVerified?: OnProgress;
  readonly onSent?: OnProgress;
}

/**
 * Moves the log of a data directory that no process serves into an empty shared log, whose tables it makes. From then on
 * log.db is the copy of that log. `place` names the owner of the database. Throws, and changes nothing, where log.db does not
 * verify or the shared log holds other events. When it is killed at any moment, it can be run again.
 */
export async function moveToPostgres(
  directory: string,
  place: PostgresPlace,
  { now, onVerified, onSent = () => {} }: MoveOptions,
): Promise<MovedToPostgres> {
  const dataDir = claimDirectory(directory);
  const { log: file } = dataFiles({ dataDir });
  const lock = lockDirectory(dataDir, formatTime(toSeconds(now)));
  try {
    settleLoss(dataDir, { accept: false, now, say: () => {} });
    const copy = copyBefore(dataDir, { now, freeBytes: undefined, say: () => {} });
    migrateFile(file, { before: copy.before });
    await preparePostgres(place);
    const there = await asOwner(place, sharedHead);
    const log = openSqliteReader(file);
    try {
      refuseCopyOf(log, there);
      const whole = wholeLog(log, dataDir);
      const { position, hash } = whole.end;
      const moved = { events: position, hash: hash.toString('hex') };
      const wasThere = isSame(there, log, whole);
      if (!wasThere && there.position + there.answers > 0) throw notEmpty(there);
      if (!wasThere) await verifyWhole({ logFile: file, dataDir }, onVerified);
      const start = performance.now();
      const filled = wasThere
        ? there
        : await asOwner(place, (owner) => fillLog(owner, whole, (sent) => onSent(sent, position)));
      const { instance, answers } = filled;
      // From now on the log is served only together with the shared one.
      withinFile(file, (sql) => sql.db.transaction(writeCopied)(sql, { instance, answers }));
      return { instance, ...moved, wasThere, ms: performance.now() - start };
    } finally {
      log.db.close();
    }
  } finally {
    lock.release();
  }
}

function wholeLog(log: Sql, dataDir: string): WholeLog {
  return {
    events: checkedEvents(log),
    answers: eventlessAnswers(log),
    end: endOf(log),
    deduplicated: totalsOf(log).deduplicated,
    checkpoint: lastCheckpoint(dataDir),
  };
}

function lastCheckpoint(dataDir: string): WholeLog['checkpoint'] {
  const signed = lastSigned(dataDir);
  if (!signed) return undefined;
  return { size: checkpointOf(signed).size, note: signed.note };
}

/** True for the shared log that an earlier run has filled: nobody has added anything to either since. */
function isSame(there: SharedHead, log: Sql, { end, deduplicated }: WholeLog): boolean {
  if (end.position === 0 || !there.hash.equals(end.hash)) return false;
  const answers = log.get<{ count: number }>(
    'SELECT count(*) AS count FROM idempotency WHERE position IS NULL',
  );
  return there.deduplicated === deduplicated && there.answers === answers?.count;
}

function refuseCopyOf(log: Sql, { instance }: SharedHead): void {
  const copied = copiedOf(log);
  if (!copied) return;
  const which =
    copied.instance === instance ? 'this shared log' : `the shared log ${copied.instance}`;
  throw new Error(
    `${log.db.name} is the copy of ${which} already: start a node on it with VAULT_LOG`,
  );
}

function notEmpty({ position, hash }: SharedHead): Error {
  return new Error(
    `the shared log there already has ${position} events, the last with hash ${hash.toString('hex')}, and they are not those of ` +
      'this vault: name an empty database',
  );
}
