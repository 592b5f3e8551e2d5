import type { LogRow } from './checkChainOf.js';
import type { Asked } from './operation.js';

/** What notes and sessions were like when the log ended at a position. */
export interface StateAt {
  /** Undefined while it is not there, and once it is forgotten. */
  note(id: string, at: number): NoteState | undefined;
  session(id: string, at: number): SessionState | undefined;
  /** Whether a note of a session has a content. */
  holds(session: string, content: string, at: number): boolean;
}

export interface NoteState {
  readonly session: string;
  readonly content: string;
}

export interface SessionState {
  /** Undefined while it is not ended. */
  readonly summary: string | undefined;
}

interface Since<S> {
  readonly position: number;
  readonly state: S | undefined;
}

/** Follows the states by what the events were asked for: their payloads may be erased. */
export function statesOf(
  log: readonly LogRow[],
  askedBy: (row: LogRow) => Asked | undefined,
): StateAt {
  const notes = new Map<string, Since<NoteState>[]>();
  const sessions = new Map<string, Since<SessionState>[]>();
  for (const row of log) {
    const { position, stream } = row;
    const id = stream.slice(stream.indexOf('/') + 1);
    const asked = askedBy(row);
    switch (asked?.kind) {
      case 'startSession':
        add(sessions, id, { position, state: { summary: undefined } });
        break;
      case 'endSession':
        add(sessions, id, { position, state: { summary: asked.summary } });
        break;
      case 'save':
        add(notes, id, { position, state: asked });
        break;
      case 'revise': {
        const before = notes.get(id)?.at(-1)?.state;
        add(notes, id, { position, state: before && { ...before, content: asked.content } });
        break;
      }
      case 'forget':
        add(notes, id, { position, state: undefined });
        break;
    }
  }
  const note = (id: string, at: number) => stateAt(notes.get(id), at);
  return {
    note,
    session: (id, at) => stateAt(sessions.get(id), at),
    holds: (session, content, at) =>
      [...notes.keys()].some((id) => {
        const state = note(id, at);
        return state?.session === session && state.content === content;
      }),
  };
}

function add<S>(all: Map<string, Since<S>[]>, id: string, since: Since<S>): void {
  const known = all.get(id);
  if (known) known.push(since);
  else all.set(id, [since]);
}

const stateAt = <S>(all: readonly Since<S>[] | undefined, at: number) =>
  all?.findLast(({ position }) => position <= at)?.state;
