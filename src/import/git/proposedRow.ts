import { messageOf } from '../../diagnostics/diagnostic.js';
import { noteRow, type PeerNote } from '../peerLines.js';
import type { SourceRow } from '../sourceRow.js';

/** The row of a note that waits until somebody accepts it, or the reason why there is none: no note takes others with it. */
export function proposedRow(note: PeerNote): SourceRow {
  try {
    return noteRow({ ...note, state: 'proposed' });
  } catch (error) {
    return { row: note.row, skipped: messageOf(error) };
  }
}
