import { probeElsewhere } from '../../connect/probeElsewhere.js';
import { EXIT, Failed } from './failed.js';
import { shownLine } from './shown.js';

/** As long as a request of a verb is tried again. */
const ANSWERS_MS = 10_000;

/**
 * Throws `Failed` (unreachable) where something else than a vault answers at a URL, before it gets a credential or a note, and
 * before its answer is taken for one of a vault. Where nothing answers, or an error does, the request itself says more.
 */
export async function assertVault(url: string): Promise<void> {
  const at = shownLine(url);
  const seen = await probeElsewhere(url, ANSWERS_MS);
  const isOther = seen.kind === 'other' && seen.status >= 200 && seen.status < 300;
  if (isOther) throw unreached(`${at} is no Memory Vault: look at VAULT_URL`);
  if (seen.kind === 'leads')
    throw unreached(`${at} leads to ${shownLine(seen.to)}: set VAULT_URL to that`);
  if (seen.kind === 'silent')
    throw unreached(`${at} does not answer within ${ANSWERS_MS / 1000} s: try again in a moment`);
}

const unreached = (message: string) => new Failed(EXIT.unreachable, message);
