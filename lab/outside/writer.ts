import { z } from 'zod';
import { ask } from './ask.js';
import type { Ledger } from './ledger.js';

/** What a write was, and how it was answered; no status without an answer. */
export interface Outcome {
  readonly what: 'save' | 'batch' | 'revise' | 'forget';
  readonly status: number | undefined;
}

/** Writes to a vault, and enters what it promises into a ledger. */
export interface Writer {
  save(session?: string): Promise<Outcome>;
  saveMany(count: number): Promise<Outcome>;
  /** Revises any note; saves one when there is none. */
  revise(): Promise<Outcome>;
  /** Forgets any note; saves one when there is none. */
  forget(): Promise<Outcome>;
  /** The id of any note. */
  anyId(): string | undefined;
}

const Saved = z.object({ id: z.string() });
const SavedMany = z.object({ results: z.array(z.object({ id: z.string().optional() })) });
const PROJECTS = ['atlas', 'beacon', 'cedar'];

/** Titles are searched for as words, so that no title may be part of another. */
let titles = 0;

export function writer(url: string, ledger: Ledger, random: () => number): Writer {
  /** Notes that no request is changing: of two changes at once, nobody could say which was last. */
  const free = [...ledger.notes.keys()];

  const anyIndex = (length: number) => Math.floor(random() * length);

  function newNote(session_id?: string) {
    const title = `note n${++titles}x${process.pid}z`;
    const content = `What was learned: ${title}. ${'Words. '.repeat(40)}`;
    const project = PROJECTS[anyIndex(PROJECTS.length)];
    return { title, content, type: 'learning', project, session_id };
  }

  function add(id: string, title: string): void {
    ledger.notes.set(id, [title]);
    free.push(id);
  }

  /** Takes a note that nothing else is changing. */
  function take(): readonly [string, readonly string[]] | undefined {
    while (free.length > 0) {
      const i = anyIndex(free.length);
      const id = free[i] ?? '';
      free[i] = free.at(-1) ?? '';
      free.pop();
      const known = ledger.notes.get(id);
      if (known) return [id, known];
    }
    return undefined;
  }

  async function save(session?: string): Promise<Outcome> {
    const note = newNote(session);
    const answer = await ask(url, 'POST', '/api/v1/observations', note);
    if (answer?.status === 200) add(Saved.parse(JSON.parse(answer.text)).id, note.title);
    return { what: 'save', status: answer?.status };
  }

  return {
    save,
    async saveMany(count) {
      const notes = Array.from({ length: count }, () => newNote());
      const answer = await ask(url, 'POST', '/api/v1/observations/batch', notes);
      if (answer?.status === 200) {
        const { results } = SavedMany.parse(JSON.parse(answer.text));
        for (const [i, { id }] of results.entries()) if (id) add(id, notes[i]?.title ?? '');
      }
      return { what: 'batch', status: answer?.status };
    },
    async revise() {
      const taken = take();
      if (!taken) return save();
      const [id, known] = taken;
      const { title, content } = newNote();
      ledger.notes.set(id, [...known, title]);
      const answer = await ask(url, 'PATCH', `/api/v1/observations/${id}`, { title, content });
      if (answer?.status === 200) ledger.notes.set(id, [title]);
      free.push(id);
      return { what: 'revise', status: answer?.status };
    },
    async forget() {
      const taken = take();
      if (!taken) return save();
      const [id, known] = taken;
      const [title] = known;
      // Without an answer, the note may be there or not: nothing is promised any more.
      ledger.notes.delete(id);
      const answer = await ask(url, 'DELETE', `/api/v1/observations/${id}`);
      const isForgotten = answer?.status === 204 || answer?.status === 202;
      if (isForgotten && known.length === 1 && title !== undefined) {
        ledger.forgotten.set(id, { title, wiped: answer.status === 204 });
      }
      return { what: 'forget', status: answer?.status };
    },
    anyId: () => free[anyIndex(free.length)],
  };
}
