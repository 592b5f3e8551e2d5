import type { Observation } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { goTo } from '../../../base/place.js';
import { Button } from '../../../kit/button.js';
import { notify } from '../../../kit/notices.js';
import { whyNot } from '../../../kit/whyNot.js';
import { decideOne } from './decide.js';
import { RefuseNotes } from './refuseNotes.js';

/** Accepts or refuses a note that waits, on its own screen. */
export function DecideButtons({ note, onChange }: { note: Observation; onChange: () => void }) {
  const [isRefusing, setRefusing] = useState(false);
  const accept = async () => {
    try {
      await decideOne(note, 'accept');
      onChange();
    } catch (error) {
      notify(`Nothing was changed: ${whyNot(error)}`);
    }
  };
  const refuse = async () => {
    await decideOne(note, 'refuse');
    goTo('/inbox');
  };
  return (
    <>
      <Button kind="primary" onClick={accept} disabled={note.suspect !== undefined}>
        Accept
      </Button>
      <Button onClick={() => setRefusing(true)}>Refuse…</Button>
      {isRefusing && (
        <RefuseNotes count={1} onConfirm={refuse} onClose={() => setRefusing(false)} />
      )}
    </>
  );
}
