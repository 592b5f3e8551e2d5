import type { Answer, Request } from '../requests.js';

/** The requests to a vault over all its lives, and its promises. */
export interface Ledger {
  readonly answers: Answer[];
  /** Saves without an answer, which are sent again with the same key. */
  readonly unanswered: Request[];
  /** Notes that may be copied and revised, with the session they are in. */
  readonly notes: { readonly id: string; readonly title: string; readonly session?: string }[];
  /** Notes that no other request refers to, until they are forgotten. */
  readonly ephemeral: { readonly id: string; readonly title: string }[];
  readonly sessions: string[];
}

export const emptyLedger = (): Ledger => ({
  answers: [],
  unanswered: [],
  notes: [],
  ephemeral: [],
  sessions: [],
});

/** Records the answer to a request, or that there was none. */
export function enter(ledger: Ledger, request: Request, answer: Answer | undefined): void {
  if (!answer) {
    if (request.do === 'save' && request.key) ledger.unanswered.push(request);
    return;
  }
  ledger.answers.push(answer);
  if (answer.is === 'started') ledger.sessions.push(answer.id);
  if (answer.is !== 'stored' || request.do !== 'save') return;
  const { id, title } = answer;
  if (isEphemeral(title)) ledger.ephemeral.push({ id, title });
  else ledger.notes.push({ id, title, ...(request.session && { session: request.session }) });
}

const isEphemeral = (title: string) => title.startsWith('ephemeral');

/** The next request. `name` becomes part of new titles, and may be used only once. */
export function nextRequest(ledger: Ledger, random: () => number, name: string): Request {
  const retried = ledger.unanswered.shift();
  if (retried) return retried;
  const chance = random();
  const note = pick(ledger.notes, random);
  const session = random() < 0.7 ? ledger.sessions.at(-1) : undefined;
  if (chance < 0.08) return { do: 'start', goal: name };
  if (chance < 0.12 && session) return { do: 'end', session };
  if (chance < 0.22 && note) return { do: 'save', title: note.title, session: note.session };
  if (chance < 0.27 && note) {
    return { do: 'save', title: note.title, session: note.session, force: true };
  }
  if (chance < 0.37 && note) return { do: 'revise', id: note.id, title: `revised ${name}` };
  if (chance < 0.42) {
    const forgotten = ledger.ephemeral.shift();
    if (forgotten) return { do: 'forget', ...forgotten };
  }
  const title = chance < 0.5 ? `ephemeral ${name}` : `note ${name}`;
  return { do: 'save', title, session, key: name };
}

function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}
