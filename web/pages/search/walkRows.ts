/** The arrow keys go from the search field into the list, along it, and back. */
export function walkRows(event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget } = event;
  if (by === 0 || !(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) {
    return;
  }
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const isField = target.matches('[data-search]');
  const at = isField ? -1 : rows.indexOf(target);
  if (at === -1 && (!isField || by === -1)) return;
  const next =
    at + by < 0 ? currentTarget.querySelector<HTMLElement>('[data-search]') : rows[at + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
