import type { ChosenProject } from '../connect/chosenProject.js';
import { sentenceOf } from '../diagnostics/diagnostic.js';
import { ago } from '../domain/age.js';
import { projectKey } from '../domain/projectKey.js';
import { sha256Hex } from '../domain/sha256.js';
import { keptContexts } from '../files/keptContexts.js';
import { type Outcome, showsMessages } from './hookAnswer.js';
import type { HookInput } from './hookInput.js';
import { recalled, stateLine } from './recalled.js';
import { type Sent, sendWaiting } from './sendWaiting.js';
import { sessionText, tokensToRecall } from './sessionText.js';
import type { Spool } from './spool.js';
import { spoolNews } from './spoolNews.js';
import { LoginNeeded, type VaultCall } from './vaultCall.js';
import type { Whose } from './waiting.js';
import { LATE, withinBudget } from './withinBudget.js';

/** What waits is sent for at most so long, and for a quarter of the time that is left, so that the context still arrives. */
const WAITING_MS = 400;
/** With less time, a call that failed is not made again. */
const AGAIN_MS = 300;

/** A vault that was found. */
export interface FoundVault {
  readonly call: VaultCall;
  /** Whether it is the service of the data directory: what it tells is kept there, where forgetting reaches it. */
  readonly isOwn: boolean;
}

export interface Starting {
  readonly whose: Whose;
  readonly chosen: ChosenProject;
  /** What the agent says about it. */
  readonly input: HookInput;
  readonly dataDir: string;
  /** The credential of the caller: what it was told is kept for it alone. */
  readonly token: string | undefined;
  readonly spool: Spool;
  /** Finds the vault, again each time. Rejects with a sentence where there is none. */
  readonly findVault: () => Promise<FoundVault>;
  readonly msLeft: () => number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Sends what waits and asks for the context. Each part stands alone: whatever fails or takes too long, the model gets the
 * others, which tools there are, and in which project and session it is. The session comes into being with its first record.
 */
export async function startOfSession(starting: Starting): Promise<Outcome> {
  const { whose, chosen, input, dataDir, token, spool, findVault, msLeft, now } = starting;
  const problems: (string | undefined)[] = [chosen.warning];
  let loginNeeded: string | undefined;
  /** A part within the time that is left; undefined where it fails, which is said. */
  const part = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const done = work().then(
      (value) => ({ value, why: undefined }),
      (error) => {
        if (error instanceof LoginNeeded) loginNeeded = error.message;
        return { value: undefined, why: sentenceOf(error) };
      },
    );
    const { value, why } = await withinBudget(done, msLeft(), { value: undefined, why: LATE });
    if (!problems.includes(why)) problems.push(why);
    return value;
  };
  const found = await part(findVault);
  // A service that has just ended is found again, or started.
  const call: VaultCall = async (request) => {
    try {
      if (found !== undefined) return await found.call(request);
    } catch (error) {
      if (error instanceof LoginNeeded || msLeft() < AGAIN_MS) throw error;
    }
    return (await findVault()).call({ ...request, timeoutMs: msLeft() });
  };
  let sent: Sent | undefined;
  const tokens = tokensToRecall(whose.agent);
  const { to = '' } = whose;
  const key = sha256Hex([to, token ?? '', tokens, projectKey(chosen.project)].join('\0'));
  const contexts = keptContexts(dataDir);
  let text: string | undefined;
  let line: string | undefined;
  if (found !== undefined) {
    const reserved = msLeft() - Math.min(WAITING_MS, msLeft() / 4);
    const sending = { spool, call: found.call, whose, now };
    const left = () => Math.max(0, msLeft() - reserved);
    sent = await part(() => sendWaiting({ ...sending, msLeft: left }));
    const keep = found.isOwn ? contexts.prepare(key) : undefined;
    text = await part(() => recalled(chosen, tokens, call, msLeft()));
    // Nobody misses it who gets a context.
    line = text && (await stateLine(chosen.project, now, call, msLeft()).catch(() => undefined));
    if (text !== undefined) keep?.({ text, line, at: now });
  }
  problems.push(sent?.problem);
  // Last, because what is told now is not told again: a hook that runs out of time tells nothing.
  const isShown = showsMessages(whose.agent, input);
  problems.push(await part(async () => newsOf({ spool, whose, sent, now, isShown })));
  // What a login could read is not given to who has it no longer.
  const isStoodInFor = text === undefined && loginNeeded === undefined;
  const kept = isStoodInFor ? contexts.last(key, now) : undefined;
  const age = kept && ago(kept.at, now);
  const said = [isShown && isNew(input) && (line ?? (kept?.line && `${kept.line} (${age})`))];
  return {
    context: sessionText({
      ...{ agent: whose.agent, project: chosen, sessionRef: whose.sessionRef },
      ...{ source: input.source, loginNeeded },
      recalled: text === undefined ? kept && { text: kept.text, age } : { text },
    }),
    message: [...said, ...problems].filter(Boolean).join('; ') || undefined,
  };
}

const newsOf = ({
  sent,
  ...news
}: Omit<Parameters<typeof spoolNews>[0], 'inVain'> & { sent?: Sent | undefined }) =>
  spoolNews({ ...news, inVain: sent?.inVain ?? new Map() });

/** A session that goes on has been told of already. */
const isNew = ({ source = 'startup' }: HookInput) => source === 'startup';
