import { useState } from 'preact/hooks';
import { Field } from '../../kit/field.js';

/** A field for a token, hidden unless the reader wants to see it. It has no name: no form can put it into an address. */
export function SecretField({
  label,
  hint,
  value,
  error,
  onInput,
}: {
  label: string;
  hint: string;
  value: string;
  error?: string | undefined;
  onInput: (value: string) => void;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="secret">
      <Field label={label} hint={hint} error={error}>
        <input
          type={isShown ? 'text' : 'password'}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          required
          maxLength={1000}
          value={value}
          aria-invalid={error !== undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </Field>
      <label class="check">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
        Show it
      </label>
    </div>
  );
}
