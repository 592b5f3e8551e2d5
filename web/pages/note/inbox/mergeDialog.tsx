import type { Observation } from 'memory-vault-client';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../base/api.js';
import { useAsk } from '../../../base/useAsk.js';
import { Asking } from '../../../kit/asking.js';
import { TypeBadge } from '../../../kit/badge.js';
import { Button } from '../../../kit/button.js';
import { Dialog } from '../../../kit/dialog.js';
import { ErrorBox } from '../../../kit/errorBox.js';
import { Field } from '../../../kit/field.js';
import { NoteMarks } from '../../../kit/noteMarks.js';
import { Time } from '../../../kit/time.js';
import { UserText } from '../../../kit/userText.js';
import { searchWords } from './searchWords.js';

const MOST = 5;
/** How long somebody who types may pause. */
const PAUSE_MS = 250;

/** Chooses the accepted note that a proposed one is merged into: at first the nearest one by the words of its title. */
export function MergeDialog({
  proposed: { title, project },
  onChoose,
  onClose,
}: {
  proposed: Observation;
  onChoose: (id: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(() => searchWords(title));
  const [q, setQuery] = useState(typed);
  const [isWide, setWide] = useState(project === undefined);
  const [picked, setPicked] = useState<string>();
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const within = isWide ? undefined : project;
  const asked = useAsk(`${within} ${q}`, (signal) => accepted(q, within, signal), { keep: true });
  const chosen = asked.value?.find(({ id }) => id === picked) ?? asked.value?.[0];
  const choose = async () => {
    if (!chosen) return;
    setError(undefined);
    try {
      await onChoose(chosen.id);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Dialog
      title="Merge into another note"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={choose} disabled={!chosen}>
            Open the editor
          </Button>
        </>
      }
    >
      <p class="hint">
        The editor opens with the text of the note that you choose, and below it the text of the
        proposed note. Nothing is changed before you save.
      </p>
      <Field label="Search accepted notes">
        <input
          type="search"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      {project !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={isWide}
            onChange={({ currentTarget }) => setWide(currentTarget.checked)}
          />
          In all projects
        </label>
      )}
      <Asking asked={asked}>
        {(notes) =>
          notes.length === 0 ? (
            <p class="hint">No accepted note found. Try other words.</p>
          ) : (
            <fieldset class="merge-notes">
              <legend class="field-label">Merge into</legend>
              {notes.map((note) => (
                <label key={note.id}>
                  <input
                    type="radio"
                    name="into"
                    checked={note === chosen}
                    onChange={() => setPicked(note.id)}
                  />
                  <MergeTarget note={note} />
                </label>
              ))}
            </fieldset>
          )
        }
      </Asking>
      {error !== undefined && <ErrorBox error={error} />}
    </Dialog>
  );
}

function MergeTarget({ note }: { note: Observation }) {
  return (
    <span>
      <span class="note-row-head">
        <TypeBadge type={note.type} />
        <span class="note-title">
          <UserText>{note.title}</UserText>
        </span>
        <NoteMarks note={note} />
      </span>
      <span class="note-row-foot">
        {note.project && <UserText>{note.project}</UserText>}
        <Time at={note.created_at} />
      </span>
    </span>
  );
}

/** What is found with these words; without any, the newest. */
async function accepted(
  q: string,
  project: string | undefined,
  signal: AbortSignal,
): Promise<readonly Observation[]> {
  const query = { limit: MOST, content_limit: 1, ...(project !== undefined && { project }) };
  if (q.trim() !== '') {
    const params = { query: { ...query, q } };
    return (await api.GET('/api/v1/search', { params, signal })).data;
  }
  const { data } = await api.GET('/api/v1/observations', { params: { query }, signal });
  // The other type of the answer is that to `ids`.
  return Array.isArray(data) ? data : data.observations;
}
