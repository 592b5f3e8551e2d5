import { useRef, useState } from 'preact/hooks';
import { chosenRange } from './chosenRange.js';

/** As many notes as can be forgotten in one request. */
const MOST = 1000;

/** Which rows of a list are chosen. */
export interface Selection {
  /** In the order of the list. */
  readonly chosen: readonly string[];
  readonly isAll: boolean;
  readonly has: (id: string) => boolean;
  /** Chooses a row, or takes the choice away; with Shift, the same of all rows since the one that was chosen last. */
  readonly choose: (id: string, isChosen: boolean, isRange: boolean) => void;
  /** Chooses all rows, at most a thousand, or none. */
  readonly chooseAll: (isChosen: boolean) => void;
}

/** Follows which rows of a list are chosen. What is in the list no more is not chosen. */
export function useSelection(ids: readonly string[]): Selection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>();
  const chosen = ids.filter((id) => kept.has(id)).slice(0, MOST);
  const now = new Set(chosen);
  return {
    chosen,
    isAll: chosen.length > 0 && chosen.length === Math.min(ids.length, MOST),
    has: (id) => now.has(id),
    choose(id, isChosen, isRange) {
      const some = isRange ? chosenRange(ids, id, last.current) : [id];
      last.current = id;
      setKept(new Set(isChosen ? [...now, ...some] : chosen.filter((one) => !some.includes(one))));
    },
    chooseAll(isChosen) {
      last.current = undefined;
      setKept(new Set(isChosen ? ids.slice(0, MOST) : []));
    },
  };
}
