import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons below the text. */
  readonly actions?: ComponentChildren;
}

/** A modal dialog. It is open while it is rendered; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const label = useId();
  useEffect(() => {
    const { activeElement } = document;
    dialog.current?.showModal();
    return () => {
      // A dialog that is removed without `close` does not give the focus back. While it is there, nothing else can have it.
      queueMicrotask(() => activeElement instanceof HTMLElement && activeElement.focus());
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={label}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={label}>{title}</h2>
        <button type="button" class="quiet" onClick={onClose} aria-label="Close">
          ×
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      {actions && <div class="actions">{actions}</div>}
    </dialog>
  );
}
