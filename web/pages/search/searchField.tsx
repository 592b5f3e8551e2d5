import { useEffect, useRef, useState } from 'preact/hooks';

/** Long enough for the next letter of somebody who types, too short to be noticed. */
const PAUSE_MS = 150;

/** The field of the search screen. It searches when the typing pauses, and at once with Enter. */
export function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // What was asked for last; another `q` came from elsewhere, such as the back button.
  const asked = useRef(q);
  useEffect(() => {
    if (q === asked.current) return;
    clearTimeout(timer.current);
    asked.current = q;
    setTyped(q);
  }, [q]);
  useEffect(() => {
    // On a phone, the keyboard would cover the list.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
    return () => clearTimeout(timer.current);
  }, []);
  const search = (words: string) => {
    clearTimeout(timer.current);
    if (words === asked.current) return;
    asked.current = words;
    onSearch(words);
  };
  return (
    <search class="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(typed);
        }}
      >
        <input
          ref={field}
          type="search"
          data-search
          value={typed}
          placeholder="Search notes"
          aria-label="Search notes"
          aria-keyshortcuts="/"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(search, PAUSE_MS, value);
          }}
        />
      </form>
    </search>
  );
}
