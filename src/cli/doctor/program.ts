import { nearestName } from '../../domain/editDistance.js';
import type { Finding } from './check.js';

/** What is known of the program that runs here. */
export interface ProgramFacts {
  /** Of memory-vault. */
  readonly version: string;
  /** Of Node, such as `24.1.0`. */
  readonly node: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What is wrong with the VAULT_ variables of this environment; undefined when nothing is. */
  readonly settingsProblem: string | undefined;
  /** VAULT_ variables that are no settings. */
  readonly unknownSettings: readonly string[];
  /** The names of all settings. */
  readonly knownSettings: readonly string[];
}

/** Until when each line of Node gets corrections, as its makers have published it. */
const NODE_ENDS: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

export function programChecks(facts: ProgramFacts): readonly Finding[] {
  return [
    nodeCheck(facts),
    settingsCheck(facts),
    { name: 'version', state: 'ok', says: facts.version },
    ...facts.unknownSettings.map(unknown(facts)),
  ];
}

function nodeCheck({ version, node, now }: ProgramFacts): Finding {
  const name = 'Node';
  const line = node.split('.')[0] ?? '';
  const end = NODE_ENDS[line];
  if (end === undefined) {
    const says = `memory-vault ${version} does not know until when Node ${line} gets corrections`;
    return { name, state: 'unknown', says };
  }
  // The day itself still counts.
  if (now < Date.parse(end) + 86_400_000)
    return { name, state: 'ok', says: `${node}, which gets corrections until ${end}` };
  const newest = Object.keys(NODE_ENDS).at(-1);
  const says = `${node} has got no corrections since ${end}: install a newer one, up to Node ${newest}`;
  return { name, state: 'warn', says };
}

function settingsCheck({ settingsProblem }: ProgramFacts): Finding {
  const name = 'settings';
  if (settingsProblem === undefined)
    return { name, state: 'ok', says: 'what is set here is valid' };
  return { name, state: 'wrong', says: settingsProblem };
}

function unknown({ knownSettings }: ProgramFacts): (setting: string) => Finding {
  return (setting) => {
    const nearest = nearestName(setting, knownSettings);
    const guess = nearest === undefined ? '' : `: did you mean ${nearest}?`;
    return { name: setting, state: 'warn', says: `is no setting and does nothing${guess}` };
  };
}
