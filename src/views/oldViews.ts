import type { Projection } from '../projections/projection.js';
import { openSqliteReader } from '../sqlite/sqlite.js';
import { digestViews } from './digest.js';
import { sourceOf } from './viewsFile.js';

/** The read models that a rebuild is compared with, read beside whoever writes them. */
export interface OldViews {
  /** Shows them as they are at this moment until `thaw`; gives the event they are at, or null when they cannot be read. */
  freeze(): Promise<number | null>;
  thaw(): Promise<void>;
  /** Of what `freeze` shows, which is let go of; null when they cannot be read. */
  digest(): Promise<string | null>;
  close(): Promise<void>;
}

/** Opens read models; a rebuild is also for files that are missing or damaged. */
export type OpenOld = (file: string) => OldViews;

/** Reads them where it is called. */
export function oldViewsHere(projections: readonly Projection[]): OpenOld {
  return (file) => {
    const views = readable(() => openSqliteReader(file));
    return {
      freeze: async () =>
        views &&
        readable(() => {
          views.db.exec('BEGIN');
          return sourceOf(views).position;
        }),
      async thaw() {
        views?.db.exec('COMMIT');
      },
      async digest() {
        const digest = views && readable(() => digestViews(views, projections).digest);
        // As long as somebody reads it as it was, its write-ahead log only grows.
        views?.db.close();
        return digest;
      },
      async close() {
        views?.db.close();
      },
    };
  };
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
