import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * A text field for a filter. What is typed takes effect with Enter, or when the field is left;
 * until then it stays as it is, also when the screen is drawn anew around it.
 */
export function FilterInput({
  value,
  onCommit,
  ...rest
}: {
  value: string;
  /** Gets the text without spaces around it. */
  onCommit: (text: string) => void;
} & Pick<JSX.InputHTMLAttributes<HTMLInputElement>, 'type' | 'placeholder'>) {
  const [typed, setTyped] = useState(value);
  // Before the paint: afterwards, somebody may have begun to type.
  useLayoutEffect(() => setTyped(value), [value]);
  return (
    <input
      {...rest}
      value={typed}
      spellcheck={false}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim();
        setTyped(text);
        onCommit(text);
      }}
    />
  );
}
