import { VaultError } from 'memory-vault-client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../kit/button.js';
import { Confirm } from '../kit/confirm.js';
import { ErrorBox } from '../kit/errorBox.js';

/** A way to save what is written. */
export interface Way {
  readonly label: string;
  /** The form shows what it throws, and stays with all that was typed. */
  readonly save: () => Promise<unknown>;
}

export interface WriteFormProps {
  /** Each is a button; `Ctrl Enter` is the first. While one is under way, the fields take nothing: it would be lost. */
  readonly ways: readonly [Way, ...Way[]];
  /** Whether there is something that is not saved. */
  readonly isChanged: boolean;
  /** Gives up what is not saved. */
  readonly onClose: () => void;
  /** The fields, with what the vault says of them. */
  readonly children: (errors: VaultError['errors']) => ComponentChildren;
}

/** A form for a text that takes a while to write. */
export function WriteForm({ ways, isChanged, onClose, children }: WriteFormProps) {
  const [error, setError] = useState<unknown>(undefined);
  const isSaving = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [isDropping, setDropping] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // What is wrong may be above or below what is in view.
  useEffect(() => {
    if (error === undefined) return;
    const wrong = form.current?.querySelector('.field-error')?.closest('.field');
    const field = wrong?.querySelector<HTMLElement>('input, select, textarea');
    if (field) field.focus();
    else form.current?.querySelector('.box.error')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const run = async ({ save }: Way) => {
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await save();
    } catch (thrown) {
      setError(thrown);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  const holdKey = (event: KeyboardEvent) => {
    const isCombined = event.ctrlKey || event.metaKey || event.altKey;
    if (isSaving.current && !isCombined && event.key !== 'Tab') event.preventDefault();
  };
  return (
    <>
      <form
        ref={form}
        class="write-form"
        aria-busy={isBusy}
        onSubmit={(event) => event.preventDefault()}
        onBeforeInput={(event) => isSaving.current && event.preventDefault()}
        onKeyDown={(event) => {
          holdKey(event);
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          // Who holds the key down wants to save once.
          if (!event.repeat) void run(ways[0]);
        }}
      >
        {children(error instanceof VaultError ? error.errors : [])}
        {error !== undefined && <ErrorBox error={error} />}
        <div class="actions">
          {ways.map((way) => (
            <Button
              key={way.label}
              kind={way === ways[0] ? 'primary' : 'plain'}
              onClick={() => run(way)}
              disabled={!isChanged}
            >
              {way.label}
            </Button>
          ))}
          <Button onClick={isChanged ? () => setDropping(true) : onClose}>
            {isChanged ? 'Discard the changes…' : 'Cancel'}
          </Button>
          <span class="hint">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves, <kbd>Alt</kbd> <kbd>P</kbd> in the text shows a
            preview
          </span>
        </div>
      </form>
      {isDropping && (
        <Confirm
          title="Discard the changes?"
          label="Discard the changes"
          onConfirm={async () => onClose()}
          onClose={() => setDropping(false)}
        >
          <p>Your text is stored nowhere else.</p>
        </Confirm>
      )}
    </>
  );
}

/** Says that a draft was begun on another version than the one that is there now. */
export function OlderDraft({ what, version }: { what: string; version: number }) {
  return (
    <p class="box warn">
      This {what} was changed after you began: version {version} is the newest. Fields that you did
      not change show the newest version. Fields that you changed replace it when you save.
    </p>
  );
}
