import { isClear, type Said } from './said.js';

/** What one fault did to a vault, seen from outside. */
export interface Findings {
  /** Notes that the vault had acknowledged, and that the fault itself did not destroy. */
  readonly acknowledged: number;
  readonly kept: number;
  /** Not in the log any more, and the service serves the rest. */
  readonly lost: number;
  /** Not served, because the service refuses to start. */
  readonly refused: number;
  /** What must never happen, whatever the fault. */
  readonly wrong: readonly string[];
  /** Why somebody has to be told; empty when nothing was noticeable. */
  readonly toTell: readonly string[];
  /** What nobody was told, whatever the service printed: `/readyz` answers 200 while nothing can be saved. */
  readonly untold: readonly string[];
  readonly said: readonly Said[];
  /** What /readyz said, in order. */
  readonly readyz: readonly string[];
}

export type Verdict = 'ok' | 'silent' | 'wrong';

/** Wrong: a promise was broken without a word. Silent: somebody had to be told what to do, and was not. */
export function verdictOf({ wrong, lost, toTell, untold, said }: Findings): Verdict {
  const told = said.some(isClear);
  if (wrong.length > 0 || (lost > 0 && !told)) return 'wrong';
  return untold.length > 0 || (toTell.length > 0 && !told) ? 'silent' : 'ok';
}
