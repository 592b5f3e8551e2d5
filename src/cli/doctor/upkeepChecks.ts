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
  return [
    verdict(verified, now) ?? regular('verify', known(verified)?.at, 'memory-vault verify', facts),
    regular('checkpoint', signedAt, 'memory-vault checkpoint', facts),
    regular('backup', backedUp?.at, 'memory-vault backup FILE', facts),
  ];
}

/** A release that did not note what it found also noted `false` where it could not read a log of another format. */
const known = (verified: UpkeepFacts['verified']) =>
  verified?.ok === false && verified.kinds === undefined ? undefined : verified;

/** What the last verification found wrong; undefined where it found nothing, or none is known. */
function verdict(verified: UpkeepFacts['verified'], now: number): Finding | undefined {
  const { at, ok = true, kinds = [] } = known(verified) ?? { at: 0 };
  if (ok) return undefined;
  const when = `the last one, ${ago(at, now)}, found that`;
  const isOfViews = kinds.length > 0 && kinds.every((kind) => kind === 'views');
  const [what, type] = isOfViews
    ? ['the read models differ from the log, which is whole', 'memory-vault rebuild']
    : ['something was changed', 'memory-vault verify'];
  return { name: 'verify', state: 'wrong', says: `${when} ${what}`, type };
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
