import type { Observation } from 'memory-vault-client';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { api } from '../../base/api.js';
import { useDraft } from '../../base/useDraft.js';
import { Card } from '../../kit/card.js';
import { notify } from '../../kit/notices.js';
import { isRedacted, savedWords } from '../../write/savedWords.js';
import { OlderDraft, WriteForm } from '../../write/writeForm.js';
import { changeOf, type Draft, draftOf } from './draft.js';
import { NoteFields } from './noteFields.js';

/** A way to save a note, and what follows once it is saved. */
export interface Saving {
  readonly label: string;
  readonly afterwards?: () => Promise<unknown>;
}

export const SAVE: Saving = { label: 'Save' };

export interface EditNoteProps {
  readonly note: Observation;
  readonly title?: string;
  /** What the fields hold at first: by default what the note says. */
  readonly start?: Draft | undefined;
  /** The name under which the tab keeps what is typed; without one, leaving the screen asks. */
  readonly keptAs?: string | undefined;
  /** The first is that of the keys. By default it is saved, and nothing follows. */
  readonly savings?: readonly [Saving, ...Saving[]];
  readonly onClose: (isSaved: boolean) => void;
}

/** The form of a note. What is saved is its next revision. */
export function EditNote({
  note,
  title = 'Edit',
  start,
  keptAs,
  savings: [firstSaving, ...otherSavings] = [SAVE],
  onClose,
}: EditNoteProps) {
  const { revision = 1 } = note;
  const {
    text: draft,
    set,
    isOlder,
    drop,
  } = useDraft<Draft>(keptAs, start ?? draftOf(note), revision);
  // Also where that which was to follow went wrong.
  const isSaved = useRef(false);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const change = changeOf(note, draft);
  const close = (isDone: boolean) => {
    drop();
    onClose(isDone);
  };
  const wayOf = ({ label, afterwards }: Saving) => ({
    label,
    save: async () => {
      if (!change) return close(isSaved.current);
      const asked = { params: { path: { id: note.id } }, body: change };
      const { data } = await api.PATCH('/api/v1/observations/{id}', asked);
      const done = data.revision === undefined ? 'Saved.' : `Saved as revision ${data.revision}.`;
      const typed = draft.content + draft.title;
      notify(savedWords(done, isRedacted(data.content + data.title, typed)));
      isSaved.current = true;
      await afterwards?.();
      close(true);
    },
  });
  return (
    <Card title={title}>
      {isOlder && <OlderDraft what="note" version={revision} />}
      <WriteForm
        ways={[wayOf(firstSaving), ...otherSavings.map(wayOf)]}
        isChanged={change !== undefined}
        onClose={() => close(isSaved.current)}
      >
        {(errors) => <NoteFields draft={draft} set={set} errors={errors} first={first} />}
      </WriteForm>
    </Card>
  );
}
