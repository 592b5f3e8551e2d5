import { sentenceOf } from '../diagnostics/diagnostic.js';
import { settle } from './settle.js';
import type { Spool } from './spool.js';
import type { VaultCall } from './vaultCall.js';
import type { Waiting } from './waiting.js';
import { LATE, withinBudget } from './withinBudget.js';

/** What a hook needs to record something. */
export interface Recording {
  readonly spool: Spool;
  /** Finds the vault. Rejects with a sentence where there is none. */
  readonly findVault: () => Promise<VaultCall>;
  /** How long this hook may still wait for a vault, in milliseconds. */
  readonly msLeft: () => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What became of writes. */
export interface Recorded {
  /** Why one of them was not taken; undefined where the vault has them all. */
  readonly problem: string | undefined;
  /** Whether each waits on disk, or is in the vault: none is lost. */
  readonly isSafe: boolean;
}

/**
 * Records writes. Each is in the spool before anything waits for a vault, however busy the machine is, and leaves it once the
 * vault has answered: whatever ends this process, it is sent now or later. The budget bounds the sending alone.
 */
export async function record(
  writes: readonly Waiting[],
  { spool, findVault, msLeft, now }: Recording,
): Promise<Recorded> {
  if (writes.length === 0) return { problem: undefined, isSafe: true };
  const kept = writes.map((write) => ({ write, ...keep(spool, write, now) }));
  const lost = new Set(kept.filter(({ name }) => name === undefined));
  let why: string | undefined;
  const send = async () => {
    const call = await findVault();
    for (const one of kept) {
      const { delivery, problem } = await settle(spool, one.name, one.write, { call, msLeft, now });
      if (delivery.kind === 'taken') why ??= problem;
      else why = delivery.reason;
      if (delivery.kind === 'taken') lost.delete(one);
      if (delivery.kind === 'again' && !delivery.mayOthersPass) break;
    }
  };
  const sending = send().then(() => why, sentenceOf);
  why = await withinBudget(sending, msLeft(), LATE);
  const [first] = lost;
  if (first === undefined) return { problem: why, isSafe: true };
  const notKept = `it could not be kept, so it is lost (${first.why})`;
  return { problem: why === undefined ? notKept : `${why}; ${notKept}`, isSafe: false };
}

function keep(
  spool: Spool,
  write: Waiting,
  now: number,
): { readonly name: string | undefined; readonly why?: string } {
  try {
    return { name: spool.add(write, now) };
  } catch (error) {
    // It is sent all the same.
    return { name: undefined, why: sentenceOf(error) };
  }
}
