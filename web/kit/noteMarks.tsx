import type { Observation } from 'memory-vault-client';
import { VALIDITY_WORDS } from '../../src/domain/validity.js';
import { Badge } from './badge.js';

type Marked = Pick<
  Observation,
  'state' | 'suspect' | 'pinned' | 'superseded_by' | 'often_wrong' | 'validity'
>;

/** What sets a note apart: that nobody has accepted it yet, that it is pinned, and what says that it may not hold. */
export function NoteMarks({ note }: { note: Marked }) {
  return (
    <>
      {note.state && <Badge tone="accent">{note.state}</Badge>}
      {note.suspect && <Badge tone="bad">suspect</Badge>}
      {note.pinned && <Badge tone="accent">pinned</Badge>}
      {note.superseded_by && <Badge tone="warn">superseded</Badge>}
      {note.often_wrong && <Badge tone="warn">often wrong</Badge>}
      {note.validity && <Badge tone="warn">{VALIDITY_WORDS[note.validity]}</Badge>}
    </>
  );
}
