import { MISTYPED } from '../connect/clientSettings.js';
import { messageOf } from '../diagnostics/messageOf.js';
import { type Delivery, deliver } from './deliver.js';
import type { Spool } from './spool.js';
import type { VaultCall } from './vaultCall.js';
import type { Waiting, Whose } from './waiting.js';

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
      const delivery = await settle(spool, name, write, call, msLeft);
      if (delivery.kind !== 'taken') why = delivery.reason;
      if (delivery.kind === 'again') break;
    }
  } catch (error) {
    why = messageOf(error);
  }
  const lost = kept.filter(({ name }) => name === undefined).length;
  return why && lost > 0 ? `${why}; ${spool.folder} cannot be written, so it is lost` : why;
}

/** Sent at the start of a session, oldest first. Some, because the session waits; the next one goes on. */
const AT_ONCE = 20;

/**
 * Sends what waits for the vault of a session, for at most `msLeft`. Gives what there is to tell the user about it, if anything.
 */
export async function sendWaiting(
  spool: Spool,
  call: VaultCall,
  whose: Whose,
  msLeft: () => number,
): Promise<string | undefined> {
  const refused: string[] = [];
  let sent = 0;
  for (const name of spool.names()) {
    if (sent === AT_ONCE || msLeft() <= 0) break;
    const write = spool.read(name);
    if (write === undefined || !isFor(write, whose)) continue;
    sent += 1;
    const delivery = await settle(spool, name, write, call, msLeft);
    if (delivery.kind === 'again') break;
    if (delivery.kind === 'refused') refused.push(delivery.reason);
  }
  const dropped = spool.takeDropped();
  const [reason] = refused;
  return (
    [
      reason && `the vault refused what had waited (${reason}); it is kept in ${spool.folder}`,
      dropped > 0 && `${dropped} older notes and goals had to go: too much waited for a vault`,
    ]
      .filter(Boolean)
      .join('; ') || undefined
  );
}

/** An address that was mistyped meant the vault that the same project names now. */
function isFor(write: Waiting, { project, to }: Whose): boolean {
  if (write.to === MISTYPED) return to !== undefined && write.project === project;
  return write.to === to;
}

function keep(spool: Spool, write: Waiting, now: number): string | undefined {
  try {
    return spool.add(write, now);
  } catch {
    // It is sent all the same.
    return undefined;
  }
}

async function settle(
  spool: Spool,
  name: string | undefined,
  write: Waiting,
  call: VaultCall,
  msLeft: () => number,
): Promise<Delivery> {
  const delivery = await deliver(write, call, msLeft);
  if (name !== undefined && delivery.kind === 'taken') spool.remove(name);
  if (name !== undefined && delivery.kind === 'refused') spool.refuse(name, delivery.reason);
  return delivery;
}
