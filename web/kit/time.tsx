import { agoOrDay } from './agoOrDay.js';
import { formatTime } from './formatTime.js';

/** When something happened: as "5 minutes ago" for a week, then as a day. Pointing at it shows the exact time. */
export function Time({ at }: { at: string }) {
  const then = new Date(at);
  return (
    <time dateTime={at} title={formatTime(at, 'exact')}>
      {agoOrDay(then.getTime(), Date.now())}
    </time>
  );
}

/** The exact time, in the reader's time zone. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(at, 'exact')}</time>;
}
