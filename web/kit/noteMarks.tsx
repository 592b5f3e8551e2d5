import type { Observation } from 'memory-vault-client';
import { Badge } from './badge.js';

/** What sets a note apart: that it is pinned, and what says that it may not hold. */
export function NoteMarks({
  note,
}: {
  note: Pick<Observation, 'pinned' | 'superseded_by' | 'often_wrong'>;
}) {
  return (
    <>
      {note.pinned && <Badge tone="accent">pinned</Badge>}
      {note.superseded_by && <Badge tone="warn">superseded</Badge>}
      {note.often_wrong && <Badge tone="warn">often wrong</Badge>}
    </>
  );
}
