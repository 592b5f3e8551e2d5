import { openSqlite, type Params } from '../sqlite/sqlite.js';
import { begunAt, type Progress } from './queue.js';

/** A webhook as it was registered, and how far it is. Times in milliseconds since 1970. */
export interface Registered {
  readonly id: string;
  readonly url: string;
  /** Types of events that it is told of. */
  readonly types: readonly string[];
  readonly created_at: number;
  /** How often its secret was renewed. */
  readonly renewed: number;
  /** How often it was to be tried at once. */
  readonly retried: number;
  /** Whether its receiver answered that it wants no more. */
  readonly gone: boolean;
  readonly progress: Progress;
}

/** An event that was given up. */
export interface Failed {
  readonly position: number;
  readonly event: string;
  readonly error: string;
  readonly at: number;
}

type Later<T> = T | Promise<T>;

/** Where webhooks are kept, with how far each is: in a file, or by all nodes of a log together. */
export interface Receivers {
  /** Takes or keeps the turn to send, and gives its number; undefined while another node has it. */
  take(): Later<number | undefined>;
  /** Takes in what other nodes have written up to now. Rejects with `not_ready` when that cannot be had. */
  freshen(): Later<unknown>;
  all(): Later<Registered[]>;
  /** Registers one that is told of what comes behind `position`. */
  add(one: NewWebhook, position: number): Later<void>;
  remove(id: string): Later<void>;
  renew(id: string): Later<void>;
  retry(id: string): Later<void>;
  setGone(id: string): Later<void>;
  /** Rejects with `TurnLost` when another node may send by now. `retried`: those that were heeded. */
  keep(id: string, progress: Progress, retried: number): Later<void>;
  /** To be followed by `keep`. */
  recordFailed(id: string, failed: Failed): void;
  /** Those given up, newest first. */
  failedOf(id: string): Later<readonly Failed[]>;
  close(): void;
}

export type NewWebhook = Pick<Registered, 'id' | 'url' | 'types' | 'created_at'>;

/** Of each webhook, only the newest events that were given up are listed. */
export const MOST_FAILED = 100;

const TABLES = `
  CREATE TABLE IF NOT EXISTS webhooks (
    id         TEXT PRIMARY KEY,
    url        TEXT NOT NULL,
    types      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    renewed    INTEGER NOT NULL DEFAULT 0,
    retried    INTEGER NOT NULL DEFAULT 0,
    gone       INTEGER NOT NULL DEFAULT 0,
    progress   TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS failed (
    webhook  TEXT NOT NULL,
    position INTEGER NOT NULL,
    event    TEXT NOT NULL,
    error    TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (webhook, position)
  ) STRICT, WITHOUT ROWID;`;

interface Row extends Pick<Registered, 'id' | 'url' | 'created_at' | 'renewed' | 'retried'> {
  readonly types: string;
  readonly gone: number;
  readonly progress: string;
}

/** What is registered, and how far each is, in a file of its own (`webhooks.db`): no text of a note, and no secret. */
export function openReceivers(file: string): Receivers {
  // A power failure may take back the newest progress: then a receiver gets again what it has had.
  const sql = openSqlite(file, 'NORMAL');
  try {
    sql.db.exec(TABLES);
  } catch (error) {
    sql.db.close();
    throw error;
  }
  // Unchecked JSON: only this file writes these columns.
  const registered = ({ types, gone, progress, ...row }: Row): Registered => ({
    ...row,
    types: JSON.parse(types),
    gone: gone === 1,
    progress: JSON.parse(progress),
  });
  /** Makes a change that a power failure does not take back. */
  function durably(change: string, values: Params): void {
    sql.db.pragma('synchronous = FULL');
    try {
      sql.run(change, values);
    } finally {
      sql.db.pragma('synchronous = NORMAL');
    }
  }
  return {
    // Nobody else sends, or writes.
    take: () => 1,
    freshen() {},
    all: () => sql.all<Row>('SELECT * FROM webhooks ORDER BY id').map(registered),
    add(one, position) {
      durably(
        'INSERT INTO webhooks (id, url, types, created_at, progress) VALUES (?, ?, ?, ?, ?)',
        [
          one.id,
          one.url,
          JSON.stringify(one.types),
          one.created_at,
          JSON.stringify(begunAt(position)),
        ],
      );
    },
    remove(id) {
      sql.run('DELETE FROM failed WHERE webhook = ?', [id]);
      durably('DELETE FROM webhooks WHERE id = ?', [id]);
    },
    keep: (id, progress) =>
      void sql.run('UPDATE webhooks SET progress = ? WHERE id = ?', [JSON.stringify(progress), id]),
    renew: (id) => durably('UPDATE webhooks SET renewed = renewed + 1 WHERE id = ?', [id]),
    retry: (id) =>
      void sql.run('UPDATE webhooks SET gone = 0, retried = retried + 1 WHERE id = ?', [id]),
    setGone: (id) => void sql.run('UPDATE webhooks SET gone = 1 WHERE id = ?', [id]),
    recordFailed(id, { position, event, error, at }) {
      sql.run('INSERT OR REPLACE INTO failed VALUES (?, ?, ?, ?, ?)', [
        id,
        position,
        event,
        error,
        at,
      ]);
      sql.run(
        `DELETE FROM failed WHERE webhook = ? AND position <= (SELECT position FROM failed
           WHERE webhook = ? ORDER BY position DESC LIMIT 1 OFFSET ${MOST_FAILED})`,
        [id, id],
      );
    },
    failedOf: (id) =>
      sql.all<Failed>(
        'SELECT position, event, error, at FROM failed WHERE webhook = ? ORDER BY position DESC',
        [id],
      ),
    close: () => void sql.db.close(),
  };
}
