import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../kit/field.js';
import { Markdown } from '../kit/markdown.js';

/** How long somebody who types may pause before the preview follows. */
const PAUSE_MS = 200;

/** Whoever writes with a preview wants it in the next form, too. */
let isWanted = false;

/**
 * A field for Markdown with a preview: beside it where there is room, else in its place. `Alt P` turns it on and off. The control
 * is a `textarea` of the class `edit-text`.
 */
export function MarkdownField({
  label = 'Text',
  value,
  onInput,
  error,
  field,
}: {
  label?: string;
  value: string;
  onInput: (text: string) => void;
  error?: string | undefined;
  field?: Ref<HTMLTextAreaElement>;
}) {
  const [isShown, setShown] = useState(isWanted);
  const turn = () => {
    isWanted = !isShown;
    setShown(isWanted);
  };
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isMoved = useRef(false);
  useEffect(() => {
    // Where the preview has taken the place of the field, the focus would be nowhere. It goes back with the field.
    if (isMoved.current) whole.current?.querySelector('textarea')?.focus();
    isMoved.current = isShown && document.activeElement === document.body;
    if (isMoved.current) button.current?.focus();
  }, [isShown]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is heard in all of it, also where the field is not shown.
    <div
      ref={whole}
      class={isShown ? 'markdown-field with-preview' : 'markdown-field'}
      onKeyDown={(event) => {
        // With Alt, some keyboards type another letter.
        if (!event.altKey || event.code !== 'KeyP') return;
        event.preventDefault();
        turn();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-pressed={isShown}
        aria-keyshortcuts="Alt+P"
        onClick={turn}
      >
        Preview
      </button>
      <Field label={label} hint="Markdown" error={error}>
        <textarea
          ref={field ?? null}
          class="edit-text"
          dir="auto"
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </Field>
      {isShown && <Preview text={value} />}
    </div>
  );
}

function Preview({ text }: { text: string }) {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="preview" aria-label="Preview" tabIndex={0}>
      {shown.trim() === '' ? <p class="hint">Nothing yet.</p> : <Markdown text={shown} />}
    </section>
  );
}
