import type { LogWork } from '../maintenance/logWork.js';
import type { ReadModels } from '../views/readModels.js';
import type { Rebuilder } from '../views/rebuilder.js';
import { daily } from './daily.js';

/** Looks for damage of the read models that no read notices, such as an index that leaves out rows. */
export interface ViewsCheck {
  /** Looks once. What is damaged is then rebuilt. */
  check(): Promise<void>;
  close(): void;
}

/** What a check needs. */
export interface CheckParts {
  /** Path of the read models. */
  readonly file: string;
  readonly work: Pick<LogWork, 'damageIn'>;
  readonly readModels: ReadModels;
  readonly rebuilder: Rebuilder;
  readonly onError: (error: unknown) => void;
}

/** Not at once: whoever starts the service may stop it again, and such a check cannot be interrupted. */
const FIRST_MS = 60_000;

/** Checks a minute after it is made, where `isDaily`, and once a day from then on. */
export function viewsCheck(parts: CheckParts, isDaily = false): ViewsCheck {
  const { file, work, readModels, rebuilder, onError } = parts;
  let closed = false;

  async function check(): Promise<void> {
    const before = rebuilder.status();
    /** What was found in a file that is in use no more, or not for long, is of no interest. */
    const isOld = () => {
      const { state, last } = rebuilder.status();
      return closed || state !== 'idle' || last !== before.last;
    };
    if (isOld()) return;
    try {
      const [damage] = await work.damageIn(file);
      if (damage !== undefined && !isOld()) readModels.damaged(damage);
    } catch (error) {
      if (!isOld() && readModels.refusal(error) === error) onError(error);
    }
  }

  const stop = isDaily ? daily(check, FIRST_MS) : undefined;
  return {
    check,
    close() {
      closed = true;
      stop?.();
    },
  };
}
