import { randomUUID } from 'node:crypto';
import type { Head } from '../checkout/gitHead.js';
import { MISTYPED } from '../connect/clientSettings.js';
import { sha256Hex } from '../domain/hash.js';
import { membersOf } from '../domain/json.js';
import { hasTellingShape, type Telling } from '../domain/told.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import { type Agent, isAgent } from './agentProtocol.js';
import { learningsIn } from './learnings.js';

/** A write of a hook: what is to be recorded of a session. It waits in the outbox until a vault has taken it. */
export interface Waiting {
  /** Sent as `Idempotency-Key` each time, so that what arrives twice counts once. */
  readonly key: string;
  readonly agent: Agent;
  readonly project: string;
  /** What tells it from others of that name; undefined where that is not known. */
  readonly repository?: string | undefined;
  /** The agent's own id of the session (`client_ref`); without one, a note belongs to no session. */
  readonly sessionRef?: string;
  /** The vault that the settings named (`namedVault`): what was meant for one vault goes to no other. */
  readonly to?: string;
  readonly act: Act;
}

/** What to record, in texts without secrets. */
export type Act =
  | { readonly kind: 'goal'; readonly goal: string }
  | {
      readonly kind: 'note';
      readonly title: string;
      readonly content: string;
      readonly head?: Head;
    }
  | { readonly kind: 'end'; readonly summary: string }
  | { readonly kind: 'told'; readonly tellings: readonly Telling[] };

/** Whose session it is, and in which project. */
export type Whose = Pick<Waiting, 'agent' | 'project' | 'repository' | 'sessionRef' | 'to'>;

/**
 * Whether a write is for the vault of a session. What has a mistyped address is for the one that the same project names with
 * VAULT_URL or VAULT_PORT.
 */
export function isFor(write: Waiting, { project, repository, to }: Whose): boolean {
  if (write.to === MISTYPED)
    return to !== undefined && write.project === project && write.repository === repository;
  return write.to === to;
}

/** A write as it was kept; undefined for anything else. */
export function readWaiting(read: unknown): Waiting | undefined {
  const { key, agent, project, repository, sessionRef, to, act } = membersOf(read);
  if (typeof key !== 'string' || typeof agent !== 'string' || typeof project !== 'string')
    return undefined;
  if (!isAgent(agent) || !isAct(act)) return undefined;
  if (!isOptionalText(repository) || !isOptionalText(sessionRef) || !isOptionalText(to))
    return undefined;
  return { key, agent, project, repository, sessionRef, to, act };
}

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

function isAct(value: unknown): value is Act {
  const { kind, goal, title, content, summary, tellings } = membersOf(value);
  if (kind === 'goal') return typeof goal === 'string';
  if (kind === 'note') return typeof title === 'string' && typeof content === 'string';
  if (kind === 'told') return Array.isArray(tellings) && tellings.every(hasTellingShape);
  return kind === 'end' && typeof summary === 'string';
}

const LONGEST_GOAL = 200;
const LONGEST_TITLE = 100;
const LONGEST_SUMMARY = 65_536;

/** The goal of a session: the first line of its first prompt, which is not blank. */
export async function goalOf(whose: Whose, prompt: string): Promise<Waiting> {
  const [line = ''] = prompt.trimStart().split(/[\r\n]/, 1);
  // Filtered before it is cut: of half a secret, the filter does not see what it is.
  const goal = shortened(await withoutSecrets(line), LONGEST_GOAL);
  return waiting(whose, { kind: 'goal', goal });
}

/** Notes of what an agent says in a message that it learned (`learningsIn`), while `head` was checked out. */
export async function notesOf(
  whose: Whose,
  message: string,
  head: Head | undefined,
): Promise<readonly Waiting[]> {
  if (!/learnings/i.test(message)) return [];
  // The whole message first: a bullet does not show that it stands in a private block.
  const learnings = learningsIn(await withoutSecrets(message));
  return Promise.all(
    learnings.map(async (learning) => {
      // Then each bullet: the filter may see more in lines that have been joined.
      const content = await withoutSecrets(learning);
      const title = shortened(content, LONGEST_TITLE);
      return waiting(whose, { kind: 'note', title, content, head: await withoutSecretsIn(head) });
    }),
  );
}

/** The end of a session, with the agent's own summary. */
export async function endOf(whose: Whose, summary: string): Promise<Waiting> {
  const text = shortened(await withoutSecrets(summary), LONGEST_SUMMARY);
  return waiting(whose, { kind: 'end', summary: text });
}

/** Begins the key of what an agent was told. */
export const TOLD_KEY = 'told-';

/** What the agent was told now, in milliseconds since 1970. */
export const toldOf = (whose: Whose, telling: Omit<Telling, 'at'>, now: number): Waiting => ({
  key: `${TOLD_KEY}${randomUUID()}`,
  ...whose,
  act: { kind: 'told', tellings: [{ ...telling, at: Math.floor(now / 1_000) }] },
});

/** What was told in one session, as one write. Its key is that of these writes and of no others. */
export function toldTogether(first: Waiting, others: readonly Waiting[]): Waiting {
  const all = [first, ...others];
  const tellings = all.flatMap(({ act }) => (act.kind === 'told' ? act.tellings : []));
  const key = others.length === 0 ? first.key : sha256Hex(all.map((one) => one.key).join());
  return { ...first, key, act: { kind: 'told', tellings } };
}

/** Whether both are of one session. */
export const isOfSameSession = (one: Whose, other: Whose): boolean =>
  one.agent === other.agent &&
  one.project === other.project &&
  one.repository === other.repository &&
  one.sessionRef === other.sessionRef &&
  one.to === other.to;

function waiting(whose: Whose, act: Act): Waiting {
  return { key: `hook-${randomUUID()}`, ...whose, act };
}

let filter: Promise<PrivacyFilter> | undefined;

/** The privacy filter is loaded for a text that is kept, and not at the start: that would double the time of every hook. */
export async function withoutSecrets(text: string): Promise<string> {
  filter ??= import('../privacy/privacyFilter.js').then((module) => module.privacyFilter());
  return (await (await filter)(text)).text;
}

/** The name of a branch may hold anything. */
async function withoutSecretsIn(head: Head | undefined): Promise<Head | undefined> {
  if (head?.branch === undefined) return head;
  return { ...head, branch: await withoutSecrets(head.branch) };
}

/** At most `max` characters, with `…` where some are left out. Ends at a word if there is one. */
function shortened(text: string, max: number): string {
  const characters = [...text.toWellFormed().replaceAll('\0', '').trim()];
  if (characters.length <= max) return characters.join('');
  const cut = characters.slice(0, max - 1).join('');
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`;
}
