import { membersOf } from './json.js';
import { isWholeUlid } from './ulid.js';

/** When an agent can be told something of a vault. */
export const MOMENTS = [
  'start',
  'prompt',
  'before_edit',
  'before_command',
  'after_failure',
  'search',
] as const;
export type Moment = (typeof MOMENTS)[number];

/** Notes that are told at one moment, at most. */
export const MOST_GIVEN = 100;

/** Tellings that are recorded at once, at most. */
export const MOST_TELLINGS = 50;

/** A note in the revision that was given. */
export interface GivenNote {
  readonly id: string;
  readonly revision: number;
}

/** The notes that a vault elsewhere says it gave. */
export function readGiven(value: unknown): readonly GivenNote[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const { id, revision } = membersOf(one);
    return typeof id === 'string' && isWholeUlid(id) && Number.isInteger(revision)
      ? [{ id, revision: Number(revision) }]
      : [];
  });
}

/** What an agent was told at one moment. */
export interface Telling {
  readonly moment: Moment;
  readonly notes: readonly GivenNote[];
  /** Of all that was given, as the teller counts. */
  readonly tokens: number;
  /** When it was told, in seconds since 1970: a hook says it later. */
  readonly at: number;
}

/** Whether a value has the shape of a telling. */
export function hasTellingShape(value: unknown): value is Telling {
  const { moment, notes, tokens, at } = membersOf(value);
  const isMoment = MOMENTS.some((one) => one === moment);
  return isMoment && Array.isArray(notes) && Number.isInteger(tokens) && Number.isInteger(at);
}

/** Whether a note was of use to who was told it. */
export const VERDICTS = ['helped', 'outdated', 'wrong'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How many voices found what of a note. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** So many voices that hold against a note are no mistake of one agent. */
export const OFTEN = 2;

/** Whether a note was found outdated or wrong by several voices, and by more than it has helped. */
export const isOftenWrong = ({ helped, outdated, wrong }: VerdictCounts): boolean =>
  outdated + wrong >= Math.max(OFTEN, 1 + helped);
