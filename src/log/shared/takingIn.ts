import { contradictionOf } from './contradiction.js';
import type { LogCopy } from './logCopy.js';
import { LogForked } from './logForked.js';
import { type CopyEnd, type Delta, readUpTo } from './sharedLog.js';

/** Events, and answers, that are read at once: some ms of work, so that a node that catches up still answers. */
export const PAGE = 256;

/** Times in ms. */
export interface Times {
  /** Milliseconds since any moment, never going back, the sleep of the machine included. */
  readonly elapsed: () => number;
  /** Milliseconds since 1970, by the clock of this node. */
  readonly wall: () => number;
}

/** Takes in what was read of a shared log, and notices when the copy and the shared log contradict each other. */
export interface TakingIn {
  /**
   * Takes in a page that was asked for behind the end `asked` of the copy. True when the copy then has all that the shared log
   * had. Throws as `LogCopy.takeIn`; after a fork always.
   */
  take(delta: Delta, asked: CopyEnd): boolean;
  /** The copy has all that the shared log had at that moment (`Times.elapsed`), and the engine has proved it. */
  heard(askedAt: number): void;
  /** For how many ms it has not been known whether the copy has all of the shared log; infinite after a fork. */
  unheardMs(): number;
  /** The engine's present in ms since 1970, as this node believes. */
  clock(): number;
  /** The last position of the shared log that this node knows of. */
  head(): number;
  fork(): LogForked | undefined;
}

export function takingIn(
  copy: Pick<LogCopy, 'instance' | 'end' | 'takeIn'>,
  { elapsed, wall }: Times,
  onForked: (fork: LogForked) => void,
): TakingIn {
  let heardAt = Number.NEGATIVE_INFINITY;
  /** What the clock of the engine shows more than that of this node. */
  let ahead = 0;
  let head = copy.end().position;
  let fork: LogForked | undefined;

  function takeChecked(delta: Delta, asked: CopyEnd): void {
    if (fork) throw fork;
    try {
      refuseContradiction(delta, asked);
      copy.takeIn(delta);
    } catch (error) {
      if (error instanceof LogForked) {
        fork = error;
        onForked(error);
      }
      throw error;
    }
  }

  /** The copy may have grown since it asked, so it is compared as it was. */
  function refuseContradiction(delta: Delta, asked: CopyEnd): void {
    const { instance } = delta.end;
    if (instance !== copy.instance)
      throw new LogForked(`the copy is of ${copy.instance}, the shared log is ${instance}`);
    const contradiction = contradictionOf(delta, asked);
    if (contradiction !== undefined) throw new LogForked(contradiction);
  }

  return {
    take(delta, asked) {
      takeChecked(delta, asked);
      ahead = delta.end.now - wall();
      head = Math.max(head, delta.end.position);
      return reaches(copy.end(), delta);
    },
    heard(askedAt) {
      heardAt = Math.max(heardAt, askedAt);
    },
    unheardMs: () => (fork ? Number.POSITIVE_INFINITY : elapsed() - heardAt),
    clock: () => wall() + ahead,
    head: () => Math.max(head, copy.end().position),
    fork: () => fork,
  };
}

/** Whether a copy that took in a page has all that the shared log had. The last answers may be forgotten: then none comes. */
function reaches(copy: CopyEnd, delta: Delta): boolean {
  const { end, answers } = delta;
  const isTooOld = copy.position > readUpTo(delta);
  const hasAnswers = answers.length < PAGE || copy.answers >= end.answers;
  return copy.position >= end.position && !isTooOld && hasAnswers;
}
