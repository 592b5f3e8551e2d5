import { messageOf } from '../diagnostics/messageOf.js';
import { settle } from './settle.js';
import type { Spool } from './spool.js';
import type { VaultCall } from './vaultCall.js';
import type { Waiting } from './waiting.js';

/** What a hook needs to record something. */
export interface Recording {
  readonly spool: Spool;
  /** Finds the vault. Rejects with a sentence where there is none. */
  readonly findVault: () => Promise<VaultCall>;
  /** How long this hook may still take, in milliseconds. */
  readonly msLeft: () => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Records writes. Each is in the spool before it is sent, and leaves it once the vault has answered: whatever ends this
 * process, it is sent now or later. Gives the reason of the last that was not taken.
 */
export async function record(
  writes: readonly Waiting[],
  { spool, findVault, msLeft, now }: Recording,
): Promise<string | undefined> {
  if (writes.length === 0) return undefined;
  const kept = writes.map((write) => ({ write, name: keep(spool, write, now) }));
  let why: string | undefined;
  try {
    const call = await findVault();
    for (const { write, name } of kept) {
      const { delivery, problem } = await settle(spool, name, write, { call, msLeft, now });
      if (delivery.kind === 'taken') why ??= problem;
      else why = delivery.reason;
      if (delivery.kind === 'again' && !delivery.mayOthersPass) break;
    }
  } catch (error) {
    why = messageOf(error);
  }
  const lost = kept.filter(({ name }) => name === undefined).length;
  return why && lost > 0 ? `${why}; ${spool.folder} cannot be written, so it is lost` : why;
}

function keep(spool: Spool, write: Waiting, now: number): string | undefined {
  try {
    return spool.add(write, now);
  } catch {
    // It is sent all the same.
    return undefined;
  }
}
