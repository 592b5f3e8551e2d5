import {
  type AdminActed,
  type AdminActName,
  adminActs,
  forgetting,
  purge,
  type VaultForgotten,
  type VaultPurged,
} from '../events/administration.js';
import { filterJson, type PrivacyFilter, type Redacted } from '../privacy/privacyFilter.js';
import { command } from './command.js';
import type { Executor } from './executor.js';
import type { Outcome, RequestContext } from './handle.js';

/** The answer to an act: an HTTP status and a JSON body. */
interface ActAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Performs an act that writes no event of its own, and records it before it begins. `assertPossible` throws the rejection of
 * one that cannot be done now: then nothing is recorded. Where the request has an
 * `Idempotency-Key`, the answer is recorded too, and a retry gets that answer instead of acting again. Throws
 * `idempotency_mismatch` before anything is done.
 */
export async function performAct(
  executor: Executor,
  to: Act,
  context: RequestContext,
  perform: () => Promise<ActAnswer>,
  assertPossible = (): void => {},
): Promise<ActAnswer> {
  const { meta, idempotencyKey } = context;
  if (idempotencyKey !== undefined) {
    const first = await executor.execute(recordAnswer, { to }, { ...context, dryRun: true });
    if (first.appended) return answerIn(first);
  }
  assertPossible();
  await executor.execute(recordAct, to, { meta });
  const answer = await perform();
  if (idempotencyKey === undefined) return answer;
  // A retry that came at the same time may have been answered first.
  return answerIn(await executor.execute(recordAnswer, { to, answer }, context));
}

function answerIn({ state }: Outcome<{ readonly data: AdminActed } | undefined>): ActAnswer {
  const { answer } = state?.data.detail ?? {};
  if (answer === undefined) throw new Error('the answer of an act was recorded without the answer');
  return JSON.parse(answer);
}

interface RecordedAnswer {
  /** The requested act. */
  readonly to: Act;
  /** Left out to find the answer that was recorded before. */
  readonly answer?: ActAnswer | undefined;
}

/**
 * Records the answer to an act. Without `answer` it records nothing: then `appended` is true only if an answer was found.
 */
const recordAnswer = command({
  name: 'recordAnswer',
  async redact({ to, answer }: RecordedAnswer, filter) {
    const act = (await filter(to.act)).text;
    return {
      to: await redactedAct(to, filter),
      answered: answer && { to: act, answer: await filterJson(answer, filter) },
    };
  },
  // Without the answer: it may differ between two attempts, but the request is the same.
  identity: ({ to }) => to,
  stream: adminActs,
  streamKey: () => 'acts',
  decide: (_last, { answered }) =>
    answered ? [{ type: 'admin.acted', data: { act: 'answer', detail: answered } }] : [],
});

/** An administrative act and its parameters. */
interface Act {
  readonly act: AdminActName;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Records an administrative act that has no event type of its own. */
export const recordAct = command({
  name: 'recordAct',
  redact: redactedAct,
  stream: adminActs,
  streamKey: () => 'acts',
  decide: (_last, input) => [{ type: 'admin.acted', data: input }],
});

/** An act with its parameters as redacted texts. */
export async function redactedAct({ act, detail = {} }: Act, filter: PrivacyFilter) {
  const redacted: Record<string, Redacted> = {};
  for (const [name, value] of Object.entries(detail)) {
    if (value !== undefined) redacted[name] = (await filter(textOf(value))).text;
  }
  return { act, detail: redacted };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Records a purge by the owner, and the number of observations that matched. */
export const recordPurge = command({
  name: 'recordPurge',
  redact: async (input: VaultPurged & { dry_run?: true }) => input,
  // Without `matched`: a retry finds fewer observations, or none, but the request is the same.
  identity: ({ filters, dry_run }) => ({ ...filters, dry_run }),
  stream: purge,
  streamKey: () => 'all',
  decide: (_last, { filters, matched }) => [{ type: 'vault.purged', data: { filters, matched } }],
});

interface Receipt extends Omit<VaultForgotten, 'id'> {
  /** Stands for whose everything is forgotten. Only a retry is recognised by it. */
  readonly token: string;
  readonly dry_run?: true;
}

interface NotesReceipt {
  /** The ids as the request named them. */
  readonly asked: readonly string[];
  /** Left out to find the receipt that was recorded before. */
  readonly found?: Pick<VaultForgotten, 'ids' | 'matched' | 'positions'> | undefined;
}

/** Records that notes are being forgotten together. Without `found` it records nothing: then `appended` is true only if a receipt was found. */
export const recordForgottenNotes = command({
  name: 'recordForgottenNotes',
  redact: async (input: NotesReceipt) => input,
  // Without what was found: a retry finds less, or nothing, but the request is the same.
  identity: ({ asked }) => asked,
  stream: forgetting,
  streamKey: (_input, now) => now.id,
  decide: (_last, { found }, { id }) =>
    found ? [{ type: 'vault.forgotten', data: { id, of: 'notes', ...found, mentions: 0 } }] : [],
});

/** Records that everything of a project or about a person is being forgotten: the receipt. */
export const recordForgetting = command({
  name: 'recordForgetting',
  redact: async (input: Receipt) => input,
  // Without what was found: a retry finds less, or nothing, but the request is the same.
  identity: ({ of, token, dry_run }) => ({ of, token, dry_run }),
  stream: forgetting,
  streamKey: (_input, now) => now.id,
  decide: (_last, { token: _token, dry_run: _dryRun, ...found }, { id }) => [
    { type: 'vault.forgotten', data: { id, ...found } },
  ],
});
