import type { Checkout } from '../checkout/git.js';
import type { Action } from './action.js';
import type { Candidate } from './candidates.js';
import { editScore } from './editRelevance.js';
import { quotedIn, quotedShare } from './errorSignature.js';
import { codeCommands, namesCommand } from './namedCommands.js';
import { isSameCommand, type ShellCommand, tellingPart } from './shellCommands.js';

/** A note, and how much it matters to an action: from 0 to 1. */
interface Relevant {
  readonly note: Candidate;
  readonly score: number;
}

/** Below this score, nothing is given. `npm run lab -- moments --actions` draws precision and recall over it. */
export const GATE = 0.6;
/** From this score on, a note is worth to hold a call back. */
export const SURE = 0.8;
/** Notes for one action. */
export const MOST_GIVEN = 3;

/** The candidates that pass the gate, those that matter most first, and of equals the newest. */
export async function relevant(
  action: Action,
  candidates: readonly Candidate[],
  checkout: Checkout | undefined,
  gate = GATE,
): Promise<readonly Relevant[]> {
  if (candidates.length === 0) return [];
  const scores = [
    await editScore(action.edits, candidates, checkout),
    ...commandScores(action.commands, candidates),
    ...errorScores(action.errors, candidates),
  ];
  const score = (note: Candidate) => Math.max(...scores.map((of) => of(note)));
  return candidates
    .map((note) => ({ note, score: score(note) }))
    .filter((one) => one.score >= gate)
    .toSorted((a, b) => b.score - a.score || (a.note.id < b.note.id ? 1 : -1));
}

/** How much a note matters. */
type Score = (note: Candidate) => number;

/** Where a note names a command. */
const COMMAND = { title: 1, code: 0.8, prose: 0.6 };
/** Of an error, a note quotes at least this share. */
const LEAST_QUOTED = 0.9;
/** Notes that may name the same command, and quote the same error. */
const MOST_ALIKE = { command: 3, error: 2 };
/** Programs that are words of English, too: `make sure` is no command. */
const VERBS: ReadonlySet<string> = new Set(['make', 'go', 'just', 'task']);

function commandScores(
  commands: readonly ShellCommand[],
  candidates: readonly Candidate[],
): readonly Score[] {
  if (commands.length === 0) return [];
  const named = new Map(
    candidates.map((note) => [
      note,
      { title: codeCommands(note.title), content: codeCommands(note.content) },
    ]),
  );
  return commands.map((command) => {
    const isIn = (others: readonly ShellCommand[] = []) =>
      others.some((one) => isSameCommand(command, one));
    const isVerb = VERBS.has(command.words[0] ?? '');
    // Amid a text, a usual command is named by chance: `git commit`. `npm run db:migrate` is not.
    const words = tellingPart(command);
    const isSubject = (content: string) =>
      words.length > 2 || (!isVerb && content.startsWith(words.join(' ')));
    return amongAll(candidates, MOST_ALIKE.command, (note) => {
      const { title, content } = named.get(note) ?? {};
      if (isIn(title) || (!isVerb && namesCommand(note.title, command))) return COMMAND.title;
      if (isIn(content)) return COMMAND.code;
      const isNamed = isSubject(note.content) && namesCommand(note.content, command);
      return isNamed ? COMMAND.prose : 0;
    });
  });
}

function errorScores(errors: Action['errors'], candidates: readonly Candidate[]): readonly Score[] {
  if (errors.size === 0) return [];
  const quoted = new Map(
    candidates.map((note) => [note, quotedIn(`${note.title}\n${note.content}`)]),
  );
  return [...errors.values()].map((error) =>
    amongAll(candidates, MOST_ALIKE.error, (note) => {
      const share = quotedShare(error, quoted.get(note) ?? new Set());
      return share < LEAST_QUOTED ? share / 2 : share;
    }),
  );
}

/** What more than `most` notes say as well as this one tells none of them from the others: it counts half. */
function amongAll(candidates: readonly Candidate[], most: number, score: Score): Score {
  const scores = new Map(candidates.map((note) => [note, score(note)]));
  return (note) => {
    const own = scores.get(note) ?? 0;
    const alike = [...scores.values()].filter((one) => one >= own).length;
    return alike > most ? own / 2 : own;
  };
}
