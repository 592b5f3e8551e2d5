import { settle } from './settle.js';
import type { Spool } from './spool.js';
import type { VaultCall } from './vaultCall.js';
import { isFor, type Whose } from './waiting.js';

/** What is needed to send what waits. */
export interface Sending {
  readonly spool: Spool;
  readonly call: VaultCall;
  readonly whose: Whose;
  /** How long it may take, in milliseconds. */
  readonly msLeft: () => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Sent {
  /** The files that were sent in vain, and why. They wait on. */
  readonly inVain: ReadonlyMap<string, string>;
  /** Why the spool does not show what was sent. */
  readonly problem: string | undefined;
}

/** Sent at the start or end of a session. Some, because the session waits; the next one goes on. */
const AT_ONCE = 20;

/** Sends what waits for the vault of a session, in the order of the spool. */
export async function sendWaiting({ spool, whose, ...sending }: Sending): Promise<Sent> {
  const inVain = new Map<string, string>();
  let firstProblem: string | undefined;
  let sent = 0;
  for (const name of spool.names()) {
    if (sent === AT_ONCE || sending.msLeft() <= 0) break;
    const write = spool.read(name);
    if (write === undefined || !isFor(write, whose)) continue;
    sent += 1;
    const { delivery, problem } = await settle(spool, name, write, sending);
    firstProblem ??= problem;
    if (delivery.kind !== 'again') continue;
    inVain.set(name, delivery.reason);
    if (!delivery.mayOthersPass) break;
  }
  return { inVain, problem: firstProblem };
}
