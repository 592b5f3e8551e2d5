import type { Observation } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { useAsk } from '../base/useAsk.js';
import { Asking } from '../kit/asking.js';
import { TypeBadge } from '../kit/badge.js';
import { Confirm } from '../kit/confirm.js';
import { Time } from '../kit/time.js';
import { UserText } from '../kit/userText.js';
import { notesNow, supersedeNotes } from './deeds.js';

/** Asks which of several notes takes the place of the others: at first the newest. */
export function SupersedeNotes({
  ids,
  onChange,
  onClose,
}: {
  ids: readonly string[];
  onChange: () => void;
  onClose: () => void;
}) {
  const asked = useAsk(ids.join(), async () =>
    // Of one moment, ids tell which was saved later.
    [...(await notesNow(ids))].sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1)),
  );
  const [picked, setPicked] = useState<string>();
  const notes = asked.value ?? [];
  const first = notes.find(({ id }) => id === picked) ?? notes[0];
  const supersede = async () => {
    if (!first) return;
    const others = notes.filter((one) => one !== first);
    await supersedeNotes(
      [first, ...others].map(({ id }) => id),
      onChange,
    );
  };
  return (
    <Confirm
      title="Which note supersedes the others?"
      label="Supersede the others"
      kind="primary"
      onConfirm={supersede}
      onClose={onClose}
    >
      <p class="hint">
        The others stay. They are marked as superseded, and searches list them later. Each note
        names the next older one.
      </p>
      <Asking asked={asked}>
        {() => (
          <fieldset class="merge-notes">
            <legend class="field-label">The note that holds from now on</legend>
            {notes.map((note) => (
              <Choice
                key={note.id}
                note={note}
                isChosen={note === first}
                onChoose={() => setPicked(note.id)}
              />
            ))}
          </fieldset>
        )}
      </Asking>
    </Confirm>
  );
}

function Choice({
  note,
  isChosen,
  onChoose,
}: {
  note: Observation;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label>
      <input type="radio" name="holds" checked={isChosen} onChange={onChoose} />
      <span>
        <TypeBadge type={note.type} /> <UserText>{note.title}</UserText>{' '}
        <span class="hint">
          <Time at={note.created_at} />
        </span>
      </span>
    </label>
  );
}
