import type { LogWork } from '../maintenance/logWork.js';
import type { ReadModels } from '../views/readModels.js';
import type { Rebuilder } from '../views/rebuilder.js';

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

const DAY_MS = 86_400_000;

/** Checks when it is made, where `isDaily`, and once a day from then on. */
export function viewsCheck(parts: CheckParts, isDaily = false): ViewsCheck {
  const { file, work, readModels, rebuilder, onError } = parts;
  let closed = false;

  async function check(): Promise<void> {
    const before = rebuilder.status();
    if (before.state !== 'idle') return;
    try {
      const [damage] = await work.damageIn(file);
      // What was found in a file that is in use no more is of no interest.
      if (damage === undefined || closed || rebuilder.status().last !== before.last) return;
      readModels.damaged(damage);
    } catch (error) {
      if (!closed && readModels.refusal(error) === error) onError(error);
    }
  }

  if (isDaily) void check();
  const timer = isDaily ? setInterval(() => void check(), DAY_MS).unref() : undefined;
  return {
    check,
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}
