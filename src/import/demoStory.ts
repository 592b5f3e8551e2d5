import type { ObservationType } from '../domain/observation.js';

/** A note of the demo; `days` and `at` say how long ago, and at what time of the day (UTC). */
export interface DemoNote {
  readonly key: string;
  readonly days: number;
  readonly at: string;
  readonly type: ObservationType;
  readonly author: string;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly files?: readonly string[];
  readonly session?: string;
  readonly supersedes?: string;
  readonly pinned?: true;
  readonly proposed?: true;
  /** Days from now, before 0 in the past. */
  readonly validUntil?: number;
  readonly reviewAfter?: number;
}

/** A work session of the demo; times as those of a `DemoNote`. */
export interface DemoSession {
  readonly key: string;
  readonly days: number;
  readonly at: string;
  readonly minutes: number;
  readonly agent: string;
  readonly goal: string;
  readonly summary: string;
}

export const PROJECT = 'ferry';

export const CONVENTIONS = `# How we build Ferry

- Times are UTC in the database and in the API; only the timetable page shows island time.
- Money is whole cents, never a float.
- A booking is changed by an event, not by an update: the harbour office asks who did what.
- Every call to the weather service has a timeout of two seconds and an answer for when it fails.
`;

export const PROMPT = {
  name: 'release notes',
  content:
    'Write release notes of what was merged since the last tag: one line a change, in the words of a passenger, newest first.',
};

export const SESSIONS: readonly DemoSession[] = [
  {
    key: 'seats',
    days: 52,
    at: '09:10',
    minutes: 95,
    agent: 'claude-code',
    goal: 'Stop two passengers from getting the same seat',
    summary:
      'Seats are held by a row with a unique key now, for ten minutes. Two bookings of one seat at once: the second gets 409 and the next free seat. Next: the page should show the seat that was offered.',
  },
  {
    key: 'weather',
    days: 30,
    at: '13:40',
    minutes: 70,
    agent: 'codex',
    goal: 'Sailings are cancelled too late when the wind rises',
    summary:
      'The forecast is asked every ten minutes and a sailing is marked at risk above 25 knots. Found that gusts, not the mean, decide at the harbour. Next: text messages to passengers.',
  },
  {
    key: 'refunds',
    days: 9,
    at: '08:30',
    minutes: 120,
    agent: 'claude-code',
    goal: 'Refunds for cancelled sailings, once and only once',
    summary:
      'A refund has the key of its booking, so the bank takes a repeated one for the same. The nightly job finds sailings that were cancelled and not refunded. Next: partial refunds for cars.',
  },
  {
    key: 'cars',
    days: 1,
    at: '14:05',
    minutes: 80,
    agent: 'opencode',
    goal: 'Cars of more than five metres take two places',
    summary:
      'The deck plan counts metres instead of places. Old bookings keep their place. Next: ask the harbour office whether trailers count with the car.',
  },
];
