import { Confirm } from '../kit/confirm.js';
import { counted, shortId } from '../kit/format.js';
import { notify } from '../kit/notices.js';
import { UserText } from '../kit/userText.js';
import { forgetNotes } from './deeds.js';
import type { ChosenNote } from './selectionBar.js';

/** Titles that are shown before notes are forgotten. */
const SHOWN = 5;

/** Asks before several notes are forgotten for good, all or none, with one receipt. */
export function ForgetChosen({
  notes,
  onChange,
  onClose,
}: {
  notes: readonly ChosenNote[];
  onChange: () => void;
  onClose: () => void;
}) {
  const many = counted(notes.length, 'note');
  const forget = async () => {
    const { forgotten, pending, receipt } = await forgetNotes(notes.map(({ id }) => id));
    const wiped = pending
      ? ' The text is wiped from every file as soon as no process reads it.'
      : '';
    notify(`${counted(forgotten, 'note')} forgotten. Receipt ${shortId(receipt.id)}.${wiped}`);
    onChange();
  };
  return (
    <Confirm
      title={`Forget ${many} for good?`}
      label={`Forget ${many}`}
      onConfirm={forget}
      onClose={onClose}
    >
      <ul>
        {notes.slice(0, SHOWN).map(({ id, title }) => (
          <li key={id}>
            <UserText>{title}</UserText>
          </li>
        ))}
        {notes.length > SHOWN && <li>and {counted(notes.length - SHOWN, 'other note')}</li>}
      </ul>
      <p>
        This cannot be undone. The texts of all their revisions are overwritten in the log, the read
        models and the search index. Backups and exports still hold them. The events of the notes
        stay without text, and one receipt names their ids. If one note cannot be forgotten, none
        is.
      </p>
    </Confirm>
  );
}
