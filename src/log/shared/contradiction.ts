import type { CopyEnd, Delta } from './sharedLog.js';

/**
 * How what was read of a shared log behind the end of a copy contradicts that end; undefined when it does not. What the copy had
 * when it asked, the shared log must have.
 */
export function contradictionOf(
  { end, events }: Pick<Delta, 'end' | 'events'>,
  asked: CopyEnd,
): string | undefined {
  const { position, hash, answers } = asked;
  if (end.position < position)
    return `the shared log ends at event ${end.position}, the copy has event ${position}`;
  if (end.answers < answers)
    return `the shared log has given ${end.answers} answers without an event, the copy knows ${answers}`;
  if (end.position === position && !end.hash.equals(hash))
    return `event ${end.position} is another one`;
  // Else it would be asked for without an end.
  if (end.position > position && events.length === 0)
    return `the shared log ends at event ${end.position}, and has no event ${position + 1}`;
  return undefined;
}
