import { changedIn } from '../checkout/freshness.js';
import { checkoutAt } from '../checkout/git.js';
import type { ChosenProject } from '../connect/chosenProject.js';
import { estimateTokens } from '../domain/tokens.js';
import type { GivenNote } from '../domain/told.js';
import type { Action } from '../moments/action.js';
import { candidatesFor } from '../moments/candidates.js';
import { noteCards } from '../moments/noteCard.js';
import { MOST_GIVEN, relevant, SURE } from '../moments/relevance.js';
import type { Marks } from './marks.js';
import { callIn, reasonOf, type VaultCall } from './vaultCall.js';

/** Of the time that is left, so much may be Git's. */
const GIT_SHARE = 0.5;

interface Giving {
  /** Finds the vault. Rejects with a sentence where there is none. */
  readonly findVault: () => Promise<VaultCall>;
  /** How long it may still be waited for, in milliseconds. */
  readonly msLeft: () => number;
  /** The notes that the session was given. */
  readonly given: Marks;
}

/** What an agent is told at an action. */
interface Told {
  readonly text: string;
  /** Whether one of the notes surely matters. */
  readonly isSure: boolean;
  readonly notes: readonly GivenNote[];
  readonly tokens: number;
}

/**
 * What an agent is told at an action: the notes that matter to it and that its session was not given yet. Undefined where there
 * are none. Rejects with a sentence where the vault does not answer in time.
 */
export async function toldAtAction(
  action: Action,
  { project, repository, root }: ChosenProject,
  { findVault, msLeft, given }: Giving,
): Promise<Told | undefined> {
  let call: VaultCall | undefined;
  const ask = async (path: string) => {
    call ??= callIn(repository, await findVault());
    // A list is a stream for who would take one.
    const headers = { accept: 'application/json' };
    const answer = await call({ method: 'GET', path, headers, timeoutMs: msLeft() });
    if (answer.status !== 200) throw new Error(reasonOf(answer));
    return answer.body;
  };
  const candidates = await candidatesFor(action, project, ask);
  // Also those that are not shown are marked: the same action brings nothing the next time. Of several hooks at once, one marks.
  const checkout = root === undefined ? undefined : checkoutAt(root, msLeft() * GIT_SHARE);
  const now = (await relevant(action, candidates, checkout)).filter(({ note }) =>
    given.make(note.id),
  );
  if (now.length === 0) return undefined;
  const notes = now.slice(0, MOST_GIVEN).map(({ note }) => note);
  // The edit itself changes what stands there.
  const isDone = action.edits.some((edit) => edit.isDone === true);
  const changed = root === undefined || isDone ? new Map() : changedIn(root, notes);
  const text = noteCards(action, notes, changed);
  return {
    text,
    tokens: estimateTokens(text),
    isSure: now.some(({ score }) => score >= SURE),
    notes: notes.map(({ id, revision }) => ({ id, revision })),
  };
}
