import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface ButtonProps {
  readonly children: ComponentChildren;
  /** While a promise that it returns is pending, the button is busy and takes no further click. */
  readonly onClick?: () => unknown;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** `submit` sends the form that it is in. */
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean | undefined;
  readonly label?: string;
  /** The key that presses it (`web/app/keys.ts`). */
  readonly shortcut?: string | undefined;
}

export function Button({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  disabled,
  label,
  shortcut,
}: ButtonProps) {
  const [busy, setBusy] = useState(false);
  const isThere = useRef(true);
  useEffect(
    () => () => {
      isThere.current = false;
    },
    [],
  );
  const click = async () => {
    const done = onClick?.();
    if (!(done instanceof Promise)) return;
    setBusy(true);
    try {
      await done;
    } finally {
      if (isThere.current) setBusy(false);
    }
  };
  return (
    <button
      type={type}
      class={kind === 'plain' ? undefined : kind}
      disabled={disabled === true || busy}
      aria-busy={busy}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      onClick={onClick && click}
    >
      {children}
    </button>
  );
}
