import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ClientSettings, namedVault } from '../../connect/clientSettings.js';
import { isRunning } from '../../connect/isRunning.js';
import { tokenFor } from '../../connect/keptLogin.js';
import { removeServiceFile, type ServiceFile } from '../../connect/serviceFile.js';
import { messageOf } from '../../diagnostics/diagnostic.js';
import { unreachable } from '../../domain/unreachable.js';
import { checkDirectory, loosePaths, tightenPermissions } from '../../files/dataDirectory.js';
import { sendWaiting } from '../../hook/delivery.js';
import { OUTBOX_FILES, Outbox } from '../../hook/outbox.js';
import { vaultAt } from '../../hook/vaultCall.js';
import { counted } from '../terminal/format.js';
import { setupOptions } from './agents.js';
import type { Check, Fix } from './check.js';
import { askingOf, type Surroundings, settingsIn } from './examine.js';
import { clientFor, foundAt, type Reached } from './serviceFacts.js';

/** What became of a fix. */
export interface Fixed {
  /** Of the check. */
  readonly name: string;
  readonly isDone: boolean;
  readonly says: string;
}

export interface Fixing extends Surroundings {
  /** The service as it was found; undefined where it was not. */
  readonly reached: Reached | undefined;
  /** Asks the user; undefined when nobody can be asked and nobody has agreed. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
}

/** Does what `--fix` may do about these checks, one after the other, each thing once. What fails is said, and the rest goes on. */
export async function runFixes(
  checks: readonly Check[],
  fixing: Fixing,
): Promise<readonly Fixed[]> {
  const seen = new Set<string>();
  const fixed: Fixed[] = [];
  for (const { name, fix } of checks) {
    if (fix === undefined || seen.has(JSON.stringify(fix))) continue;
    seen.add(JSON.stringify(fix));
    fixed.push({ name, ...(await attempt(fix, fixing)) });
  }
  return fixed;
}

async function attempt(fix: Fix, fixing: Fixing): Promise<Omit<Fixed, 'name'>> {
  const question = questionOf(fix);
  if (question !== undefined) {
    if (fixing.ask === undefined)
      return { isDone: false, says: 'left as it is: --fix --yes does it without a question' };
    if (!(await fixing.ask(question))) return { isDone: false, says: 'left as it is' };
  }
  try {
    return { isDone: true, says: await mend(fix, fixing) };
  } catch (error) {
    return { isDone: false, says: messageOf(error) };
  }
}

/** What has to be asked first; nothing for what cannot surprise anybody. */
function questionOf(fix: Fix): string | undefined {
  switch (fix.kind) {
    case 'tighten':
    case 'remove-service-file':
      return undefined;
    case 'rebuild':
      return 'Have the service rebuild its read models from the log?';
    case 'send-waiting':
      return 'Send what the hooks kept to the vault?';
    case 'set-up':
      return `Write the entries of this vault into the settings of ${fix.agent} again?`;
    default:
      return unreachable(fix);
  }
}

/** Gives a sentence about what was done. */
function mend(fix: Fix, fixing: Fixing): string | Promise<string> {
  const { settings } = settingsIn(fixing.env);
  switch (fix.kind) {
    case 'tighten':
      return tighten(settings.dataDir);
    case 'remove-service-file':
      return removeLeftover(settings.dataDir, fix.file);
    case 'rebuild':
      return rebuild(fixing);
    case 'send-waiting':
      return sendAllWaiting(settings, namedVault(fixing.env).to, fixing.reached, fixing.env);
    case 'set-up':
      return setUp(fix, fixing);
    default:
      return unreachable(fix);
  }
}

function tighten(dataDir: string): string {
  const real = checkDirectory(dataDir);
  const before = loosePaths(real).open;
  tightenPermissions(real);
  const after = loosePaths(real).open;
  if (after.length > 0) throw new Error(`these are still open to others: ${after.join(', ')}`);
  return `took the permissions of others from ${counted(before.length, 'path')}`;
}

function removeLeftover(dataDir: string, file: ServiceFile): string {
  if (isRunning(file.pid)) throw new Error(`process ${file.pid} runs: left as it is`);
  removeServiceFile(dataDir, file);
  return `removed service.json of process ${file.pid}, which has ended`;
}

/** Long enough for a log of millions of events. */
const REBUILD_MS = 30 * 60_000;

async function rebuild({ env, reached }: Fixing): Promise<string> {
  const client = reached && clientFor(reached, askingOf(env, settingsIn(env).settings));
  if (client === undefined) throw new Error('no service answers: memory-vault rebuild does it');
  const service = client(AbortSignal.timeout(REBUILD_MS));
  const params = { query: { wait: '1' } } as const;
  const { data } = await service.POST('/admin/projections/rebuild', { params });
  if (!('events' in data)) throw new Error('the service goes on with it');
  return `the service rebuilt the read models from ${counted(data.events, 'event')} in ${data.seconds.toFixed(1)} s`;
}

const SETUP_MS = 60_000;

/** As whoever types the command: it says itself what it left alone. */
async function setUp(
  { agent, choice }: Extract<Fix, { readonly kind: 'set-up' }>,
  { cli, env }: Fixing,
): Promise<string> {
  const args = [cli, 'setup', agent, ...setupOptions(choice)];
  try {
    await promisify(execFile)(process.execPath, args, { env, timeout: SETUP_MS });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error((stderr || stdout).trim() || messageOf(error), { cause: error });
  }
  return `set up ${agent} again`;
}

const LONGEST_MS = 60_000;
/** One sending takes fewer, because a session waits for it. */
const LEAST_A_ROUND = 10;

/**
 * Sends all that hooks kept for the vault of these settings, and gives a sentence. `to` is the address that the settings name
 * (`namedVault`): what was meant for another vault stays. Throws a sentence where nothing could be sent.
 */
async function sendAllWaiting(
  settings: ClientSettings,
  to: string | undefined,
  reached: Reached | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const service = reached && foundAt(reached);
  if (service === undefined) throw new Error('no service answers: the next session sends it');
  const outbox = new Outbox(settings.dataDir);
  const until = Date.now() + LONGEST_MS;
  const before = outbox.names().length;
  const refusedBefore = outbox.refused().length;
  const token = tokenFor(service.url, settings, env);
  const call = vaultAt(service.url, { token, secret: service.own?.secret });
  let reason: string | undefined;
  for (let round = 0; round < OUTBOX_FILES / LEAST_A_ROUND; round++) {
    const { length } = outbox.names();
    // Whose agent and session it is does not matter for what waits.
    const whose = { agent: 'claude-code', project: '', to } as const;
    const msLeft = () => Math.max(0, until - Date.now());
    const sent = await sendWaiting(whose, call, { outbox, msLeft, now: Date.now() });
    reason = [...sent.inVain.values()].at(0) ?? sent.problem ?? reason;
    const left = outbox.names().length;
    // Those that were put last come again behind all others.
    if (left === 0 || (left === length && sent.inVain.size < LEAST_A_ROUND)) break;
  }
  const left = outbox.names().length;
  const refused = outbox.refused().length - refusedBefore;
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
