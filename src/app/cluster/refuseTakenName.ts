import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { SharedControl } from '../../log/shared/sharedControl.js';

/** A node that is there reports at least once within this time, in ms, and one that crashed does not. */
export const REPORTS_WITHIN_MS = 3000;

/**
 * Throws when another process is there under the name of this node. Each would report for both what only it has wiped, and both
 * would hold every lease.
 */
export async function refuseTakenName(
  control: Pick<SharedControl, 'lastReport'>,
  name: string,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  const last = await control.lastReport();
  if (!last || last.ageMs > REPORTS_WITHIN_MS) return;
  // It may be our own, from before a crash: then no other follows.
  await pause(REPORTS_WITHIN_MS);
  const next = await control.lastReport();
  if (next?.at === last.at) return;
  const message = `another process is the node ${name} of this shared log, and reports to the others`;
  throw new Diagnostic('node_name_taken', message, { setting: 'VAULT_NODE' });
}
