import { recordForgetting } from '../commands/administration.js';
import type { Command } from '../commands/command.js';
import type { Executor } from '../commands/executor.js';
import {
  forgetConventions,
  forgetEvent,
  forgetInvite,
  forgetPause,
  forgetPhases,
  forgetPrompt,
  forgetToken,
} from '../commands/forgetting.js';
import type { RequestContext } from '../commands/handle.js';
import { forgetObservation } from '../commands/observations.js';
import { forgetSession } from '../commands/sessions.js';
import { removeTeam as remove, removeMember } from '../commands/teams.js';
import { forgetTold } from '../commands/told.js';
import { EVERYTHING } from '../domain/caller.js';
import type { VaultForgotten } from '../events/administration.js';
import type { Forgettable } from '../events/family.js';
import type { Recorded } from '../events/recorded.js';
import { teamKey } from '../events/team.js';
import { accessToken } from '../events/token.js';
import type { VaultFact } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import {
  belongingsOfPerson,
  belongingsOfProject,
  belongingsOfTeam,
  namesInLog,
} from './belongings.js';
import { fewAtATime } from './fewAtATime.js';
import { type Found, findBelongings, type Thing } from './findBelongings.js';

/** Whose everything is to be forgotten. */
export interface Subject {
  readonly of: 'project' | 'person';
  readonly name: string;
  /** Stands for `of` and the name in the log, where it recognises a retry. It must not reveal the name. */
  readonly token: string;
}

/** The parts of an open vault that forget. */
interface ForgetParts {
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
async function findSubject(
  { log, filter }: ForgetParts,
  { of, name }: Subject,
  { sees = EVERYTHING }: RequestContext,
): Promise<Found> {
  const names = await namesInLog(name, filter);
  return findBelongings(
    log,
    of === 'project' ? belongingsOfProject(names, sees) : belongingsOfPerson(names),
  );
}

/** Finds what would be forgotten, and records nothing. Throws `idempotency_mismatch` for the key of another request. */
export async function rehearseForgetting(
  parts: ForgetParts,
  subject: Subject,
  context: RequestContext,
): Promise<Found> {
  const found = await findSubject(parts, subject, context);
  const receipt = { ...recorded(subject, found), dry_run: true } as const;
  await parts.executor.execute(recordForgetting, receipt, { ...context, dryRun: true });
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
  const found = await findSubject(parts, subject, context);
  // Recorded first, so that the retry of a request that a crash cut short finds it.
  const wanted = recorded(subject, found);
  const { state: receipt } = await executor.execute(recordForgetting, wanted, context);
  if (!receipt) throw new Error('the receipt cannot be read back from the log');
  // A retry must not take what was saved after the request that it repeats.
  const things = found.things.filter(({ positions: [first = 0] }) => first < receipt.position);
  const last = await forgetThings(executor, things, context);
  return { receipt, position: Math.max(receipt.position, last) };
}

function recorded({ of, token }: Subject, { matched, positions, mentions }: Found) {
  return { of, token, matched, positions, mentions };
}

/**
 * Removes a team with its members, invites and logins, and erases its name and their addresses; gives the position of the
 * last event. Notes and sessions of the team stay. Throws `Rejection('not_found')`.
 */
export async function removeTeam(
  { executor, log }: Pick<ForgetParts, 'executor' | 'log'>,
  team: { readonly id: string; readonly name: string },
  context: RequestContext,
): Promise<number> {
  // The team goes last, so that a retry finds it after a crash.
  const { things } = await findBelongings(log, belongingsOfTeam(team));
  await forgetThings(executor, things, context);
  const { position } = await executor.execute(remove, { key: teamKey(team.name) }, context);
  return position;
}

/** Forgets things in their order; gives the position of the last event. What a crash leaves is found again by a retry. */
async function forgetThings(
  executor: Executor,
  things: readonly Thing[],
  { meta }: RequestContext,
): Promise<number> {
  return fewAtATime(things, (thing) => FORGET[thing.kind](executor, thing, { meta }));
}

type Forget = (
  executor: Executor,
  thing: Thing,
  context: RequestContext,
) => Promise<{ readonly position: number }>;

const keyOf = ({ stream }: Thing) => stream.slice(stream.indexOf('/') + 1);
const byKey =
  <R, S, F extends VaultFact>(command: Command<{ readonly key: string }, R, S, F>): Forget =>
  ({ execute }, thing, context) =>
    execute(command, { key: keyOf(thing) }, context);
const byId =
  <R, S, F extends VaultFact>(command: Command<{ readonly id: string }, R, S, F>): Forget =>
  ({ execute }, thing, context) =>
    execute(command, { id: keyOf(thing) }, context);
const alone: Forget = ({ execute }, { positions: [position = 0] }, context) =>
  execute(forgetEvent, { position }, context);

/** How each kind is forgotten. */
const FORGET: Record<Forgettable, Forget> = {
  observations: byId(forgetObservation),
  told: byKey(forgetTold),
  sessions: async ({ execute }, thing, context) => {
    const forgotten = await execute(forgetSession, { id: keyOf(thing) }, context);
    // What was recorded since it was looked for. Nothing is recorded of a session that is forgotten.
    await execute(forgetTold, { key: keyOf(thing) }, context);
    return forgotten;
  },
  prompts: byKey(forgetPrompt),
  conventions: byKey(forgetConventions),
  phases: byKey(forgetPhases),
  pauses: byKey(forgetPause),
  repositories: alone,
  purges: alone,
  acts: alone,
  invites: (executor, thing, context) =>
    (thing.stream.startsWith(`${accessToken.name}/`) ? byKey(forgetToken) : byKey(forgetInvite))(
      executor,
      thing,
      context,
    ),
  members: (executor, thing, context) =>
    // Earlier releases kept the address of a member that was removed.
    thing.member?.removed === false
      ? executor.execute(removeMember, { key: keyOf(thing), id: thing.member.id }, context)
      : alone(executor, thing, context),
};
