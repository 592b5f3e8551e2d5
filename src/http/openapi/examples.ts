/** The examples in the API document. They belong together: all operations show the same data. */
const ID = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
const SESSION_ID = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';
const TEAM_ID = '01KA5ZG1A3C5E7G9J2M4P6R8T0';
const MEMBER_ID = '01KA5ZG8B4D6F8H0K2N4Q6S8V1';
const AT = '2026-11-20T09:30:00Z';

const SESSION = {
  id: SESSION_ID,
  session_id: SESSION_ID,
  project: 'checkout',
  agent: 'claude-code',
  goal: 'Retry payments',
  state: 'active',
  started_at: AT,
  ended_at: null,
  summary: null,
  observations_total: 0,
} as const;

export const EXAMPLES = {
  save: {
    title: 'Retry payments with one key',
    content: 'The gateway times out after charging.',
    type: 'decision',
    tags: ['payments'],
    project: 'checkout',
    author: 'ada',
  },
  imported: {
    title: 'Orders have a key',
    content: 'One for each try.',
    type: 'learning',
    created_at: AT,
  },
  observation: {
    id: ID,
    session_id: null,
    project: 'checkout',
    type: 'decision',
    title: 'Retry payments with one key',
    content: 'The gateway times out after charging.',
    tags: ['payments'],
    author: 'ada',
    created_at: AT,
  },
  archiveLine: { record: 'phases', project: 'checkout', phases: [{ phase: 'spec', at: AT }] },
  startSession: { project: 'checkout', agent: 'claude-code', goal: 'Retry payments' },
  session: SESSION,
  recordTold: {
    moment: 'before_edit',
    notes: [{ id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', revision: 1 }],
    tokens: 84,
  },
  told: {
    told: [
      {
        at: '2026-11-20T09:30:00Z',
        recorded_at: '2026-11-20T09:31:00Z',
        event: '01KA5ZKQ7R9T1V3X5Z7B9D1F3H',
        position: 17,
        moment: 'before_edit',
        notes: [
          {
            id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
            revision: 1,
            title: 'Retry card payments with an idempotency key',
          },
        ],
        tokens: 84,
      },
    ],
  },
  endedSession: {
    ...SESSION,
    state: 'ended',
    ended_at: '2026-11-20T11:00:00Z',
    summary: 'Payments retry with one key per order.',
    observations_total: 1,
  },
  savePrompt: { name: 'review', content: 'Review this diff for lost writes.', tags: ['quality'] },
  prompt: {
    id: ID,
    name: 'review',
    version: 1,
    content: 'Review this diff for lost writes.',
    tags: ['quality'],
    created_at: AT,
    updated_at: AT,
  },
  project: {
    project: 'checkout',
    observations_total: 1,
    sessions_total: 1,
    sessions_active: 1,
    last_activity_at: AT,
  },
  team: { id: TEAM_ID, name: 'payments', created_at: AT },
  member: { id: MEMBER_ID, email: 'ada@example.org', role: 'member' },
  invite: {
    id: '01KA5ZGE5H7K9N1Q3S5V7X9Z1B',
    email: 'ada@example.org',
    state: 'pending',
    expires_at: '2026-11-27T09:30:00Z',
  },
  login: {
    id: '01KA5ZGQ8T0W2Y4A6C8E0G2J4M',
    member_id: MEMBER_ID,
    email: 'ada@example.org',
    opened_at: AT,
    expires_at: '2026-12-20T09:30:00Z',
  },
  /** Shortened, as are hashes: nobody takes it for a real one. */
  token: '0123456789abcdef…',
  hash: '9f86d081884c7d65…',
} as const;
