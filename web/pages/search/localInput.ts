/** A moment for an input of the type `datetime-local`, in the reader's time zone. Empty for what is no time. */
export function localInputOf(asOf: string | undefined): string {
  const at = asOf === undefined || isPosition(asOf) ? undefined : new Date(asOf);
  if (!at || Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Whether a moment is named by a position in the log. */
export function isPosition(asOf: string): boolean {
  return /^\d+$/.test(asOf);
}
