import { formatTime } from '../../kit/formatTime.js';

/** When something was within the last hour, as "20:48:37". */
export function TimeOfDay({ at }: { at: string }) {
  return <time dateTime={at}>{formatTime(at, 'clock')}</time>;
}
