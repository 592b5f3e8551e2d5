import type { Executor } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { recordForgetting } from '../commands/recordForgetting.js';
import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import type { VaultForgotten } from '../events/forgetting.js';
import type { Recorded } from '../events/recorded.js';
import type { EventLog } from '../log/eventLog.js';
import { belongingsOfPerson, belongingsOfProject, namesInLog } from './belongings.js';
import { type Found, findBelongings } from './findBelongings.js';
import { forgetThings } from './forgetThings.js';

/** Whose everything is to be forgotten. */
export interface Subject {
  readonly of: 'project' | 'person';
  readonly name: string;
  /** Stands for `of` and the name in the log, where it recognises a retry. It must not reveal the name. */
  readonly token: string;
}

/** The parts of an open vault that forget. */
export interface ForgetParts {
  readonly executor: Executor;
  readonly log: EventLog;
  readonly filter: PrivacyFilter;
}

/** The receipt as it was recorded, and the last event of what was forgotten. */
export interface SubjectForgotten {
  readonly receipt: Recorded<'vault.forgotten', VaultForgotten>;
  readonly position: number;
}

/** What belongs to a project or a person. */
async function findSubject({ log, filter }: ForgetParts, { of, name }: Subject): Promise<Found> {
  const names = await namesInLog(name, filter);
  return findBelongings(
    log,
    of === 'project' ? belongingsOfProject(names) : belongingsOfPerson(names),
  );
}

/** Finds what would be forgotten, and records nothing. Throws `idempotency_mismatch` for the key of another request. */
export async function rehearseForgetting(
  parts: ForgetParts,
  subject: Subject,
  context: RequestContext,
): Promise<Found> {
  const found = await findSubject(parts, subject);
  await parts.executor.execute(
    recordForgetting,
    { ...recorded(subject, found), dry_run: true },
    {
      ...context,
      dryRun: true,
    },
  );
  return found;
}

/**
 * Forgets everything of a project or about a person that was there when the request came. A retry with the same
 * `Idempotency-Key` finishes what a crash cut short, and gives the same receipt. Without a key it finishes it under another.
 */
export async function forgetSubject(
  parts: ForgetParts,
  subject: Subject,
  context: RequestContext,
): Promise<SubjectForgotten> {
  const { executor } = parts;
  const found = await findSubject(parts, subject);
  // Recorded first, so that the retry of a request that a crash cut short finds it.
  const { state: receipt } = await executor.execute(
    recordForgetting,
    recorded(subject, found),
    context,
  );
  if (!receipt) throw new Error('the receipt cannot be read back from the log');
  // A retry must not take what was saved after the request that it repeats.
  const things = found.things.filter(({ positions: [first = 0] }) => first < receipt.position);
  const last = await forgetThings(executor, things, context);
  return { receipt, position: Math.max(receipt.position, last) };
}

function recorded({ of, token }: Subject, { matched, positions, mentions }: Found) {
  return { of, token, matched, positions, mentions };
}
