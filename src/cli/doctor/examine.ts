import { readConfig, SETTING_NAMES, unknownSettings } from '../../config/config.js';
import { dataDirOf } from '../../config/dataDir.js';
import { BUILD } from '../../config/version.js';
import { chosenProject } from '../../connect/chosenProject.js';
import { type ClientSettings, readClientSettings } from '../../connect/clientSettings.js';
import { workingFolder } from '../../connect/folderAt.js';
import { messageOf } from '../../diagnostics/diagnostic.js';
import { withinBudget } from '../../hook/vaultCall.js';
import { agentChecks, agentFacts } from './agents.js';
import { type Check, type CheckGroup, type Finding, inGroup, ok, unknown } from './check.js';
import { clockCheck, directoryChecks, directoryFacts, letsStart } from './directory.js';
import { type ProgramFacts, programChecks } from './program.js';
import { hiveChecks, serviceChecks, toldClock, viewsChecks } from './serviceChecks.js';
import { askingOf, serviceFacts, type Told } from './serviceFacts.js';
import { sharedLogChecks, sharedLogFacts } from './sharedLog.js';
import { upkeepChecks, upkeepFacts } from './upkeep.js';

/** All that the checks judge. */
type Facts = Omit<Awaited<ReturnType<typeof gatherFacts>>, 'settings'>;

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
export async function gatherFacts({ env, cli, now }: Surroundings) {
  const { settings, problem } = settingsIn(env);
  const { dataDir } = settings;
  const project = chosenProject(workingFolder(env), env);
  const [service, directory, sharedLog, upkeep, agents] = await Promise.all([
    inTime(() => serviceFacts(askingOf(env, settings, LIMIT_MS), project)),
    inTime(() => directoryFacts(dataDir)),
    inTime(async () => (problem ? undefined : await sharedLogFacts(env, LIMIT_MS))),
    inTime(async () => upkeepFacts(dataDir, now)),
    inTime(async () => agentFacts(env, settings, { cli, project })),
  ]);
  const program: ProgramFacts = {
    version: BUILD,
    node: process.versions.node,
    now,
    settingsProblem: problem,
    unknownSettings: unknownSettings(env),
    knownSettings: SETTING_NAMES,
  };
  // Then the data directory need not have a vault.
  const isElsewhere = settings.url !== undefined;
  return { settings, program, service, directory, sharedLog, upkeep, agents, isElsewhere };
}

/**
 * The settings of an environment, and what is wrong with them. Where something is, the rest is looked at with the data
 * directory that they name, and the usual address.
 */
function settingsIn(env: NodeJS.ProcessEnv): {
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

async function inTime<T>(look: () => Promise<T>): Promise<Told<T>> {
  const late = { why: `no answer within ${LIMIT_MS / 1000} s` };
  // A little longer than the look itself may wait, whose own words say more.
  const work = look().then(
    (told) => ({ told }),
    (error) => ({ why: messageOf(error) }),
  );
  return withinBudget<Told<T>>(work, LIMIT_MS + 200, late);
}

/** Judges all facts. Pure. */
export function checksOf(facts: Facts): readonly Check[] {
  const { program, service, directory, sharedLog, upkeep, agents, isElsewhere } = facts;
  const ofDirectory = groupOf('Data directory', directory, (told) => {
    // The vault is elsewhere: here there are at most the notes of setup, and the spool.
    if (isElsewhere && told.place !== 'vault')
      return [ok('place', 'VAULT_URL names a vault elsewhere')];
    const clock = service.told && toldClock(service.told);
    return [...directoryChecks(told), ...(clock ?? [clockCheck(told)])];
  });
  const canStart = letsStart(ofDirectory);
  return eachCauseOnce([
    ...inGroup('Program', programChecks(program)),
    ...groupOf('Service', service, (told) => serviceChecks(told, program.version, canStart)),
    ...ofDirectory,
    ...groupOf('Shared log', sharedLog, sharedLogChecks),
    ...groupOf('Upkeep', upkeep, (told) => (told ? upkeepChecks(told) : [])),
    ...groupOf('Read models', service, viewsChecks),
    ...groupOf('Hive', service, hiveChecks),
    ...groupOf('Agents', agents, (told) =>
      agentChecks(told, program.now, service.told?.boundProject),
    ),
  ]);
}

/**
 * What is not well because of something else that is not well, by that cause. Each is a group, or a check of it by its name. The
 * next step of the cause mends it, and its own would not.
 */
const EXPLAINED: readonly (readonly [cause: string, what: readonly string[]])[] = [
  [
    'Service/log_file_gone',
    ['Data directory/place', 'Data directory/log', 'Upkeep', 'Read models'],
  ],
  ['Service/log_damaged', ['Data directory/log', 'Upkeep', 'Read models']],
  ['Service/log_changed', ['Upkeep/verify']],
  ['Service/witness_refused', ['Service/witnesses']],
  [
    'Service/log_disk_full',
    ['Data directory/disk', 'Service/disk_nearly_full', 'Service/views_unwritable', 'Read models'],
  ],
  ['Data directory/owner', ['Service/views_unwritable', 'Upkeep', 'Read models']],
  ['Service/log', ['Read models']],
  ['Data directory/log', ['Upkeep', 'Read models']],
  ['Data directory/disk', ['Service/disk_nearly_full', 'Service/views_unwritable']],
  ['Service/views_unwritable', ['Read models']],
];

/** Leaves out what another check explains. */
function eachCauseOnce(checks: readonly Check[]): readonly Check[] {
  const isBad = ({ state }: Check) => state === 'wrong' || state === 'warn';
  const causes = new Set(checks.filter(isBad).map(({ group, name }) => `${group}/${name}`));
  const explained = EXPLAINED.flatMap(([cause, what]) => (causes.has(cause) ? what : []));
  return checks.filter(
    (check) =>
      !isBad(check) ||
      !(explained.includes(check.group) || explained.includes(`${check.group}/${check.name}`)),
  );
}

function groupOf<T>(
  group: CheckGroup,
  { told, why }: Told<T>,
  checks: (told: T) => readonly Finding[],
): readonly Check[] {
  if (why !== undefined) return inGroup(group, [unknown(group.toLowerCase(), why)]);
  // The cast is safe: what has no reason was told.
  return inGroup(group, checks(told as T));
}
