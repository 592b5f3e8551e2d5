import { type Anchor, readAnchors } from '../domain/anchor.js';
import { membersOf } from '../domain/json.js';
import { isWholeUlid } from '../domain/ulid.js';
import type { Action } from './action.js';
import { type ShellCommand, tellingPart } from './shellCommands.js';

/** A note that may matter. */
export interface Candidate {
  readonly id: string;
  readonly revision: number;
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly day: string;
  readonly anchors: readonly Anchor[];
  /** Whether it is due for review, or old for its type. */
  readonly mayBeOutdated: boolean;
}

/** Asks the vault for what a path of its API answers with. */
export type Ask = (path: string) => Promise<unknown>;

/** So much of a note is compared with an action, in characters. */
const READ = 4_000;

/** Notes of one file, and notes of one search, that are looked at. */
const MOST = { ofFile: 50, found: 20 };
/** Files of one action that are asked about. */
const MOST_FILES = 4;
/** Words of errors that are searched for. */
const MOST_WORDS = 24;

/** The notes of a project that may matter to an action, each once; empty for an action that says nothing. */
export async function candidatesFor(
  action: Action,
  project: string,
  ask: Ask,
): Promise<readonly Candidate[]> {
  const found = new Map<string, Candidate>();
  for (const question of questionsOf(action)) {
    const answer = await ask(pathOf({ project, ...question }));
    for (const note of Array.isArray(answer) ? answer : []) {
      const candidate = readCandidate(note);
      if (candidate !== undefined) found.set(candidate.id, candidate);
    }
  }
  return [...found.values()];
}

interface Question {
  readonly path?: string;
  readonly q?: string;
}

function questionsOf({ edits, commands, errors }: Action): readonly Question[] {
  const paths = [...new Set(edits.map(({ path }) => path))].slice(0, MOST_FILES);
  return [
    ...paths.map((path) => ({ path })),
    ...commandQuestions(commands),
    ...errorQuestions(errors),
  ];
}

const phrase = (words: readonly string[]) => `"${words.join(' ').replaceAll('"', ' ')}"`;

/** What leaves this machine of a command beside the program: words of letters, as no key and no token is, and long flags. */
const WORD = /^(?=.{1,30}$)@?[A-Za-z][a-z]*(?:[.:-][A-Za-z]+)*$/;
const LONG_FLAG = /^--[a-z][a-z-]{1,30}$/;

function commandQuestions(commands: readonly ShellCommand[]): readonly Question[] {
  if (commands.length === 0) return [];
  const queries = commands.map((command) => {
    const [program = '', ...more] = tellingPart(command);
    const end = more.findIndex((word) => !WORD.test(word));
    const words = phrase([program, ...(end < 0 ? more : more.slice(0, end))]);
    // A program alone is told by its flags.
    const flags = command.flags
      .filter((flag) => LONG_FLAG.test(flag))
      .map((flag) => phrase([flag]));
    const isAlone = command.words.length === 1 && flags.length > 0;
    return isAlone ? `(${words} AND (${flags.join(' OR ')}))` : words;
  });
  return [{ q: [...new Set(queries)].join(' OR ') }];
}

function errorQuestions(errors: Action['errors']): readonly Question[] {
  const words = [...errors.keys()].reverse().join(' ').split(' ').filter(Boolean);
  const asked = [...new Set(words)].slice(0, MOST_WORDS);
  // None of them is syntax of a search.
  const q = asked.join(' ').replace(/[:^*"]/g, ' ');
  return asked.length === 0 ? [] : [{ q }];
}

function pathOf({ project, path, q }: Question & { readonly project: string }): string {
  const query = new URLSearchParams({ project });
  if (path !== undefined) query.set('path', path);
  if (q !== undefined) query.set('q', q);
  query.set('limit', `${path === undefined ? MOST.found : MOST.ofFile}`);
  query.set('content_limit', `${READ}`);
  return `/api/v1/${q === undefined ? 'observations' : 'search'}?${query}`;
}

/** A note as the vault shows it. Undefined for one whose place another took, and for what is no note. */
function readCandidate(value: unknown): Candidate | undefined {
  const { id, type, title, content, created_at, updated_at, ...more } = membersOf(value);
  if (typeof id !== 'string' || typeof title !== 'string' || typeof content !== 'string')
    return undefined;
  // A mark is a file that has the id in its name.
  if (!isWholeUlid(id) || typeof type !== 'string') return undefined;
  if (more.superseded_by !== undefined) return undefined;
  // What several found wrong, or has ended, is told to nobody who did not ask.
  if (more.often_wrong === true || more.validity === 'expired') return undefined;
  // It speaks to its reader.
  if (more.suspect !== undefined) return undefined;
  return {
    id,
    revision: Number.isInteger(more.revision) ? Number(more.revision) : 1,
    type: type.slice(0, 20),
    title,
    content: content.slice(0, READ),
    day: String(updated_at ?? created_at).slice(0, 10),
    anchors: readAnchors(more.anchors),
    mayBeOutdated: more.validity !== undefined,
  };
}
