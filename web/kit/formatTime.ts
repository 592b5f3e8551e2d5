/** How the page writes times: in the language of the page, the time zone of the reader, and 24 hours. */
const SECOND = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;

const FORMATS = {
  /** "Nov 20, 2026, 09:30:00" */
  exact: new Intl.DateTimeFormat('en', { ...DATE, ...SECOND }),
  /** "Nov 20, 2026" */
  day: new Intl.DateTimeFormat('en', DATE),
  /** The same of a day that is one of UTC. */
  utcDay: new Intl.DateTimeFormat('en', { ...DATE, timeZone: 'UTC' }),
  /** "Nov 2026", of UTC. */
  month: new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', timeZone: 'UTC' }),
  /** "Friday, Nov 20, 2026" */
  weekday: new Intl.DateTimeFormat('en', { weekday: 'long', ...DATE }),
  /** "09:30:00", beside a day or within the last hour. */
  clock: new Intl.DateTimeFormat('en', SECOND),
  /** "09:30", on a scale or under a day. */
  minute: new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
};

/** A time in one of these forms: an RFC 3339 text, a date, or milliseconds since 1970. */
export function formatTime(at: string | number | Date, form: keyof typeof FORMATS): string {
  return FORMATS[form].format(new Date(at));
}
