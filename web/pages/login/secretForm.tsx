import { VaultError } from 'memory-vault-client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/button.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { SecretField } from './secretField.js';

/** A form with one secret. What the vault says against it stands at the field. */
export function SecretForm({
  label,
  hint,
  button,
  onSend,
  children,
}: {
  label: string;
  hint: string;
  button: string;
  /** Sends it. Rejects with why that did not go. */
  onSend: (secret: string) => Promise<void>;
  /** Stands beside the button. */
  children?: ComponentChildren;
}) {
  const [secret, setSecret] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const wrong = error instanceof VaultError && error.status === 401 ? error : undefined;
  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onSend(secret);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SecretField
        label={label}
        hint={hint}
        value={secret}
        error={wrong?.detail}
        onInput={setSecret}
      />
      {error !== undefined && !wrong && <ErrorBox error={error} />}
      <div class="actions">
        <Button type="submit" kind="primary" disabled={isBusy || secret.trim() === ''}>
          {button}
        </Button>
        {children}
      </div>
    </form>
  );
}
