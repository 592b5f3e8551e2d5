import { agoOrDay } from './agoOrDay.js';

const EXACT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** When something happened: as "5 minutes ago" for a week, then as a day. Pointing at it shows the exact time. */
export function Time({ at }: { at: string }) {
  const then = new Date(at);
  return (
    <time dateTime={at} title={EXACT.format(then)}>
      {agoOrDay(then.getTime(), Date.now())}
    </time>
  );
}

/** The exact time, in the reader's time zone. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{EXACT.format(new Date(at))}</time>;
}
