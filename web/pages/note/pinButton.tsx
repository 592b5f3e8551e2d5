import type { Observation } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { notify } from '../../kit/notices.js';
import { whyNot } from '../../kit/whyNot.js';

/** Pins a note, or takes the pin away. Pinned notes come first in what agents of the project are told. */
export function PinButton({ note, onChange }: { note: Observation; onChange: () => void }) {
  const path = { params: { path: { id: note.id } } };
  const turn = async () => {
    try {
      if (note.pinned) await api.DELETE('/api/v1/observations/{id}/pin', path);
      else await api.PUT('/api/v1/observations/{id}/pin', path);
      notify(note.pinned ? 'The pin is removed.' : 'Pinned: agents get it first.');
      onChange();
    } catch (error) {
      notify(`Nothing was changed: ${whyNot(error)}`);
    }
  };
  return <Button onClick={turn}>{note.pinned ? 'Unpin' : 'Pin'}</Button>;
}
