import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { ErrorBox } from './errorBox.js';

export interface ConfirmProps {
  readonly title: string;
  /** What will happen, and what cannot be undone. */
  readonly children: ComponentChildren;
  /** What the button says: the deed, not "OK". */
  readonly label: string;
  readonly kind?: 'primary' | 'danger';
  /** Does it. The dialog shows what it throws, and stays open then. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is done, and stays until it is. */
export function Confirm({
  title,
  children,
  label,
  kind = 'danger',
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [error, setError] = useState<unknown>(undefined);
  const confirm = async () => {
    setError(undefined);
    try {
      await onConfirm();
    } catch (thrown) {
      setError(thrown);
      return;
    }
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={kind} onClick={confirm}>
            {label}
          </Button>
        </>
      }
    >
      {children}
      {error !== undefined && <ErrorBox error={error} />}
    </Dialog>
  );
}
