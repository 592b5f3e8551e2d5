import type { EventLog } from '../log/eventLog.js';
import { removeDatabase } from '../sqlite/databaseFiles.js';
import type { Sql } from '../sqlite/sqlite.js';
import { isDamage } from '../sqlite/storageFailure.js';
import { type HiveLedger, hiveLedger, openHiveLedger } from './hiveLedger.js';

/** What a ledger has to be about. */
export interface LedgerKey {
  readonly file: string;
  readonly log: Pick<EventLog, 'head' | 'hashAt'>;
  readonly hub: string;
  readonly choice: string;
}

/**
 * Opens the ledger of a log and a hub. A ledger about another hub is emptied. After a change of the types that may
 * leave, or of the log itself, the log is read from the beginning again.
 */
export async function openHiveLedgerFor(subject: LedgerKey): Promise<HiveLedger> {
  const sql = openUsable(subject.file);
  const { position } = await subject.log.head();
  const fresh = () => {
    for (const table of ['ledger', 'notes', 'withheld', 'refusals'])
      sql.run(`DELETE FROM ${table}`);
    sql.run('INSERT INTO ledger VALUES (1, 0, zeroblob(0), ?, 0, NULL, ?, ?, 0)', [
      position,
      subject.hub,
      subject.choice,
    ]);
  };
  const ledger = hiveLedger(sql);
  const known = sql.get<{ hub: string }>('SELECT hub FROM ledger');
  if (known?.hub !== subject.hub) {
    sql.db.transaction(fresh)();
    return ledger;
  }
  const { cursor, hash, choice } = ledger.state();
  if (!(await holdsAt(subject.log, cursor, hash))) {
    ledger.startOver(position);
  }
  if (choice !== subject.choice) {
    sql.run('UPDATE ledger SET cursor = 0, hash = zeroblob(0), choice = ?', [subject.choice]);
  }
  return ledger;
}

async function holdsAt(log: LedgerKey['log'], cursor: number, hash: Buffer): Promise<boolean> {
  if (cursor === 0) return true;
  const there = await log.hashAt(cursor);
  return there !== undefined && (hash.length === 0 || there.equals(hash));
}

/** A damaged file is replaced by an empty one: everything in it can be found out again. */
function openUsable(file: string): Sql {
  try {
    return openHiveLedger(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeDatabase(file);
    return openHiveLedger(file);
  }
}
