import { randomBytes } from 'node:crypto';
import type { Client } from './client.js';
import { request } from './request.js';
import { wordsLeft } from './wordsLeft.js';

/** A note as the client that saved it knows it. */
export interface Note {
  readonly id: string;
  /** Words that a read may show: several when it is not known whether a revision was recorded. */
  words: string[];
  /** Those of revisions of which a try stayed without an answer: it may be recorded at any later time. */
  readonly late: string[];
  /** All that it may ever have held. */
  readonly all: string[];
  state: 'kept' | 'perhaps forgotten' | 'forgotten';
}

export const PROJECT = 'histories';
const NOTES = '/api/v1/observations';
/** Notes that all clients save. */
const ALIKE = 4;
/** Share of the notes with something in them that a later filter takes for a secret. */
const SECRET = 0.04;

/** A word that is nowhere else, and that no filter takes for a secret. */
export const newWord = () => `word${randomBytes(9).toString('hex').replaceAll(/\d/g, 'g')}`;

const contentOf = (word: string) => `What was learned is ${word}, and no more.`;
const bodyOf = (content: string, session: string) => ({
  title: 'a note',
  type: 'decision',
  project: PROJECT,
  content,
  session_id: session,
});

/** Saves a note that nobody else has. */
export async function save(client: Client, session: string): Promise<Note | undefined> {
  const { random, newSecret } = client.context;
  const word = newWord();
  const content = contentOf(word) + (random() < SECRET ? ` ${newSecret()}` : '');
  const answer = await client.write(
    { kind: 'save', session, content, force: false },
    { method: 'POST', path: NOTES, body: bodyOf(content, session) },
  );
  const id = answer?.body?.id;
  if (typeof id === 'string') return { id, words: [word], late: [], all: [word], state: 'kept' };
  if (answer) client.broken(`a new note was answered with ${JSON.stringify(answer)}`);
  return undefined;
}

/** Saves a note that others save as well, in the same session. */
export async function saveAlike(client: Client): Promise<void> {
  const session = client.pick(client.context.sharedSessions);
  if (session === undefined) return;
  const content = contentOf(`alike${Math.floor(client.context.random() * ALIKE)}`);
  await client.write(
    { kind: 'save', session, content, force: false },
    { method: 'POST', path: NOTES, body: bodyOf(content, session) },
  );
}

/** Gives a note another content. */
export async function revise(client: Client, { id, words, late, all }: Note): Promise<void> {
  const word = newWord();
  all.push(word);
  const content = contentOf(word);
  const answer = await client.write(
    { kind: 'revise', id, content },
    { method: 'PATCH', path: `${NOTES}/${id}`, body: { content } },
  );
  if (answer?.tries !== 1) late.push(word);
  if (answer?.status === 200) words.splice(0, words.length, word);
}

/** Forgets a note. */
export async function forget(client: Client, note: Note): Promise<void> {
  const { id, all } = note;
  const sent = { method: 'DELETE', path: `${NOTES}/${id}` } as const;
  const answer = await client.write({ kind: 'forget', id }, sent);
  if (answer && ![202, 204, 404].includes(answer.status))
    client.broken(`a forgetting of ${id} was answered with ${JSON.stringify(answer)}`);
  note.state = answer ? 'forgotten' : 'perhaps forgotten';
  const isWiped = answer?.status === 204;
  // A try that seemed to fail has forgotten it when it is not found.
  if (answer) client.context.history.forgotten.push(...all);
  if (isWiped)
    for (const left of wordsLeft(client.context.nodes, all)) client.broken(`after 204, ${left}`);
}

/** Reads a note on any node, from the position on that this client was told last: it shows what the client wrote. */
export async function readBack(client: Client, { id, words, late, state }: Note): Promise<void> {
  const position = client.position();
  const node = client.anyNode();
  const answer = await request(node, {
    method: 'GET',
    path: `${NOTES}/${id}`,
    headers: { 'x-min-position': String(position) },
  });
  const { reads } = client.context.history;
  if (!answer) return;
  if (answer.status >= 500) {
    reads.notReady += 1;
    return;
  }
  const content = String(answer.body?.content ?? '');
  const mayShow = [...words, ...late];
  const shows = answer.status === 200 && mayShow.some((word) => content.includes(word));
  const isRight = shows ? state !== 'forgotten' : answer.status === 404 && state !== 'kept';
  if (isRight) reads.right += 1;
  else
    client.broken(
      `${node.name} answered a read of ${id}, which is ${state}, from position ${position} on with ${answer.status} ${content}`,
    );
}
