import { Confirm } from '../../../kit/confirm.js';
import { counted } from '../../../kit/format.js';

/** Asks before notes are refused: once, however many they are. */
export function RefuseNotes({
  count,
  onConfirm,
  onClose,
}: {
  count: number;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const notes = counted(count, 'note');
  return (
    <Confirm
      title={`Refuse ${notes}?`}
      label={`Refuse ${notes}`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        A refused note is forgotten for good: its text is erased from the log and from the read
        models.
      </p>
    </Confirm>
  );
}
