import { useEffect, useState } from 'preact/hooks';
import { focusAfter } from './focusAfter.js';

/** The id of the element of a row. */
export const rowId = (id: string) => `proposal-${id}`;

/**
 * Moves the focus on after a deed to a row: call the answer with the id of the row. It waits while a dialog `isOpen`, which has the
 * focus. Where no row is left, the screen gets it. Whoever has gone to another row meanwhile stays there.
 */
export function useFocusAfter(
  ids: readonly string[],
  gone: ReadonlySet<string>,
  isOpen: boolean,
): (id: string) => void {
  const [from, setFrom] = useState<string>();
  useEffect(() => {
    if (from === undefined || isOpen) return;
    setFrom(undefined);
    const at = document.activeElement?.closest('[id^="proposal-"]');
    if (at && at.id !== rowId(from)) return;
    const next = focusAfter(ids, gone, from);
    const row = next && document.querySelector<HTMLElement>(`#${rowId(next)} [data-row]`);
    (row || document.getElementById('main'))?.focus();
  }, [from, isOpen, ids, gone]);
  return setFrom;
}
