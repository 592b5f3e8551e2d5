import { existsSync, statSync } from 'node:fs';
import { dataFiles } from '../../config/dataFiles.js';
import { ago, daysSince } from '../../domain/time.js';
import { lastSignedFile } from '../../maintenance/checkpoints.js';
import { readUpkeep, type Upkeep, wholeAt } from '../../maintenance/upkeep.js';
import { type Finding, ok, warn, wrong } from './check.js';

/** What was done last to look after a vault; times in milliseconds since 1970. */
export interface UpkeepFacts extends Upkeep {
  /** When the last checkpoint was signed; undefined when none was. */
  readonly signedAt: number | undefined;
  /** When the log was made. */
  readonly madeAt: number;
  readonly now: number;
}

/** After so many days, it is time again. The service checks the whole log once a week while it runs. */
const MOST_DAYS = { verify: 14, checkpoint: 30, backup: 7 } as const;

/** What nobody should be without. A vault that is younger than `MOST_DAYS` need not have the others yet. */
const NEEDED: Partial<Record<keyof typeof MOST_DAYS, string>> = {
  verify: 'the whole log was never verified: a service does it soon after it starts',
  backup: 'there is no backup: memory-vault service install makes one each day',
};

export function upkeepChecks(facts: UpkeepFacts): readonly Finding[] {
  const { backedUp, signedAt } = facts;
  return [
    verdict(facts) ?? regular('verify', wholeAt(facts), 'memory-vault verify', facts),
    regular('checkpoint', signedAt, 'memory-vault checkpoint', facts),
    regular('backup', backedUp?.at, 'memory-vault backup', facts),
  ];
}

/** A release that did not note what it found also noted `false` where it could not read a log of another format. */
const known = (verified: UpkeepFacts['verified']) =>
  verified?.ok === false && verified.kinds === undefined ? undefined : verified;

/** What the last verification found wrong; undefined where it found nothing, or none is known. */
function verdict({ verified, checked, now }: UpkeepFacts): Finding | undefined {
  if (checked?.fault !== undefined && checked.at > (verified?.at ?? 0)) {
    const says = `the service verified the log ${ago(checked.at, now)}, and found: ${checked.fault}`;
    return wrong('verify', says, { type: 'memory-vault verify' });
  }
  const { at, ok: isWhole = true, kinds = [] } = known(verified) ?? { at: 0 };
  if (isWhole) return undefined;
  const when = `the last one, ${ago(at, now)}, found that`;
  const isOfViews = kinds.length > 0 && kinds.every((kind) => kind === 'views');
  const [what, type] = isOfViews
    ? ['the read models differ from the log; the log itself is unchanged', 'memory-vault rebuild']
    : ['something was changed', 'memory-vault verify'];
  return wrong('verify', `${when} ${what}`, { type });
}

function regular(
  name: keyof typeof MOST_DAYS,
  at: number | undefined,
  type: string,
  { madeAt, now }: UpkeepFacts,
): Finding {
  const needed = NEEDED[name];
  if (at === undefined && needed !== undefined) return warn(name, needed, { type });
  const isLate = daysSince(at ?? madeAt, now) > MOST_DAYS[name];
  const when = at === undefined ? 'none is known' : `the last one ${ago(at, now)}`;
  if (!isLate) return ok(name, at === undefined ? `${when} yet` : when);
  return warn(name, `${when}: do it at least every ${MOST_DAYS[name]} days`, { type });
}

/** What the files of a vault say about how it was looked after; undefined without a log. */
export function upkeepFacts(dataDir: string, now: number): UpkeepFacts | undefined {
  const { log: file } = dataFiles({ dataDir });
  if (!existsSync(file)) return undefined;
  const log = statSync(file);
  const signed = statSync(lastSignedFile(dataDir), { throwIfNoEntry: false });
  // A file system that does not know when a file was made says 1970.
  const madeAt = log.birthtimeMs > 0 ? log.birthtimeMs : log.ctimeMs;
  return { ...readUpkeep(dataDir), signedAt: signed?.mtimeMs, madeAt, now };
}
