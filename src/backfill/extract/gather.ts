import { learningsIn } from '../../hook/learnings.js';
import type { About, Call, Result, Said, Words } from '../transcript.js';
import { best } from './best.js';
import { type Clean, cleanPart } from './clean.js';
import { type Fix, fixFinder } from './fixes.js';
import { mayTell, type Telling, tellingSentences } from './sentences.js';

/** A sentence that decides or explains, or a bullet below *Key learnings*, where it stands. */
export interface Told {
  readonly title: string;
  readonly content: string;
  readonly type: 'decision' | 'learning';
  readonly by: Words['kind'];
  /** The files that were changed since the last prompt, as the agent names them. */
  readonly files: readonly string[];
  readonly place: string;
  readonly at: number;
}

/** What is worth keeping of a conversation. All texts but names, such as of files and of the branch, are clean. */
export interface Gathered {
  /** What the agent calls it. */
  readonly session: string | undefined;
  /** The folder that it began in. */
  readonly folder: string | undefined;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly isPart: boolean;
  /** Milliseconds since 1970; undefined where nothing was said. */
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly firstPrompt: string | undefined;
  readonly lastAnswer: string | undefined;
  /** Parts that cannot be read, without one at the very end: it is still being written, or was cut off. */
  readonly unread: number;
  readonly fixes: readonly Fix[];
  readonly sentences: readonly Told[];
  readonly learnings: readonly Told[];
}

/** Calls whose result has not come; those before were interrupted. */
const MOST_WAITING = 200;
/** Files of one turn that are kept. */
const MOST_FILES = 50;
/** Of one conversation: the most telling ones. Twice as many are gathered, since some say nearly the same. */
export const MOST_SENTENCES = 5;
const MOST_LEARNINGS = 20;
/** Of a prompt and of an answer, in UTF-16 units. */
const LONGEST = 65_536;

/** A command of an agent, such as `/clear`; no path. */
const isCommand = (prompt: string) => /^\s*\/[\w:-]+(?:\s|$)/.test(prompt);

/**
 * Reads a conversation from its beginning to its end, in bounded memory. What says no time, or one after `now`, was said at the time
 * before it. Rejects where it cannot be read at all.
 */
export async function gather(
  said: AsyncIterable<Said>,
  clean: Clean,
  now: number,
): Promise<Gathered> {
  const about: { -readonly [Key in keyof Omit<About, 'kind'>]: About[Key] } = {};
  const fixes = fixFinder(clean);
  const waiting = new Map<string, Call>();
  let files = new Set<string>();
  let ranked: (Told & Pick<Telling, 'weight'>)[] = [];
  const learnings: Told[] = [];
  let startedAt: number | undefined;
  let endedAt: number | undefined;
  let firstPrompt: string | undefined;
  let lastAnswer: string | undefined;
  let unread = 0;
  let isLastUnread = false;

  function timed(at: number): number {
    if (at <= 0 || at > now) return endedAt ?? 0;
    startedAt ??= at;
    endedAt = Math.max(endedAt ?? 0, at);
    return at;
  }

  function learn({ session, folder, branch, commit, isPart }: About): void {
    about.session ??= session;
    about.folder ??= folder;
    // A detached HEAD is no branch.
    if (branch !== undefined && branch !== 'HEAD') about.branch = branch;
    about.commit ??= commit;
    about.isPart ||= isPart;
  }

  async function hear(words: Words): Promise<void> {
    const { kind, text } = words;
    if (kind === 'user') {
      files = new Set();
      if (firstPrompt === undefined && !isCommand(text))
        firstPrompt = await cleanPart(text, LONGEST, clean);
    }
    if (kind === 'assistant' && text.trim() !== '') lastAnswer = text;
    const hasLearnings = kind === 'assistant' && /learnings/i.test(text);
    if (!hasLearnings && !mayTell(text)) return;
    // The whole message first: a sentence does not show that it stands in a private block.
    const cleaned = await cleanPart(text, LONGEST, clean);
    const of = { by: kind, files: [...files], at: words.at };
    for (const [i, { sentence, context, type, weight }] of tellingSentences(
      cleaned,
      kind,
    ).entries()) {
      const place = `${words.place} sentence ${i}`;
      const told = { title: sentence, content: context, type, weight, ...of, place };
      ranked = best([...ranked, told], 2 * MOST_SENTENCES, (one) => one.weight);
    }
    if (!hasLearnings || learnings.length >= MOST_LEARNINGS) return;
    for (const [i, bullet] of learningsIn(cleaned).entries()) {
      const place = `${words.place} learning ${i}`;
      learnings.push({ title: bullet, content: bullet, type: 'learning', ...of, place });
    }
  }

  function call(made: Call): void {
    waiting.set(made.call, made);
    const [oldest] = waiting.keys();
    if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
  }

  async function answer({ call: id, failed, output }: Result): Promise<void> {
    const made = waiting.get(id);
    waiting.delete(id);
    if (made === undefined || failed === undefined) return;
    const { command, at, place } = made;
    if (!failed && made.files.length > 0) {
      fixes.changed(made.files);
      for (const file of made.files) if (files.size < MOST_FILES) files.add(file);
    }
    if (command !== undefined) await fixes.ran({ command, failed, output, at, place });
  }

  for await (const read of said) {
    const one = 'at' in read ? { ...read, at: timed(read.at) } : read;
    isLastUnread = one.kind === 'unread';
    switch (one.kind) {
      case 'about':
        learn(one);
        break;
      case 'user':
      case 'assistant':
        await hear(one);
        break;
      case 'call':
        call(one);
        break;
      case 'result':
        await answer(one);
        break;
      case 'unread':
        unread += 1;
    }
  }
  const { session, folder, branch, commit, isPart = false } = about;
  return {
    session,
    folder,
    branch,
    commit,
    isPart,
    startedAt,
    endedAt,
    firstPrompt,
    lastAnswer: lastAnswer && (await cleanPart(lastAnswer, LONGEST, clean)),
    unread: unread - (isLastUnread ? 1 : 0),
    fixes: fixes.fixes(),
    sentences: ranked,
    learnings: learnings.slice(0, MOST_LEARNINGS),
  };
}
