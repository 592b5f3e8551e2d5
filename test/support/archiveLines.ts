import type {
  ArchiveLine,
  ConventionsLine,
  NoteLine,
  PhasesLine,
  PromptLine,
  SessionLine,
} from '../../src/domain/archive/archiveLine.js';

export const SESSION_LINE: SessionLine = {
  record: 'session',
  id: '01KAFRDFZ0Q4S6T8V0X2Z4A6C8',
  project: 'billing',
  agent: 'claude-code',
  goal: 'Stop double charges',
  client_ref: 'chat-7',
  started_at: '2026-11-01T09:00:00Z',
  ended_at: '2026-11-01T11:00:00Z',
  summary: 'Charges are idempotent now.',
  state: 'ended',
};

/** A session that goes on. */
export const ACTIVE_SESSION_LINE: SessionLine = {
  ...SESSION_LINE,
  ended_at: undefined,
  summary: undefined,
  state: 'active',
};

export const NOTE_LINE: NoteLine = {
  record: 'note',
  id: '01KAFVVB00Q4S6T8V0X2Z4A6C8',
  type: 'decision',
  title: 'Charges carry a key',
  content: 'The provider drops a second charge with the same key.',
  tags: ['payments', 'idempotency'],
  project: 'billing',
  country: 'NL',
  author: 'ana@example.org',
  session_id: SESSION_LINE.id,
  created_at: '2026-11-01T10:00:00Z',
};

export const PROMPT_LINE: PromptLine = {
  record: 'prompt',
  id: '01KAG2Q5R0Q4S6T8V0X2Z4A6C8',
  name: 'review',
  created_at: '2026-11-01T12:00:00Z',
  versions: [
    { content: 'Read the diff.', tags: [], at: '2026-11-01T12:00:00Z' },
    { content: 'Read the diff, then run it.', tags: ['review'], at: '2026-11-02T12:00:00Z' },
  ],
};

export const CONVENTIONS_LINE: ConventionsLine = {
  record: 'conventions',
  project: 'billing',
  versions: [
    { content: 'Money is in cents.', at: '2026-10-01T08:00:00Z' },
    { content: 'Money is in cents, as integers.', at: '2026-10-02T08:00:00Z' },
  ],
};

export const PHASES_LINE: PhasesLine = {
  record: 'phases',
  project: 'billing',
  phases: [
    { phase: 'explore', at: '2026-10-01T08:00:00Z' },
    { phase: 'spec', at: '2026-10-03T08:00:00Z' },
  ],
};

/** A line of each record, in the order of an export. */
export const ONE_OF_EACH: readonly ArchiveLine[] = [
  SESSION_LINE,
  NOTE_LINE,
  PROMPT_LINE,
  CONVENTIONS_LINE,
  PHASES_LINE,
];
