import type { State } from '../checkout/freshness.js';
import { estimateTokens } from '../domain/tokens.js';
import { SHORT_ID } from '../domain/ulid.js';
import { fenced, visible, visibleLine } from '../domain/untrustedText.js';
import { VALIDITY_WORDS } from '../domain/validity.js';
import { type Action, type ActionMoment, aboutOf } from './action.js';
import type { Candidate } from './candidates.js';

/** Tokens of all that is given at an action. */
export const MOST_TOKENS = 300;
/** Of these, for the line before the notes and the fence around them. */
const AROUND = 90;
/** What the notes are about has at most so many characters. */
const LONGEST_ABOUT = 80;
/** A title has at most so many tokens. */
const TITLE_TOKENS = 40;

const WHY: Readonly<Record<ActionMoment, string>> = {
  before_edit: 'Memory Vault has this about what you edit.',
  before_command: 'Memory Vault has this about your command.',
  after_failure: 'Memory Vault has this about such a failure.',
  prompt: 'Memory Vault has this about what the prompt names.',
};

type Changed = Exclude<State, 'fresh'>;

/** Behind the title of a note whose text is no longer what it was about. */
const CHANGED: Readonly<Record<Changed, string>> = {
  drifted: '(drifted: its code has changed since)',
  gone: '(gone: its file no longer exists)',
};

/**
 * What an agent is told of notes at an action, in at most `MOST_TOKENS`: each with its day, type and title, whether the text that it
 * is about has changed, and as much of its content as there is room for. All of it is fenced as data.
 */
export function noteCards(
  action: Action,
  notes: readonly Candidate[],
  changed: ReadonlyMap<string, Changed>,
): string {
  const heads = notes.map((note) => headOf(note, changed.get(note.id)));
  const used = heads.reduce((sum, head) => sum + estimateTokens(head), 0);
  let left = MOST_TOKENS - AROUND - used;
  const cards = notes.map(({ content }, i) => {
    const text = within(visible(content).trim(), Math.floor(left / (notes.length - i)));
    left -= text === '' ? 0 : estimateTokens(text);
    return text === '' ? heads[i] : `${heads[i]}\n${text}`;
  });
  const about = visibleLine(aboutOf(action)).slice(0, LONGEST_ABOUT);
  const text = [`About ${about}:`, ...cards].join('\n');
  return `${WHY[action.moment]} memory_get gives the whole of a note.\n${fenced(text.toWellFormed())}`;
}

function headOf(note: Candidate, state: Changed | undefined): string {
  const { id, day, type, title, mayBeOutdated } = note;
  const short = within(visibleLine(title), TITLE_TOKENS);
  const about = state === undefined ? '' : ` ${CHANGED[state]}`;
  const old = mayBeOutdated ? ` (${VALIDITY_WORDS.aged})` : '';
  return `${id.slice(-SHORT_ID)} ${day} ${type} ${short}${old}${about}`;
}

/** The least of a content that says something. */
const FEWEST_TOKENS = 12;

/** The beginning of a text in so many tokens, with `…` where some is left out. */
function within(text: string, tokens: number): string {
  if (tokens < FEWEST_TOKENS) return '';
  let part = text.slice(0, tokens * 6);
  let isCut = part.length < text.length;
  for (let size = estimateTokens(part) + 1; size > tokens; size = estimateTokens(part) + 1) {
    part = part.slice(0, Math.floor(part.length * Math.min(0.95, tokens / size)));
    isCut = true;
  }
  return isCut ? `${part.toWellFormed().replace(/\s+\S{0,30}$/, '')}…` : part;
}
