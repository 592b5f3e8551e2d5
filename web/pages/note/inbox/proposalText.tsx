import type { Observation } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { Button } from '../../../kit/button.js';
import { notify } from '../../../kit/notices.js';
import { PlainText } from '../../../kit/plainText.js';
import { whyNot } from '../../../kit/whyNot.js';
import { beginningOf, hasMore } from './beginningOf.js';
import { wholeNote } from './wholeNote.js';

/** The first lines of a note, as they were saved; the whole of it on demand. */
export function ProposalText({ note }: { note: Observation }) {
  const [whole, setWhole] = useState<string>();
  const show = async () => {
    try {
      setWhole((await wholeNote(note.id)).content);
    } catch (error) {
      notify(`It cannot be shown: ${whyNot(error)}`);
    }
  };
  const isWhole = whole !== undefined;
  return (
    <div class="proposal-text">
      <PlainText text={isWhole ? whole : beginningOf(note.content)} />
      {hasMore(note) && (
        <Button kind="quiet" onClick={isWhole ? () => setWhole(undefined) : show}>
          {isWhole ? 'Show less' : 'Show the whole text'}
        </Button>
      )}
    </div>
  );
}
