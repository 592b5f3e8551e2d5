import type { Observation } from 'memory-vault-client';

/** A row of the timeline: a day, a session in it, or a note. */
export type TimelineRow =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'session'; readonly key: string; readonly id: string }
  | { readonly kind: 'note'; readonly key: string; readonly note: Observation };

/**
 * Notes, newest first, under their days and sessions. A session is named again where notes of others were in between. `dayOf`
 * gives the day of a time, by default in the time zone of the reader.
 */
export function timelineRows(
  notes: readonly Observation[],
  dayOf: (at: string) => string = localDay,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let day = '';
  let session: string | null = null;
  for (const note of notes) {
    const noteDay = dayOf(note.created_at);
    if (noteDay !== day) {
      rows.push({ kind: 'day', key: `day ${noteDay}`, day: noteDay });
      day = noteDay;
      session = null;
    }
    if (note.session_id !== session) {
      session = note.session_id;
      if (session !== null)
        rows.push({ kind: 'session', key: `session of ${note.id}`, id: session });
    }
    rows.push({ kind: 'note', key: note.id, note });
  }
  return rows;
}

/** In pixels: in a list of thousands of rows, nothing is measured. */
export function heightOf({ kind }: TimelineRow): number {
  return kind === 'note' ? 54 : 44;
}

/** `YYYY-MM-DD` in the time zone of the reader. */
export function localDay(at: string): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first and the last second of a day of the reader. Undefined for what is no day. */
export function secondsOf(day: string | null): { from: string; to: string } | undefined {
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const from = new Date(`${day}T00:00:00`);
  const to = new Date(`${day}T23:59:59`);
  if (Number.isNaN(from.getTime())) return undefined;
  return { from: from.toISOString(), to: to.toISOString() };
}
