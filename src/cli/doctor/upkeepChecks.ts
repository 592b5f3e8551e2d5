import { ago, daysSince } from '../../domain/age.js';
import type { Upkeep } from '../../maintenance/upkeep.js';
import type { Finding } from './check.js';

/** What was done last to look after a vault; times in milliseconds since 1970. */
export interface UpkeepFacts extends Upkeep {
  /** When the last checkpoint was signed; undefined when none was. */
  readonly signedAt: number | undefined;
  /** When the log was made. */
  readonly madeAt: number;
  readonly now: number;
}

/** After so many days, it is time again. A vault that is younger need not have had it yet. */
const MOST_DAYS = { verify: 30, checkpoint: 30, backup: 7 } as const;

export function upkeepChecks(facts: UpkeepFacts): readonly Finding[] {
  const { verified, backedUp, signedAt, now } = facts;
  const command = 'memory-vault verify';
  const verify: Finding =
    verified?.ok === false
      ? {
          ...{ name: 'verify', state: 'wrong', type: command },
          says: `the last one, ${ago(verified.at, now)}, found that something was changed`,
        }
      : regular('verify', verified?.at, command, facts);
  return [
    verify,
    regular('checkpoint', signedAt, 'memory-vault checkpoint', facts),
    regular('backup', backedUp?.at, 'memory-vault backup FILE', facts),
  ];
}

function regular(
  name: keyof typeof MOST_DAYS,
  at: number | undefined,
  type: string,
  { madeAt, now }: UpkeepFacts,
): Finding {
  const isLate = daysSince(at ?? madeAt, now) > MOST_DAYS[name];
  const when = at === undefined ? 'none is known' : `the last one ${ago(at, now)}`;
  if (!isLate) return { name, state: 'ok', says: at === undefined ? `${when} yet` : when };
  return {
    name,
    state: 'warn',
    says: `${when}: every ${MOST_DAYS[name]} days is a good habit`,
    type,
  };
}
