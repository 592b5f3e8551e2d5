const EXACT = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

/** When something was within the last hour, in the reader's time zone, as "20:48:37". */
export function TimeOfDay({ at }: { at: string }) {
  return <time dateTime={at}>{EXACT.format(new Date(at))}</time>;
}
