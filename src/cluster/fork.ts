import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Head } from '../log/eventLog.js';
import type { CopyEnd, Delta } from './sharedLog.js';

/** The copy of a node and the shared log contradict each other: one of them lost events, or was changed. */
export class LogForked extends Diagnostic {
  constructor(what: string) {
    super('log_forked', `the copy of this node and the shared log contradict each other: ${what}`);
    this.name = 'LogForked';
  }
}

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

type HashAt = (position: number) => Promise<Buffer | undefined>;

/**
 * The first position at which a copy holds another event than the shared log, or one that the shared log lacks; undefined
 * where the shared log has all of it. Every hash says all that comes before it, so halving finds it with few questions.
 */
export async function firstDifference(
  end: Head,
  ofCopy: HashAt,
  ofShared: HashAt,
): Promise<number | undefined> {
  const isSame = async (position: number) => {
    const hash = await ofShared(position);
    return hash !== undefined && (await ofCopy(position))?.equals(hash) === true;
  };
  if (end.position === 0 || (await isSame(end.position))) return undefined;
  let [same, different] = [0, end.position];
  while (different - same > 1) {
    const middle = Math.floor((same + different) / 2);
    if (await isSame(middle)) same = middle;
    else different = middle;
  }
  return different;
}
