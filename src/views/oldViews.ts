import type { Projection } from '../projections/projection.js';
import { openSqliteReader } from '../sqlite/sqlite.js';
import { damageIn } from './damageIn.js';
import { digestViews } from './digest.js';
import { sourceOf } from './viewsFile.js';

/** The read models that a rebuild is compared with, read next to the process that writes them. */
export interface OldViews {
  /** Shows them as they are now until `thaw`. Returns their position in the log, or null when they cannot be read. */
  freeze(): number | null;
  thaw(): void;
  /** Digests what `freeze` shows, then closes the file. */
  digest(): OldDigest;
  close(): void;
}

/** The digest of read models, null when they cannot be read, and what is damaged in their file, null when nothing is. */
export interface OldDigest {
  readonly digest: string | null;
  readonly damage: string | null;
}

/** Opens read models; a rebuild is also for files that are missing or damaged. */
export function openOldViews(file: string, projections: readonly Projection[]): OldViews {
  const views = readable(() => openSqliteReader(file));
  return {
    freeze: () =>
      views &&
      readable(() => {
        views.db.exec('BEGIN');
        return sourceOf(views).position;
      }),
    thaw() {
      views?.db.exec('COMMIT');
    },
    digest() {
      const digest = views && readable(() => digestViews(views, projections).digest);
      const damage = views && readable(() => damageIn(views).join('; ') || null);
      // An open reader would keep the write-ahead log from starting over.
      views?.db.close();
      return { digest, damage };
    },
    close() {
      views?.db.close();
    },
  };
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
