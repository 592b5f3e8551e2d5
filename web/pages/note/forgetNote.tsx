import type { Observation } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Confirm } from '../../kit/confirm.js';
import { hasHive } from '../../kit/hasHive.js';
import { UserText } from '../../kit/userText.js';
import type { ForgottenNote } from './forgotten.js';

/** Asks before a note is forgotten, and says what that erases and what it cannot. */
export function ForgetNote({
  note,
  onClose,
  onForgotten,
}: {
  note: Observation;
  onClose: () => void;
  onForgotten: (forgotten: ForgottenNote) => void;
}) {
  const hive = useAsk('hive', hasHive);
  const { id, title, revision = 1 } = note;
  const forget = async () => {
    const { data, response } = await api.DELETE('/api/v1/observations/{id}', {
      params: { path: { id } },
    });
    onForgotten({
      id,
      revisions: revision,
      position: Number(response.headers.get('x-log-position')) || undefined,
      isPending: data !== undefined,
      hasHive: hive.value === true,
    });
  };
  return (
    <Confirm
      title="Forget this note for good?"
      label="Forget for good"
      onConfirm={forget}
      onClose={onClose}
    >
      <p>
        <strong>
          <UserText>{title}</UserText>
        </strong>
      </p>
      <p>This cannot be undone. What happens:</p>
      <ul class="forget-list">
        <li>
          <strong>Log:</strong>{' '}
          {revision === 1 ? 'the fields of the note' : `the fields of all ${revision} revisions`}{' '}
          (title, text, type, tags, files, author) are overwritten with zeros.
        </li>
        <li>
          <strong>Read models and search index:</strong> they are written again without the note.
        </li>
        <li>
          <strong>Hive:</strong>{' '}
          {hive.value === undefined
            ? 'if the note was pushed, the hub is asked to erase it.'
            : hive.value
              ? 'if the note was pushed, the hub is asked to erase it as soon as the hub can be reached.'
              : 'this vault has none.'}
        </li>
        <li>
          <strong>Stays:</strong> the events of the note without its text: its id, when it was saved
          and by whom, and that it was forgotten. The log still verifies.
        </li>
        <li>
          <strong>Not reached:</strong> earlier backups and exports, copies elsewhere, and texts
          that agents have already read.
        </li>
      </ul>
    </Confirm>
  );
}
