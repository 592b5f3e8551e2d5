import { counted } from '../kit/format.js';
import { whyNot } from '../kit/whyNot.js';

/** What was done with several things, and why it was not with the others. */
export interface Done<T> {
  readonly done: readonly T[];
  readonly failed: readonly string[];
}

/** Requests that are under way at a time. */
const TOGETHER = 4;

/** Does something with each of several things, a few at a time. What fails does not stop the others. */
export async function eachOf<T>(
  things: readonly T[],
  act: (thing: T) => Promise<unknown>,
): Promise<Done<T>> {
  const done: T[] = [];
  const failed: string[] = [];
  const left = [...things];
  const work = async () => {
    for (let thing = left.shift(); thing !== undefined; thing = left.shift()) {
      try {
        await act(thing);
        done.push(thing);
      } catch (error) {
        failed.push(whyNot(error));
      }
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return { done, failed };
}

/** What was done, in words: "12 notes tagged. 1 note is left as it was: there is no observation …" */
export function doneWords(verb: string, { done, failed }: Done<unknown>): string {
  if (done.length + failed.length === 0) return `The notes are already ${verb}.`;
  const [why, ...others] = new Set(failed);
  const left = counted(failed.length, 'note is', 'notes are');
  return [
    done.length > 0 && `${counted(done.length, 'note')} ${verb}.`,
    why !== undefined && `${left} not changed: ${why}${others.length > 0 ? '; …' : ''}`,
  ]
    .filter(Boolean)
    .join(' ');
}
