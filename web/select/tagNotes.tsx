import { useState } from 'preact/hooks';
import { useAsk } from '../base/useAsk.js';
import { Asking } from '../kit/asking.js';
import { Confirm } from '../kit/confirm.js';
import { Field } from '../kit/field.js';
import { counted, formatCount } from '../kit/format.js';
import { UserText } from '../kit/userText.js';
import { tagsIn } from '../write/formFields.js';
import { notesNow, tagNotes } from './deeds.js';

/** Tags that are offered to be taken away: those that most of the notes have. */
const MOST = 20;

/** Adds tags to notes, and takes some away that they have. */
export function TagNotes({
  ids,
  onChange,
  onClose,
}: {
  ids: readonly string[];
  onChange: () => void;
  onClose: () => void;
}) {
  const asked = useAsk(ids.join(), () => notesNow(ids));
  const [typed, setTyped] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const tag = async () => {
    const added = tagsIn(typed);
    if (added.length + removed.length > 0) await tagNotes(ids, { added, removed }, onChange);
  };
  const turn = (name: string, isRemoved: boolean) =>
    setRemoved([...removed.filter((one) => one !== name), ...(isRemoved ? [name] : [])]);
  return (
    <Confirm
      title={`Tag ${counted(ids.length, 'note')}`}
      label="Change the tags"
      kind="primary"
      onConfirm={tag}
      onClose={onClose}
    >
      <Field label="Add tags, one per line">
        <textarea
          rows={2}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      <Asking asked={asked}>
        {(notes) => {
          const tags = tagsBy(notes.flatMap((note) => note.tags));
          return tags.length === 0 ? null : (
            <fieldset class="tags-there">
              <legend class="field-label">Remove tags</legend>
              {tags.slice(0, MOST).map(([name, count]) => (
                <label key={name} class="check">
                  <input
                    type="checkbox"
                    checked={removed.includes(name)}
                    onChange={({ currentTarget }) => turn(name, currentTarget.checked)}
                  />
                  <UserText>{name}</UserText> ({formatCount(count)})
                </label>
              ))}
            </fieldset>
          );
        }}
      </Asking>
    </Confirm>
  );
}

/** Tags with how often they occur, the most frequent first. */
function tagsBy(tags: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
