import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ask } from '../outside/ask.js';
import type { Ledger } from '../outside/ledger.js';
import { type Writer, writer } from '../outside/writer.js';

/** One answered request. */
export interface Timed {
  readonly what: string;
  /** No status without an answer. */
  readonly status: number | undefined;
  readonly ms: number;
}

interface Traffic {
  readonly url: string;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** Requests per second. */
  readonly rate: number;
  /** Moment of `performance.now()` at which it ends. */
  readonly until: number;
  readonly signal: AbortSignal;
  readonly onAnswer: (timed: Timed) => void;
}

type Kind = (writer: Writer, traffic: Traffic) => Promise<number | undefined>;

const status = async (asked: Promise<{ status: number | undefined } | undefined>) =>
  (await asked)?.status;
const read = (pathOf: (writer: Writer, random: () => number) => string): Kind => {
  return (writer, { url, random }) => status(ask(url, 'GET', pathOf(writer, random)));
};
/** Searches for words that are in every note: the most expensive. */
const search = (random: () => number) =>
  `/api/v1/search?q=${encodeURIComponent(WORDS[Math.floor(random() * WORDS.length)] ?? '')}`;
const WORDS = ['learned', 'words', 'note', 'what was learned', 'learn*', '"was learned"'];
const BATCH = 20;
const Session = z.object({ id: z.string() });

/** What is asked for, and how often among a hundred requests. */
const KINDS: Readonly<Record<string, readonly [share: number, kind: Kind]>> = {
  save: [40, (writer) => status(writer.save())],
  batch: [1, (writer) => status(writer.saveMany(BATCH))],
  revise: [7, (writer) => status(writer.revise())],
  forget: [4, (writer) => status(writer.forget())],
  session: [2, workSession],
  get: [16, read((writer) => `/api/v1/observations/${writer.anyId()}`)],
  search: [18, read((_, random) => search(random))],
  context: [8, read(() => '/api/v1/context/atlas')],
  stats: [4, read(() => '/api/v1/stats')],
};

/** More would only wait in the queues of the service. */
const WIDTH = 24;

/** Sends requests of all kinds, evenly spaced. A service that is too slow for the rate gets fewer. */
export async function sendTraffic(traffic: Traffic): Promise<void> {
  const { url, ledger, random, rate, until, signal, onAnswer } = traffic;
  const user = writer(url, ledger, random);
  const begun = performance.now();
  let sent = 0;
  const connection = async () => {
    for (;;) {
      const at = begun + (sent++ * 1000) / rate;
      if (Math.max(at, performance.now()) >= until || signal.aborted) return;
      await sleep(Math.max(0, at - performance.now()));
      const what = drawKind(random);
      const start = performance.now();
      const answered = await KINDS[what]?.[1](user, traffic);
      onAnswer({ what, status: answered, ms: performance.now() - start });
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, connection));
}

function drawKind(random: () => number): string {
  let left = random() * 100;
  for (const [what, [share]] of Object.entries(KINDS)) {
    left -= share;
    if (left < 0) return what;
  }
  return 'save';
}

/** Starts a session, saves into it, and ends it. */
async function workSession(user: Writer, { url }: Traffic): Promise<number | undefined> {
  const started = await ask(url, 'POST', '/api/v1/sessions', { project: 'atlas', goal: 'Soak.' });
  if (started?.status !== 200) return started?.status;
  const { id } = Session.parse(JSON.parse(started.text));
  await user.save(id);
  return status(ask(url, 'PUT', `/api/v1/sessions/${id}`, { summary: 'Soaked.' }));
}
