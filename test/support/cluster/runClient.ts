import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type ClientContext, newClient } from './client.js';
import { useLogin } from './logins.js';
import { forget, type Note, newWord, PROJECT, readBack, revise, save, saveAlike } from './notes.js';
import { request } from './request.js';

/** Longest pause between two acts of a client, in ms: the machine is shared. */
const PAUSE_MS = 20;
/** How many of its newest notes a client reads. */
const RECENT = 20;

/** Uses the nodes as one client does, one act after the other, until the history is over. */
export async function runClient(context: ClientContext): Promise<void> {
  const client = newClient(context);
  const notes: Note[] = [];
  let session: string | undefined;

  async function saveOne(): Promise<void> {
    session ??= await startSession(client);
    const note = session === undefined ? undefined : await save(client, session);
    if (note) notes.push(note);
  }

  async function endOne(): Promise<void> {
    const id = session;
    session = undefined;
    if (id !== undefined) await endSession(client, id);
  }

  async function withKept(act: (client: Client, note: Note) => Promise<void>): Promise<void> {
    const note = client.pick(notes.filter(({ state }) => state === 'kept'));
    if (note) await act(client, note);
  }

  async function readOne(): Promise<void> {
    const note = client.pick(notes.slice(-RECENT));
    if (note) await readBack(client, note);
  }

  /** How often each is done among a hundred acts. */
  const acts: readonly (readonly [share: number, act: () => Promise<void>])[] = [
    [32, saveOne],
    [15, () => saveAlike(client)],
    [12, () => withKept(revise)],
    [4, () => withKept(forget)],
    [3, endOne],
    [1, () => useLogin(client)],
    [20, readOne],
    [8, () => client.look()],
    [5, () => findSomething(client)],
  ];

  while (!context.isOver()) {
    let left = context.random() * 100;
    for (const [share, act] of acts) {
      left -= share;
      if (left >= 0) continue;
      await act();
      break;
    }
    await sleep(PAUSE_MS * context.random());
  }
}

/** The id of a new work session; undefined when no node says that it began. */
export async function startSession(client: Client): Promise<string | undefined> {
  const body = { project: PROJECT, goal: newWord() };
  const sent = { method: 'POST', path: '/api/v1/sessions', body } as const;
  const answer = await client.write({ kind: 'startSession' }, sent);
  const id = answer?.body?.id;
  return typeof id === 'string' ? id : undefined;
}

async function endSession(client: Client, id: string): Promise<void> {
  const summary = `All is done: ${newWord()}.`;
  await client.write(
    { kind: 'endSession', id, summary },
    { method: 'PUT', path: `/api/v1/sessions/${id}`, body: { summary } },
  );
}

/** Reads what has no position: it may be old, but it is an answer. */
async function findSomething(client: Client): Promise<void> {
  const path = client.pick([`/api/v1/context/${PROJECT}`, '/api/v1/search?q=learned&limit=5']);
  const answer = await request(client.anyNode(), { method: 'GET', path: path ?? '' });
  if (answer && answer.status !== 200 && answer.status !== 503)
    client.broken(`${path} was answered with ${JSON.stringify(answer)}`);
}
