import { isAdmin } from '../base/caller.js';
import { goTo } from '../base/place.js';
import { savedSearches } from '../base/savedSearches.js';

/** What the keys do, for the list that `?` opens. */
export const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['/', 'Search'],
  ['j', 'Next row of a list'],
  ['k', 'Previous row of a list'],
  ['Enter', 'Open the row'],
  ['↓ ↑', 'From the search field into the hits, and back'],
  ['n', 'Write a note'],
  ['e', 'Edit the note, prompt or conventions'],
  ['u', 'Home: show new notes'],
  ['b', 'Operations: back up now'],
  ['i', 'Import a file (admins)'],
  ['p', 'Prompts: write a prompt'],
  ['s', 'Search: save the search'],
  ['1 – 9', 'Open a saved search'],
  ['c', 'Compare two days'],
  ['d', 'Compare: show what changed in the note'],
  ['x', 'Select the note in this row'],
  ['Shift X', 'Select all notes up to this row, or all'],
  ['Shift T', 'Tag the selected notes'],
  ['Shift P', 'Pin or unpin the selected notes'],
  ['Shift S', 'Let one selected note supersede the others'],
  ['Shift F', 'Forget the selected notes'],
  ['z', 'Undo the last action'],
  ['a', 'Inbox: accept the note'],
  ['e', 'Inbox: edit the note'],
  ['m', 'Inbox: merge the note into another one'],
  ['r', 'Inbox: refuse the note'],
  ['Shift A', 'Inbox: accept the selected notes'],
  ['Shift R', 'Inbox: refuse the selected notes'],
  ['Ctrl Enter', 'Save the text'],
  ['Alt P', 'Turn the preview on or off'],
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
    n: () => document.querySelector<HTMLElement>('header [aria-keyshortcuts="n"]')?.click(),
    c: () => goTo('/changes'),
    '?': showKeys,
    // Who it is may be known later than the keys.
    i: () => void (isAdmin() && goTo('/import')),
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const act = pressed(event) ?? acts[event.key] ?? savedSearchOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** The saved search of a digit, which opens from every screen. */
function savedSearchOf({ key, repeat }: KeyboardEvent): (() => void) | undefined {
  const search = !repeat && /^[1-9]$/.test(key) ? savedSearches()[Number(key) - 1] : undefined;
  return search && (() => goTo('/search', search.address));
}

/** What a key presses: the control that names it in `aria-keyshortcuts`, in the row that has the focus, else beside all rows. */
function pressed({ key, shiftKey, repeat }: KeyboardEvent): (() => void) | undefined {
  // The focus goes on after a deed: a key that is held down would do it to one row after the other.
  if (repeat || !/^[a-z]$/i.test(key)) return undefined;
  const name = shiftKey ? `Shift+${key.toUpperCase()}` : key;
  const rows = rowsShown();
  const items = rows.map(itemOf);
  const item = items.find((one) => one.contains(document.activeElement));
  const named = [
    ...document.querySelectorAll<HTMLElement>(`:is(main, .notices) [aria-keyshortcuts~="${name}"]`),
  ];
  const own = named.find((one) => item?.contains(one));
  const control = own ?? named.find((one) => !items.some((other) => other.contains(one)));
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey });
  return control && (() => control.dispatchEvent(click));
}

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/** What belongs to a row: the item of its list, with what can be done. */
const itemOf = (row: HTMLElement) => row.closest<HTMLElement>('li') ?? row;

/** Moves the focus to the next or former row. Rows are links or buttons with the attribute `data-row`. */
function moveRow(by: 1 | -1): void {
  const rows = rowsShown();
  const at = rows.findIndex((row) => itemOf(row).contains(document.activeElement));
  const next = rows[at === -1 ? 0 : at + by];
  if (!next) return;
  next.focus();
  itemOf(next).scrollIntoView({ block: 'nearest' });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}
