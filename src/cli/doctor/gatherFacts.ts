import { CLIENT_SETTINGS, isClientSetting } from '../../config/clientSettings.js';
import { readConfig, SETTINGS } from '../../config/config.js';
import { dataDirOf } from '../../config/dataDir.js';
import { OWNER_SETTINGS } from '../../config/ownerSettings.js';
import { isSecretFile, withSecretFiles } from '../../config/secretFiles.js';
import { BUILD } from '../../config/version.js';
import { type ClientSettings, readClientSettings } from '../../connect/clientSettings.js';
import { tokenFor } from '../../connect/keptLogin.js';
import { messageOf } from '../../diagnostics/messageOf.js';
import { withinBudget } from '../../hook/withinBudget.js';
import { ownersKey } from '../../secrets/adminKey.js';
import { type AgentFacts, agentFacts } from './agentFacts.js';
import { type DirectoryFacts, directoryFacts } from './directoryFacts.js';
import type { ProgramFacts } from './programChecks.js';
import { type Asking, type ServiceFacts, serviceFacts, type Told } from './serviceFacts.js';
import { type SharedLogFacts, sharedLogFacts } from './sharedLogFacts.js';
import type { UpkeepFacts } from './upkeepChecks.js';
import { upkeepFacts } from './upkeepFacts.js';

/** All that the checks judge. */
export interface Facts {
  readonly program: ProgramFacts;
  readonly service: Told<ServiceFacts>;
  readonly directory: Told<DirectoryFacts>;
  /** Told as undefined where the vault is shared by nobody. */
  readonly sharedLog: Told<{ readonly of: SharedLogFacts | undefined }>;
  /** Told as undefined where there is no log. */
  readonly upkeep: Told<{ readonly of: UpkeepFacts | undefined }>;
  readonly agents: Told<AgentFacts>;
  /** Whether VAULT_URL names a vault elsewhere: then the data directory need not have one. */
  readonly isElsewhere: boolean;
}

/** Where doctor looks. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The program that agents start. */
  readonly cli: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** No part may take longer, so that the screen is there soon. */
const LIMIT_MS = 2000;

/** Gathers all facts at the same time. Starts no service, and changes nothing. Never rejects. */
export async function gatherFacts({ env, cli, now }: Surroundings): Promise<Facts> {
  const { settings, problem } = settingsIn(env);
  const { dataDir } = settings;
  const [service, directory, sharedLog, upkeep, agents] = await Promise.all([
    inTime(() => serviceFacts(askingOf(env, settings))),
    inTime(() => directoryFacts(dataDir)),
    inTime(async () => ({ of: problem ? undefined : await sharedLogFacts(env, LIMIT_MS) })),
    inTime(async () => ({ of: upkeepFacts(dataDir, now) })),
    inTime(async () => agentFacts(env, settings, cli)),
  ]);
  const program: ProgramFacts = {
    ...{ version: BUILD, node: process.versions.node, now, settingsProblem: problem },
    unknownSettings: Object.keys(env).filter(isUnknown),
    knownSettings: namesOfSettings(),
  };
  const isElsewhere = settings.url !== undefined;
  return { program, service, directory, sharedLog, upkeep, agents, isElsewhere };
}

/** How the service of an environment is asked. */
export function askingOf(env: NodeJS.ProcessEnv, settings: ClientSettings): Asking {
  return {
    ...{ settings, ownersKey: keyOf(env, settings.dataDir), timeoutMs: LIMIT_MS },
    tokenAt: (url) => tokenFor(url, settings, env),
  };
}

/**
 * The settings of an environment, and what is wrong with them. Where something is, the rest is looked at with the data
 * directory that they name, and the usual address.
 */
export function settingsIn(env: NodeJS.ProcessEnv): {
  readonly settings: ClientSettings;
  readonly problem: string | undefined;
} {
  const problems: string[] = [];
  const note = (error: unknown) => problems.push(messageOf(error));
  try {
    readConfig(env);
  } catch (error) {
    note(error);
  }
  const usual = { dataDir: dataDirOf(env), host: '127.0.0.1', port: 7437 };
  let settings: ClientSettings = usual;
  try {
    settings = readClientSettings(env);
  } catch (error) {
    const [first = ''] = problems;
    // Both read VAULT_PORT, and say the same of it.
    if (!first.includes(messageOf(error).split(' ')[0] ?? '')) note(error);
  }
  return { settings, problem: problems.length > 0 ? problems.join('; ') : undefined };
}

function namesOfSettings(): readonly string[] {
  const names = [SETTINGS, CLIENT_SETTINGS, OWNER_SETTINGS].flatMap(Object.keys);
  return [...names, ...names.map((name) => `${name}_FILE`).filter(isNameOfFile)];
}

const isUnknown = (name: string) => name.startsWith('VAULT_') && !namesOfSettings().includes(name);

const isNameOfFile = (name: string) => isSecretFile(name) || isClientSetting(name);

function keyOf(env: NodeJS.ProcessEnv, dataDir: string): string | undefined {
  try {
    return ownersKey(dataDir, withSecretFiles(env).VAULT_ADMIN_KEY);
  } catch {
    // Without it, the service tells what it tells everybody.
    return undefined;
  }
}

async function inTime<T>(look: () => Promise<T>): Promise<Told<T>> {
  const late = { why: `it could not be found out within ${LIMIT_MS / 1000} s` };
  // A little longer than the look itself may wait, whose own words say more.
  const work = look().then(
    (told) => ({ told }),
    (error) => ({ why: messageOf(error) }),
  );
  return withinBudget<Told<T>>(work, LIMIT_MS + 200, late);
}
