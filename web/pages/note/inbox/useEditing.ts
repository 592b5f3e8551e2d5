import { useState } from 'preact/hooks';
import type { EditNoteProps } from '../editNote.js';
import { decideOne } from './decide.js';
import { mergedDraft } from './mergedDraft.js';
import type { Inbox } from './useInbox.js';
import { wholeNote } from './wholeNote.js';

/** The editor in the place of a card: of the note that waits, or of the one that it is merged into. */
interface Editing {
  /** The note that waits. */
  readonly id: string;
  readonly editor: Omit<EditNoteProps, 'onClose'>;
}

/** Opens the editor for one note of the inbox at a time. */
export function useEditing(inbox: Inbox) {
  const [editing, setEditing] = useState<Editing>();

  /** What is saved still waits, unless it is accepted at once. */
  const edit = async (id: string) => {
    const refresh = async () => {
      await inbox.refresh(id);
    };
    const accept = async () => {
      // It is shown as it was saved, also where it cannot be accepted yet.
      await decideOne(await inbox.refresh(id), 'accept');
      inbox.remove([id]);
    };
    const savings = [
      { label: 'Save', afterwards: refresh },
      { label: 'Save and accept', afterwards: accept },
    ] as const;
    setEditing({ id, editor: { note: await wholeNote(id), savings } });
  };

  /** Opens the note with the id `into`, with what the other says below its text; once that is saved, the other is refused. */
  const merge = async (id: string, into: string) => {
    const [proposed, note] = await Promise.all([wholeNote(id), wholeNote(into)]);
    const refuse = async () => {
      // The other note holds its text by now: whatever goes wrong here, nothing is lost.
      await decideOne(proposed, 'refuse');
      inbox.remove([id]);
    };
    const savings = [{ label: 'Save, and refuse the proposed note', afterwards: refuse }] as const;
    const editor = { note, title: 'Merge', start: mergedDraft(note, proposed), savings };
    setEditing({ id, editor });
  };

  return { editing, edit, merge, close: () => setEditing(undefined) };
}
