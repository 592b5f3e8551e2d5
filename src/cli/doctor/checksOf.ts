import { agentChecks } from './agentChecks.js';
import { type Check, type CheckGroup, type Finding, inGroup } from './check.js';
import { clockCheck, directoryChecks, letsStart } from './directoryChecks.js';
import type { Facts } from './gatherFacts.js';
import { hiveChecks } from './hiveChecks.js';
import { programChecks } from './programChecks.js';
import { serviceChecks, toldClock } from './serviceChecks.js';
import type { Told } from './serviceFacts.js';
import { sharedLogChecks } from './sharedLogChecks.js';
import { upkeepChecks } from './upkeepChecks.js';
import { viewsChecks } from './viewsChecks.js';

/** Judges all facts. Pure. */
export function checksOf(facts: Facts): readonly Check[] {
  const { program, service, directory, sharedLog, upkeep, agents, isElsewhere } = facts;
  const ofDirectory = groupOf('Data directory', directory, (told) => {
    // The vault is elsewhere: here there are at most the notes of setup, and the spool.
    if (isElsewhere && told.place !== 'vault')
      return [{ name: 'place', state: 'ok', says: 'VAULT_URL names a vault elsewhere' }];
    const clock = service.told && toldClock(service.told);
    return [...directoryChecks(told), ...(clock ?? [clockCheck(told)])];
  });
  const canStart = letsStart(ofDirectory);
  return eachCauseOnce([
    ...inGroup('Program', programChecks(program)),
    ...groupOf('Service', service, (told) => serviceChecks(told, program.version, canStart)),
    ...ofDirectory,
    ...groupOf('Shared log', sharedLog, ({ of }) => sharedLogChecks(of)),
    ...groupOf('Upkeep', upkeep, ({ of }) => (of ? upkeepChecks(of) : [])),
    ...groupOf('Read models', service, viewsChecks),
    ...groupOf('Hive', service, hiveChecks),
    ...groupOf('Agents', agents, (told) => agentChecks(told, program.now)),
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
  [
    'Service/log_disk_full',
    ['Data directory/disk', 'Service/disk_nearly_full', 'Service/views_unwritable', 'Read models'],
  ],
  ['Data directory/owner', ['Service/views_unwritable', 'Upkeep', 'Read models']],
  ['Data directory/log', ['Upkeep']],
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
  if (why !== undefined)
    return inGroup(group, [{ name: group.toLowerCase(), state: 'unknown', says: why }]);
  // The cast is safe: what has no reason was told.
  return inGroup(group, checks(told as T));
}
