import { useState } from 'preact/hooks';
import { saveSearch } from '../../base/savedSearches.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { notify } from '../../kit/notices.js';
import { addressOf, chosenOf, type SearchQuery, shownValue } from './searchQuery.js';

const LONGEST = 60;

/** Asks for the name under which a search is kept. */
export function SaveSearch({
  query,
  name = nameFor(query),
  onClose,
}: {
  query: SearchQuery;
  /** The name that it has; by default what it asks for. */
  name?: string | undefined;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  const save = () => {
    const given = typed.trim();
    if (given === '') return setError('Give it a name.');
    try {
      saveSearch({ name: given, address: addressOf(query) });
    } catch {
      return setError(
        'This browser stores nothing for this page. Bookmark the address instead: it is the whole search.',
      );
    }
    notify(`The search is saved as “${given}”.`);
    onClose();
  };
  return (
    <Dialog
      title="Save this search"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="Name"
          error={error}
          hint="Stored in this browser, for you alone. It replaces a search of the same name."
        >
          <input
            value={typed}
            maxLength={LONGEST}
            autofocus
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** What a search asks for, in a line. */
function nameFor(query: SearchQuery): string {
  const values = chosenOf(query).map(([name, value]) => shownValue(name, value));
  const words = [query.q.trim(), ...values].filter(Boolean).join(', ');
  // By code points: half of a character would be none.
  return [...words].slice(0, LONGEST).join('');
}
