import { useState } from 'preact/hooks';
import { Confirm, type ConfirmProps } from '../../kit/confirm.js';

/** Something that is asked about before it is done. */
export type Deed = Pick<ConfirmProps, 'title' | 'children' | 'label' | 'onConfirm'>;

/** Asks before a deed is done: `ask` shows the dialog that `dialog` is. */
export function useDeed() {
  const [deed, setDeed] = useState<Deed | undefined>(undefined);
  const dialog = deed && <Confirm {...deed} onClose={() => setDeed(undefined)} />;
  return { ask: setDeed, dialog };
}
