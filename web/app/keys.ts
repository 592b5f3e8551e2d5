/** What the keys do, for the list that `?` opens. */
export const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['/', 'Search'],
  ['j', 'Next row of a list'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['↓ ↑', 'From the search field into the hits, and back'],
  ['Ctrl Enter', 'Save a note that is edited'],
  ['?', 'Show this list'],
  ['Esc', 'Close a dialog'],
];

/** Follows the keys of the page, except while somebody types into a field. `?` shows the list of keys. */
export function followKeys(showKeys: () => void): void {
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    '/': () => {
      const field = document.querySelector<HTMLInputElement>('[data-search]');
      field?.focus();
      field?.select();
    },
    j: () => moveRow(1),
    k: () => moveRow(-1),
    '?': showKeys,
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** Moves the focus to the next or former row. Rows are links or buttons with the attribute `data-row`. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
