import { agentChecks } from './agentChecks.js';
import { type Check, type CheckGroup, type Finding, inGroup } from './check.js';
import { clockCheck, directoryChecks } from './directoryChecks.js';
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
  return [
    ...inGroup('Program', programChecks(program)),
    ...groupOf('Service', service, (told) => serviceChecks(told, program.version)),
    ...groupOf('Data directory', directory, (told) => {
      // The vault is elsewhere: here there are at most the notes of setup, and the spool.
      if (isElsewhere && told.place !== 'vault')
        return [{ name: 'place', state: 'ok', says: 'VAULT_URL names a vault elsewhere' }];
      const clock = service.told && toldClock(service.told);
      return [...directoryChecks(told), clock ?? clockCheck(told)];
    }),
    ...groupOf('Shared log', sharedLog, ({ of }) => sharedLogChecks(of)),
    ...groupOf('Upkeep', upkeep, ({ of }) => (of ? upkeepChecks(of) : [])),
    ...groupOf('Read models', service, viewsChecks),
    ...groupOf('Hive', service, hiveChecks),
    ...groupOf('Agents', agents, (told) => agentChecks(told, program.now)),
  ];
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
