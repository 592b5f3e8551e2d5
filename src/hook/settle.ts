import { type Delivery, deliver } from './deliver.js';
import { changed, type Spool } from './spool.js';
import type { VaultCall } from './vaultCall.js';
import type { Waiting } from './waiting.js';

/** What became of a write, and why the spool does not show it, if it does not. */
export interface Settled {
  readonly delivery: Delivery;
  readonly problem?: string | undefined;
}

/** Sends a write and does in the spool what the answer means for its file, if it has one. Never rejects. */
export async function settle(
  spool: Spool,
  name: string | undefined,
  write: Waiting,
  { call, msLeft, now }: { call: VaultCall; msLeft: () => number; now: number },
): Promise<Settled> {
  const delivery = await deliver(write, call, msLeft);
  if (name === undefined) return { delivery };
  return { delivery, problem: changed(spool, () => note(spool, name, delivery, now)) };
}

function note(spool: Spool, name: string, delivery: Delivery, now: number): void {
  if (delivery.kind === 'taken') spool.remove(name);
  if (delivery.kind === 'refused') spool.refuse(name, delivery.reason);
  // The next session tries the others first: there is not always time for all.
  if (delivery.kind === 'again' && delivery.mayOthersPass) spool.putLast(name, now);
}
