import type { SourceRow } from './sourceRow.js';
import { UnreadableRow } from './unreadableRow.js';

/** What `read` gives, or the reason why it gives nothing: an `UnreadableRow` that it throws. */
export function rowOrReason(row: string, read: () => SourceRow): SourceRow {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRow) return { row, skipped: error.message };
    throw error;
  }
}
