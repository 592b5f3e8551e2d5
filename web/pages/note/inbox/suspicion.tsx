import type { Observation } from 'memory-vault-client';
import { UserText } from '../../../kit/userText.js';
import { suspectWords } from './reviewReasons.js';

/** Says what is wrong with a note whose text may be an attack, and what can be done. */
export function Suspicion({ note }: { note: Observation }) {
  if (note.suspect === undefined) return null;
  return (
    <div class="box bad">
      <p>
        <strong>Suspect</strong>
      </p>
      <p>
        <UserText>{suspectWords(note)}</UserText>
      </p>
      {note.state && <p>Edit it before you accept it, or refuse it.</p>}
    </div>
  );
}
