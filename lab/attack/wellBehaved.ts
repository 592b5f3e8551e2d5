import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** One request of the well-behaved client. */
export interface Timed {
  readonly what: string;
  /** The status with the code of a refusal, or the code of the failure. */
  readonly status: number | string;
  readonly ms: number;
}

interface Visit {
  readonly url: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

const ADDRESS = '127.0.0.2';
const PER_SECOND = 5;
/** Every so many requests it comes with a new connection, as a new client would. */
const NEW_EVERY = 10;
const LONGEST_MS = 30_000;
const WORDS = ['learned', 'words', 'gateway', 'what was learned', 'retry card payments'];
const Refused = z.object({ code: z.string().optional() });
const Saved = z.object({ id: z.string() });

/** Saves, searches and reads at a steady pace from an address of its own, and measures every answer. */
export async function wellBehaved({ url, seconds, signal }: Visit): Promise<readonly Timed[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Timed[] = [];
  const underWay = new Set<Promise<void>>();
  let lastId: string | undefined;
  const begun = performance.now();

  async function visit(i: number): Promise<void> {
    const what = (['save', 'search', 'read', 'context'] as const)[i % 4] ?? 'save';
    const paths = {
      save: '/api/v1/observations',
      search: `/api/v1/search?q=${encodeURIComponent(WORDS[i % WORDS.length] ?? '')}`,
      read: lastId === undefined ? '/api/v1/stats' : `/api/v1/observations/${lastId}`,
      context: '/api/v1/context/atlas',
    };
    const body = what === 'save' ? JSON.stringify(note(i, begun)) : undefined;
    const start = performance.now();
    const { status, text } = await ask(
      url + paths[what],
      body,
      i % NEW_EVERY === 0 ? false : agent,
    );
    const ms = performance.now() - start;
    const { code } = Refused.parse(JSON.parse(status === 200 ? '{}' : text || '{}'));
    answers.push({ what, status: code === undefined ? status : `${status} ${code}`, ms });
    if (what === 'save' && status === 200) lastId = Saved.parse(JSON.parse(text)).id;
  }

  for (let i = 0; i < seconds * PER_SECOND && !signal.aborted; i++) {
    await sleep(Math.max(0, begun + (i * 1000) / PER_SECOND - performance.now()));
    const one = visit(i).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
  agent.destroy();
  signal.throwIfAborted();
  return answers;
}

const note = (i: number, run: number) => ({
  project: 'atlas',
  type: 'learning',
  title: `What was learned about retry ${i}`,
  content: `The gateway times out after charging, in words of run ${run}: retry card payments, case ${i}.`,
});

/** A status, or the code of the failure in its place. */
async function ask(
  url: string,
  body: string | undefined,
  agent: Agent | false,
): Promise<{ readonly status: number | string; readonly text: string }> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve) => {
    const asked = request(url, { agent, method, headers, localAddress: ADDRESS }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: error.code ?? error.message, text: '' }),
    );
    asked.setTimeout(LONGEST_MS, () => asked.destroy(new Error('no answer')));
    asked.end(body);
  });
}
