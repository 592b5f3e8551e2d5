import type { ClientSettings } from '../../connect/clientSettings.js';
import type { FoundService } from '../../connect/findService.js';
import { tokenFor } from '../../connect/keptLogin.js';
import { sendWaiting } from '../../hook/sendWaiting.js';
import { SPOOL_FILES, spoolIn } from '../../hook/spool.js';
import { vaultAt } from '../../hook/vaultCall.js';
import { counted } from '../terminal/counted.js';
import type { Reached } from './serviceFacts.js';

const LONGEST_MS = 60_000;
/** One sending takes fewer, because a session waits for it. */
const LEAST_A_ROUND = 10;

/**
 * Sends all that hooks kept for the vault of these settings, and gives a sentence. `to` is the address that the settings name
 * (`namedVault`): what was meant for another vault stays. Throws a sentence where nothing could be sent.
 */
export async function sendAllWaiting(
  settings: ClientSettings,
  to: string | undefined,
  reached: Reached | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const service = serviceOf(reached);
  if (service === undefined) throw new Error('no service answers: the next session sends it');
  const spool = spoolIn(settings.dataDir);
  const until = Date.now() + LONGEST_MS;
  const before = spool.names().length;
  const refusedBefore = spool.refused().length;
  const token = tokenFor(service.url, settings, env);
  const call = vaultAt(service.url, { token, secret: service.own?.secret });
  let reason: string | undefined;
  for (let round = 0; round < SPOOL_FILES / LEAST_A_ROUND; round++) {
    const { length } = spool.names();
    const sent = await sendWaiting({
      ...{ spool, call, now: Date.now(), msLeft: () => Math.max(0, until - Date.now()) },
      // Whose agent and session it is does not matter for what waits.
      whose: { agent: 'claude-code', project: '', to },
    });
    reason = [...sent.inVain.values()].at(0) ?? sent.problem ?? reason;
    const left = spool.names().length;
    // Those that were put last come again behind all others.
    if (left === 0 || (left === length && sent.inVain.size < LEAST_A_ROUND)) break;
  }
  const left = spool.names().length;
  const refused = spool.refused().length - refusedBefore;
  const taken = before - left - refused;
  const rest = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(left > 0
      ? [`${left} still waiting${reason === undefined ? ' for another vault' : `: ${reason}`}`]
      : []),
  ];
  const says = [`sent ${counted(taken, 'record')}`, ...rest].join(', ');
  if (taken === 0) throw new Error(says);
  return says;
}

function serviceOf(reached: Reached | undefined): FoundService | undefined {
  if (reached?.kind === 'elsewhere') return reached.isWell ? { url: reached.url } : undefined;
  return reached?.look.found;
}
