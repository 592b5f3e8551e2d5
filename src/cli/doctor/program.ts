import { nearestName } from '../../domain/editDistance.js';
import { type Finding, ok, unknown, warn, wrong } from './check.js';

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
  const { settingsProblem, version, unknownSettings, knownSettings } = facts;
  return [
    nodeCheck(facts),
    settingsProblem === undefined
      ? ok('settings', 'the settings are valid')
      : wrong('settings', settingsProblem),
    ok('version', version),
    ...unknownSettings.map((setting) => {
      const nearest = nearestName(setting, knownSettings);
      const guess = nearest === undefined ? '' : `: did you mean ${nearest}?`;
      return warn(setting, `is not a setting and has no effect${guess}`);
    }),
  ];
}

function nodeCheck({ version, node, now }: ProgramFacts): Finding {
  const name = 'Node';
  const line = node.split('.')[0] ?? '';
  const end = NODE_ENDS[line];
  if (end === undefined) {
    const says = `memory-vault ${version} does not know when support for Node ${line} ends`;
    return unknown(name, says);
  }
  // The day itself still counts.
  if (now < Date.parse(end) + 86_400_000) return ok(name, `${node}, supported until ${end}`);
  const newest = Object.keys(NODE_ENDS).at(-1);
  const says = `support for ${node} ended on ${end}: install a newer one, up to Node ${newest}`;
  return warn(name, says);
}
